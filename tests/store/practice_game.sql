-- A practice table as the program with database 023_organised stored it.
INSERT INTO "game" VALUES('K92v21ugmdGIP8trVMaXdQ','2026-11-28T13:19:09.221381+00:00',131,NULL,0,NULL,0,'34777fad93454e92571a465526ccad029e0c92cd32dc5306a26676d33ae382a9',1);
INSERT INTO "entry" VALUES('K92v21ugmdGIP8trVMaXdQ',1,'HPYtLtWBhP7U6puLrs7ZjQ.de3762c5d0a2e5053d967741','started','{"variant":"gin150","options":{"target":150,"gin_bonus":20,"undercut_bonus":10,"undercut_on_tie":true,"gin_immune":true,"ace_upcard":"gin_only","big_gin_bonus":null,"spade_double":false,"box_bonus":0,"game_bonus":0,"extra_boxes":false,"shutout":"none","settlement":"difference","deal":"alternate","scoring":"single","last_column_double":false,"roodle":false},"players":["Ann","Bob"],"title":"Practice"}','','2026-11-28T13:19:09.221381+00:00','BNCvMtUJ53-ZjuCkg1s07A','25db5ff7cdba269d3f1ccdcae1d252d168878b10227b4c0ef89af4b83f6d5073');
INSERT INTO "entry" VALUES('K92v21ugmdGIP8trVMaXdQ',2,'hands.8ea053dd586bd9192e24d9ff','dealt','{"deal":{"upcard":"KS","ending":"knock","by":"0","hands":{"0":{"cards":"KS 3H JH QH KH 3D 4D 5D KD KC"},"1":{"cards":"AS 4S 6S 7H 8H 9H TH 2C 4C 9C"}}}}','Ann','2026-11-28T13:19:09.417084+00:00','BNCvMtUJ53-ZjuCkg1s07A','a6c0253a557fec98219cceebb2d5865c8794138bb2cc899a1d9c4cb4e895bbae');
INSERT INTO "entry" VALUES('K92v21ugmdGIP8trVMaXdQ',3,'ZElLqNd5vNyubYncXZEALQ','agreed','{"target":2,"seats":[1],"figures":[[0,0]]}','Bob','2026-11-28T13:19:09.419005+00:00','practice 1','34777fad93454e92571a465526ccad029e0c92cd32dc5306a26676d33ae382a9');
INSERT INTO "link" VALUES('JmvCWbH4L89Qw6h9sSy_Gg','game','K92v21ugmdGIP8trVMaXdQ','viewer','2026-11-28T13:19:09.221381+00:00',NULL);
INSERT INTO "link" VALUES('ag9-Qv51VO5UMOjRfHN3AA','game','K92v21ugmdGIP8trVMaXdQ','player','2026-11-28T13:19:09.221381+00:00',NULL);
INSERT INTO "link" VALUES('OD4P0dHGCDEmjuTW7-LzBw','game','K92v21ugmdGIP8trVMaXdQ','host','2026-11-28T13:19:09.221381+00:00',NULL);
INSERT INTO "seat" VALUES('K92v21ugmdGIP8trVMaXdQ',0,'BNCvMtUJ53-ZjuCkg1s07A','2026-11-28T13:19:09.222028+00:00');
INSERT INTO "seat" VALUES('K92v21ugmdGIP8trVMaXdQ',1,'practice 1','2026-11-28T13:19:09.222183+00:00');
INSERT INTO "seat_change" VALUES('K92v21ugmdGIP8trVMaXdQ',1,1,0,'BNCvMtUJ53-ZjuCkg1s07A','2026-11-28T13:19:09.222028+00:00');
INSERT INTO "seat_change" VALUES('K92v21ugmdGIP8trVMaXdQ',2,1,1,'practice 1','2026-11-28T13:19:09.222183+00:00');
INSERT INTO "slip" VALUES('K92v21ugmdGIP8trVMaXdQ',2,0,'BNCvMtUJ53-ZjuCkg1s07A','Ann','{"hand0-said":"","hand0-cards":"","hand0-melds":"","hand0-deadwood":"","hand0-deadwood_points":"","hand0-lay_offs":"","ending":"dead","upcard":"9d"}','2026-11-28T13:19:09.424396+00:00');
INSERT INTO "slip" VALUES('K92v21ugmdGIP8trVMaXdQ',2,1,'practice 1','Bob','{"hand1-cards":"5S AH 5H 8H 9H TH 2D 6D 5C 6C"}','2026-11-28T13:19:09.426906+00:00');
INSERT INTO "watch_code" (letters, opens, id, expires_at) VALUES('WXZB','game','K92v21ugmdGIP8trVMaXdQ','2026-11-28T17:19:09.424396+00:00');
INSERT INTO "presses" VALUES('K92v21ugmdGIP8trVMaXdQ',2,'["K","S"]');
