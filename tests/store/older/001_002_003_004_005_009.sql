BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'scorekeeper','001_journals','2026-11-22 07:02:41.056728+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'scorekeeper','002_tables','2026-11-22 07:02:41.060551+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'scorekeeper','003_watch_codes','2026-11-22 07:02:41.061379+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'scorekeeper','004_presses','2026-11-22 07:02:41.061730+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'scorekeeper','005_suits','2026-11-22 07:02:41.062257+00:00');
INSERT INTO "_sqlite_migrations" VALUES(6,'scorekeeper','009_digests','2026-11-22 07:02:41.063562+00:00');
CREATE TABLE entry (
            game TEXT NOT NULL REFERENCES game (key),
            seq INTEGER NOT NULL CHECK (seq >= 1),
            entry_id TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL,
            payload TEXT NOT NULL CHECK (json_valid(payload)),
            who TEXT NOT NULL,
            at TEXT NOT NULL, phone TEXT NOT NULL DEFAULT '', digest TEXT NOT NULL DEFAULT '',
            PRIMARY KEY (game, seq)
        ) STRICT;
INSERT INTO "entry" VALUES('key-1',1,'start-1','started','{"variant":"laws","options":{"joker_in_pack":true,"high_unmelded":10,"ace_both_ends":true,"min_naturals":0,"five_players":false,"going_out_bonus":100,"concealed_bonus":250,"winner_bonus":200,"first_turn_out":"out_only","concealed_timing":"end","wrong_count_rule":true,"last_card_out_bonus":true,"penalty":25,"target":1000,"target_test":"reach","tie":"divide","tie_split":"exact","rounding":"nearest_100","negative_half":"away","settlement":"difference","no_winner_deal":"same"},"players":["Ann","Bob","Cal"]}','Ann','2026-11-20T20:00:00+00:00','','f4e986d20a8d844d6db6407703a643e3b4cf080cb4d48454ffba14252a2d685e');
INSERT INTO "entry" VALUES('key-1',2,'post-1','dealt','{"deal":{"ending":"out","by":"0","hands":{"0":{"melded_points":100,"in_hand_points":0},"1":{"melded_points":50,"in_hand_points":20},"2":{"melded_points":50,"in_hand_points":20}}}}','Ann','2026-11-20T20:01:00+00:00','','6fb54b0a9004fa2b8e6e26d65fec155c0e8730c5f55703f8b1e064339433991c');
INSERT INTO "entry" VALUES('key-1',3,'post-2','dealt','{"deal":{"ending":"out","by":"1","hands":{"0":{"melded_points":50,"in_hand_points":20},"1":{"melded_points":155,"in_hand_points":0},"2":{"melded_points":50,"in_hand_points":20}}}}','Ann','2026-11-20T20:02:00+00:00','','c02224a5275099fe5098c03f42cdc114ccf4307716f2a18709bf4d0e61b23fac');
INSERT INTO "entry" VALUES('key-1',4,'post-3','corrected','{"target":3,"deal":{"ending":"out","by":"1","hands":{"0":{"melded_points":50,"in_hand_points":20},"1":{"melded_points":145,"in_hand_points":0},"2":{"melded_points":50,"in_hand_points":20}}},"reason":"counted twice"}','Ann','2026-11-20T20:03:00+00:00','','9cc7a12330b7805948f133352a6869d663e7f570b283086176458b5e6b2896d6');
INSERT INTO "entry" VALUES('key-1',5,'post-4','dealt','{"deal":{"ending":"out","by":"2","hands":{"0":{"melded_points":50,"in_hand_points":20},"1":{"melded_points":50,"in_hand_points":20},"2":{"melded_points":90,"in_hand_points":0}}}}','Ann','2026-11-20T20:04:00+00:00','','d231d91a7c7b8c824fc665ad405bc13c5ccc8958cd90824c51b70d4f295fcee4');
INSERT INTO "entry" VALUES('key-1',6,'post-5','undone','{"target":5,"reason":"a slip"}','Ann','2026-11-20T20:06:00+00:00','','4d525d37a1f839c4e9104543935844d764a4d0673f4dcc981c59724d64eeca0c');
INSERT INTO "entry" VALUES('key-1',7,'post-6','joined','{"name":"Dot"}','Ann','2026-11-20T20:07:00+00:00','','8d63da93b493fd111f692913e49dc03695567f726fc68803161681d93f0fdd77');
INSERT INTO "entry" VALUES('key-1',8,'post-7','left','{"seat":0}','Ann','2026-11-20T20:08:00+00:00','','cd5d0e65074eecf8ef4401e977012df0bb237184b50ac306484d50901c4c0b2c');
INSERT INTO "entry" VALUES('key-1',9,'post-8','renamed','{"seat":1,"name":"Eve"}','Ann','2026-11-20T20:09:00+00:00','','4803571316300472fc60176f0dd3a7d3bef7896748604ae5983cf4b97ef84a8c');
INSERT INTO "entry" VALUES('key-1',10,'post-9','agreed','{"target":2,"seats":[0,1,2],"figures":[[200,0],[30,0],[30,0]]}','Ann','2026-11-20T20:10:00+00:00','','76ad5820b61b5e4da43393f55b6cb4310bf062594cfc180cca336cb45ea5f4f6');
INSERT INTO "entry" VALUES('key-1',11,'post-10','challenged','{"target":3,"seat":2,"reason":"look again","about":null}','Ann','2026-11-20T20:11:00+00:00','','5dfc15eb02fd334255db891b5255782b54fb5de30c09b3f094c6a5bc10f2a74e');
INSERT INTO "entry" VALUES('key-1',12,'post-11','closed','{"reason":"it is late","settles":true}','Ann','2026-11-20T20:12:00+00:00','','e88dba342745590605242f9afd2b714310e935ca444b8827552a8033cca7e81a');
INSERT INTO "entry" VALUES('key-1',13,'post-12','reopened','{"reason":"not so late"}','Ann','2026-11-20T20:13:00+00:00','','442d8d688cdf77caa129aec60509e2feb67555580c8bf93c94c2c931d3c6bd47');
INSERT INTO "entry" VALUES('key-1',14,'post-13','closed','{"reason":"now it is","settles":true}','Ann','2026-11-20T20:14:00+00:00','','6240a109c7c33d1016ac5d641d72d37261300488109f202bd9206164ecc6db0e');
INSERT INTO "entry" VALUES('key-1',15,'post-14','reopened','{"reason":"a stake was agreed"}','Ann','2026-11-20T20:15:00+00:00','','88fcaaec9f719f370244963b6db378b1211882e82ed0b510df0c8fd151d3b935');
INSERT INTO "entry" VALUES('key-1',16,'post-15','setupchanged','{"options":{"joker_in_pack":true,"high_unmelded":10,"ace_both_ends":true,"min_naturals":0,"five_players":false,"going_out_bonus":100,"concealed_bonus":250,"winner_bonus":200,"first_turn_out":"out_only","concealed_timing":"end","wrong_count_rule":true,"last_card_out_bonus":true,"penalty":25,"target":1000,"target_test":"reach","tie":"divide","tie_split":"exact","rounding":"nearest_100","negative_half":"away","settlement":"difference","no_winner_deal":"same"},"stake":{"currency":"USD","minor":50,"per":100}}','Ann','2026-11-20T20:16:00+00:00','','c298a2724f1c337a37ed1795cdcf9ab23c7e13be308753bd21d19abcd4539aea');
INSERT INTO "entry" VALUES('key-5',1,'import-G1','started','{"variant":"laws","options":{"joker_in_pack":true,"high_unmelded":10,"ace_both_ends":true,"min_naturals":0,"five_players":false,"going_out_bonus":100,"concealed_bonus":250,"winner_bonus":200,"first_turn_out":"out_only","concealed_timing":"end","wrong_count_rule":true,"last_card_out_bonus":true,"penalty":25,"target":1000,"target_test":"reach","tie":"divide","tie_split":"exact","rounding":"nearest_100","negative_half":"away","settlement":"difference","no_winner_deal":"same"},"players":["Ann","Bob","Cal"],"stake":{"currency":"USD","minor":100,"per":100}}','','2026-11-20T20:17:00+00:00','','7c85075edd6ecd24000648375a37c3dc06b543df3d83e1078ea3377952a7ab7a');
INSERT INTO "entry" VALUES('key-5',2,'key-9','dealt','{"deal":{"ending":"out","by":"0","hands":{"0":{"melds":["KH KD KC","5S 6S 7S 8S 9S TS","AD 2C=2D 3D 4D"],"in_hand":""},"1":{"melds":["9C TC JC","4H 4S 4C"],"in_hand":"AS 7D 2H QD 8H 6C 3C"},"2":{"melds":[],"in_hand":"KS KS 9H 9D 8D 7H 7C 6D 5H 5D 3H 3H JD"}}}}','','2026-11-20T20:17:00+00:00','','d62e3af66a589f1bce78a03958da43f73f09fadd1a78bd29ec906c551851dfc4');
INSERT INTO "entry" VALUES('key-5',3,'key-10','dealt','{"deal":{"ending":"out","by":"1","concealed":true,"hands":{"0":{"melds":["TS TD TC TH","3C 4C 5C 6C"],"in_hand":"AD 9S 8D 4H 3H"},"1":{"melds":["QS QS 2D=QH","JH QH KH AH","7C 8C 9C","5D 5H 5S"],"in_hand":""},"2":{"melds":["KC KD KS"],"in_hand":"2H JD JC 9D 8H 7H 7S 6S 6D 3S"}}}}','','2026-11-20T20:17:00+00:00','','298fb277f5a91ec03396810e2d69bf5f6b5b6515d7b0b4d317dbeceb7c00dcf1');
INSERT INTO "entry" VALUES('key-5',4,'key-11','dealt','{"deal":{"ending":"out","by":"2","hands":{"0":{"melds":["AC AD AH 2H=AS","JH QH KH"],"in_hand":"9H 8H 6C 5H 5C 3D"},"1":{"melds":["9C TC JC"],"in_hand":"QS KD TD TH 8D 7S 6S 6D 4H 3C"},"2":{"melds":["8S 9S TS JK=JS QS KS AS","4C 4D 4S","7D 7H 2S=7C"],"in_hand":""}}}}','','2026-11-20T20:17:00+00:00','','882e264d0c62bcbd0b1cd1f0015ad59fe68ebfe82ec2e098be33539623f3f8b4');
INSERT INTO "entry" VALUES('key-5',5,'key-12','dealt','{"deal":{"ending":"out","by":"0","hands":{"0":{"melds":["QS 2C=QH QC QD","3H 4H 5H 6H 7H 8H 9H","TD JD QD KD AD","KC KS KH","AC AS AH"],"in_hand":"","took_pile":true},"1":{"melds":["5S 6S 7S 8S 9S TS","4C 4D 4S"],"in_hand":"JS JC 9D 2H"},"2":{"melds":["8C 8D 8S"],"in_hand":"KD TC TH 9C 7C 7D 6C 6D 5C 3S"}}}}','','2026-11-20T20:17:00+00:00','','13b5b560e43289fc543b444d84efe1bb582cbc9e2fef232a67e09bc873b46711');
INSERT INTO "entry" VALUES('key-5',6,'key-13','dealt','{"deal":{"ending":"out","by":"1","concealed":true,"hands":{"0":{"melds":["9S 9D 9H","3D 4D 5D"],"in_hand":"8S 8D 7H 6H 5S 4S 3S"},"1":{"melds":["TH JH QH KH AH","QS 2D=QH QC","6C 7C JK=8C 9C TC"],"in_hand":""},"2":{"melds":["KD KS KC"],"in_hand":"AS AC JD JC TS 7D 6D 5C 4H 3H"}}}}','','2026-11-20T20:17:00+00:00','','c9c4375f1743ff347caedf1a5eb21dab1bf4bc539aec953424a83da1ac6a3d0b');
INSERT INTO "entry" VALUES('key-5',7,'key-14','dealt','{"deal":{"ending":"out","by":"0","hands":{"0":{"melds":["JS QS KS AS","QS QD QC QH","AD AH AC 2S=AS","8H 8D 8S"],"in_hand":"","took_pile":true},"1":{"melds":["3C 4C 5C 6C 7C","TD TC TS"],"in_hand":"KH KD JH 9C 6S"},"2":{"melds":[],"in_hand":"JK 2H 2C 9D 9S 7H 7S 6D 6H 4D 4S 3D 3H"}}}}','','2026-11-20T20:17:00+00:00','','c5f3ea16a38e3621e0918015a51ed80339b96ffd475c0f0b8c5da4c3df3b0b95');
INSERT INTO "entry" VALUES('key-15',1,'import-G4','started','{"variant":"contract","options":{"jokers_per_deck":2,"ace":"high","stock_out":"reshuffle","wild_moves":"next_higher_end","min_naturals":0,"tie":"shared","settlement":"difference"},"players":["Ann","Bob","Cal","Dot"],"stake":{"currency":"USD","minor":5,"per":1}}','','2026-11-20T20:18:00+00:00','','4203159a4e53a4cb7c60e73865e3aafd53ba00dc509c76b1211e17b9343957b3');
INSERT INTO "entry" VALUES('key-15',2,'key-19','dealt','{"deal":{"ending":"out","by":"1","hands":{"0":{"laid_down":true,"in_hand":"KC 9D"},"1":{"laid_down":true,"in_hand":""},"2":{"laid_down":false,"in_hand":"AH AS KD QD 2C 8H 7H 6S 4D 3C"},"3":{"laid_down":true,"in_hand":"2H JS JK 5C"}}}}','','2026-11-20T20:18:00+00:00','','ad0debc581549269762250f52cf269e2fc6c9b556bd6682d2d8b833b7775fb76');
INSERT INTO "entry" VALUES('key-15',3,'key-20','dealt','{"deal":{"ending":"out","by":"3","hands":{"0":{"laid_down":false,"in_hand":"QS JS TS AC 9H 9C 7D 5H 4H 2D"},"1":{"laid_down":true,"in_hand":"AD 3S"},"2":{"laid_down":true,"in_hand":"KS KH 6C"},"3":{"laid_down":true,"in_hand":""}}}}','','2026-11-20T20:18:00+00:00','','a88340a19c3e07deb087c948c092a16982fb7745be8ab057663d62b119105fcd');
INSERT INTO "entry" VALUES('key-15',4,'key-21','dealt','{"deal":{"ending":"out","by":"0","hands":{"0":{"laid_down":true,"in_hand":""},"1":{"laid_down":false,"in_hand":"2S JK KC QC JC TC 8S 8D 5S 3D"},"2":{"laid_down":true,"in_hand":"7C"},"3":{"laid_down":false,"in_hand":"AH AD QH QD KD TD 9S 8C 6H 6D 4S 3H"}}}}','','2026-11-20T20:18:00+00:00','','c5b537c393589e65cec90f12fc4b7c3e078cd4bc105ad3fdcd0612f7d3f465ee');
INSERT INTO "entry" VALUES('key-15',5,'key-22','dealt','{"deal":{"ending":"out","by":"2","hands":{"0":{"laid_down":false,"in_hand":"JK JK AS KH QH 9D 7S 5D 4C 2H"},"1":{"laid_down":true,"in_hand":"3C"},"2":{"laid_down":true,"in_hand":""},"3":{"laid_down":false,"in_hand":"AC AD TS TH 9H 8H 6C 5C 4H 3D"}}}}','','2026-11-20T20:18:00+00:00','','3920bf1ee4a840d3979b49938974722036cf9a1deb587905da92a5faac907b5a');
INSERT INTO "entry" VALUES('key-15',6,'key-23','dealt','{"deal":{"ending":"out","by":"3","hands":{"0":{"laid_down":false,"in_hand":"KS KD QC AH 9C 8D 7C 6S 3S 3H"},"1":{"laid_down":false,"in_hand":"2C AS JH JD TC 8C 7H 5H 4D 2D"},"2":{"laid_down":false,"in_hand":"JK 2S AC KC QS JC TD 9S 6D 5S 4S 3C"},"3":{"laid_down":true,"in_hand":""}}}}','','2026-11-20T20:18:00+00:00','','6165b573d36343b3458735d1aa4ab244b740ccdff58628b35c2c460e1c043815');
INSERT INTO "entry" VALUES('key-24',1,'import-G5','started','{"variant":"gin150","options":{"target":150,"gin_bonus":20,"undercut_bonus":10,"undercut_on_tie":true,"gin_immune":true,"ace_upcard":"gin_only","big_gin_bonus":null,"spade_double":false,"box_bonus":0,"game_bonus":0,"extra_boxes":false,"shutout":"none","settlement":"difference","deal":"alternate"},"players":["Ann","Bob"],"stake":{"currency":"USD","minor":1,"per":1}}','','2026-11-20T20:19:00+00:00','','9846cdd46f52e2e779a7710b1e73e0101863d925e049a7a42e8703b259230cf5');
INSERT INTO "entry" VALUES('key-24',2,'key-28','dealt','{"deal":{"upcard":"7D","ending":"knock","by":"0","hands":{"0":{"melds":["4H 5H 6H","QS QD QC","8C 9C TC"],"deadwood":"6S"},"1":{"cards":"2S 2D 2C QH 7H KH 3D AC 5S 9S"}}}}','','2026-11-20T20:19:00+00:00','','1625c7657a490f64e6ed926c28d61f3a5c8631b2d2f4ccad3ef27a846ce443a3');
INSERT INTO "entry" VALUES('key-24',3,'key-29','dealt','{"deal":{"upcard":"KS","ending":"knock","by":"1","hands":{"0":{"cards":"7C 8C 9C TD TH TS JS 5S 6S 6H"},"1":{"melds":["AS 2S 3S 4S","JD JH JC"],"deadwood":"5D 3H AH"}}}}','','2026-11-20T20:19:00+00:00','','b2b24c75995949d5f085c8e448138f9006f3c7a568066151728a5be0a80e9b84');
INSERT INTO "entry" VALUES('key-24',4,'key-30','dealt','{"deal":{"upcard":"4C","ending":"knock","by":"0","hands":{"0":{"melds":["2H 3H 4H 5H","9S 9D 9C","KC KD KH"],"deadwood":""},"1":{"cards":"QS QD 6C 7C 8C JS TS 4S 5D AD"}}}}','','2026-11-20T20:19:00+00:00','','c7881ad4f2d54c464b616571243e39da35e2706a770b20fec8cd98bbc0dd54bd');
INSERT INTO "entry" VALUES('key-24',5,'key-31','dealt','{"deal":{"upcard":"8D","ending":"dead"}}','','2026-11-20T20:19:00+00:00','','cb60808497e056e877fe7e772341e983eebb7536a8065172946181f11c94e92b');
INSERT INTO "entry" VALUES('key-24',6,'key-32','dealt','{"deal":{"upcard":"AC","ending":"knock","by":"1","hands":{"0":{"cards":"KS KC 8H 8D 8S 4D 5D 6D 9H 2C"},"1":{"melds":["5C 6C 7C","TH JH QH KH","3S 3D 3C"],"deadwood":""}}}}','','2026-11-20T20:19:00+00:00','','82ccd8082fb65b34eecf8b704d05b54ea4d8ab45ba663cdb7bee6a952a0649fc');
INSERT INTO "entry" VALUES('key-24',7,'key-33','dealt','{"deal":{"upcard":"TD","ending":"knock","by":"0","hands":{"0":{"melds":["AC AD AH","5S 6S 7S","9H TH JH"],"deadwood":"2D"},"1":{"cards":"KS KD QC QD JC 8C 8D 4S 3C 9S"}}}}','','2026-11-20T20:19:00+00:00','','0f688f7ac1fab213d02740c6911987fd7d4971908177808af72b153bdb0bb846');
INSERT INTO "entry" VALUES('key-34',1,'import-M01','started','{"variant":"modern","options":{"joker_in_pack":true,"high_unmelded":20,"ace_both_ends":true,"min_naturals":0,"five_players":true,"going_out_bonus":100,"concealed_bonus":250,"winner_bonus":200,"first_turn_out":"no_bonus","concealed_timing":"end","wrong_count_rule":false,"last_card_out_bonus":true,"penalty":0,"target":1000,"target_test":"pass","tie":"divide","tie_split":"exact","rounding":"none","negative_half":"away","settlement":"difference","no_winner_deal":"same"},"players":["Ann","Bob","Cal"]}','','2026-11-20T20:20:00+00:00','','0334f75a0d9a5c8826d5f596ad4eb130cebfbf911aa614768b6a64349697a41e');
INSERT INTO "entry" VALUES('key-34',2,'key-38','dealt','{"deal":{"ending":"out","by":"0","hands":{"0":{"melds":["KH KD KC","5S 6S 7S 8S 9S TS","AD 2C=2D 3D 4D"],"in_hand":""},"1":{"melds":["9C TC JC","4H 4S 4C"],"in_hand":"AS 7D 2H QD 8H 6C 3C"},"2":{"melds":[],"in_hand":"KS KS 9H 9D 8D 7H 7C 6D 5H 5D 3H 3H JD"}}}}','','2026-11-20T20:20:00+00:00','','87335179567a2cdbaa23c3b5a59e370f97580a2057e2c4ead2c8f18307c960c1');
INSERT INTO "entry" VALUES('key-39',1,'import-P06','started','{"variant":"gin100","options":{"target":100,"gin_bonus":25,"undercut_bonus":25,"undercut_on_tie":true,"gin_immune":true,"ace_upcard":"gin_only","big_gin_bonus":null,"spade_double":true,"box_bonus":0,"game_bonus":0,"extra_boxes":false,"shutout":"none","settlement":"difference","deal":"alternate"},"players":["Ann","Bob"]}','','2026-11-20T20:21:00+00:00','','d11b0667b0d7b059f4c7934ed80c6f932d839f3f05b7d9f1c4f996ec072ba5f7');
INSERT INTO "entry" VALUES('key-39',2,'key-43','dealt','{"deal":{"upcard":"5S","ending":"knock","by":"0","hands":{"0":{"melds":["2C 3C 4C","JS JD JC","8D 9D TD"],"deadwood":"4H"},"1":{"cards":"JH 7D 6D KC KD KS AH 6S 9C 5C"}}}}','','2026-11-20T20:21:00+00:00','','16b57949aba1e5e68c29727a17a2c6f4607866c70e1f0ce16c89974336208db7');
CREATE TABLE game (
            key TEXT PRIMARY KEY,
            created_at TEXT NOT NULL
        , pulse INTEGER NOT NULL DEFAULT 0, rematch TEXT REFERENCES game (key), suits_chosen_to INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "game" VALUES('key-1','2026-11-20T20:00:00+00:00',19,NULL,0);
INSERT INTO "game" VALUES('key-5','2026-11-20T20:17:00+00:00',62,NULL,0);
INSERT INTO "game" VALUES('key-15','2026-11-20T20:18:00+00:00',38,NULL,0);
INSERT INTO "game" VALUES('key-24','2026-11-20T20:19:00+00:00',48,NULL,0);
INSERT INTO "game" VALUES('key-34','2026-11-20T20:20:00+00:00',53,NULL,0);
INSERT INTO "game" VALUES('key-39','2026-11-20T20:21:00+00:00',58,NULL,0);
CREATE TABLE link (
            token TEXT PRIMARY KEY,
            game TEXT NOT NULL REFERENCES game (key),
            role TEXT NOT NULL CHECK (role IN ('host', 'player', 'viewer')),
            made_at TEXT NOT NULL,
            withdrawn_at TEXT
        ) STRICT;
INSERT INTO "link" VALUES('key-2','key-1','viewer','2026-11-20T20:00:00+00:00',NULL);
INSERT INTO "link" VALUES('key-3','key-1','player','2026-11-20T20:00:00+00:00',NULL);
INSERT INTO "link" VALUES('key-4','key-1','host','2026-11-20T20:00:00+00:00',NULL);
INSERT INTO "link" VALUES('key-6','key-5','viewer','2026-11-20T20:17:00+00:00',NULL);
INSERT INTO "link" VALUES('key-7','key-5','player','2026-11-20T20:17:00+00:00','2026-11-20T20:23:00+00:00');
INSERT INTO "link" VALUES('key-8','key-5','host','2026-11-20T20:17:00+00:00',NULL);
INSERT INTO "link" VALUES('key-16','key-15','viewer','2026-11-20T20:18:00+00:00',NULL);
INSERT INTO "link" VALUES('key-17','key-15','player','2026-11-20T20:18:00+00:00',NULL);
INSERT INTO "link" VALUES('key-18','key-15','host','2026-11-20T20:18:00+00:00',NULL);
INSERT INTO "link" VALUES('key-25','key-24','viewer','2026-11-20T20:19:00+00:00',NULL);
INSERT INTO "link" VALUES('key-26','key-24','player','2026-11-20T20:19:00+00:00',NULL);
INSERT INTO "link" VALUES('key-27','key-24','host','2026-11-20T20:19:00+00:00',NULL);
INSERT INTO "link" VALUES('key-35','key-34','viewer','2026-11-20T20:20:00+00:00',NULL);
INSERT INTO "link" VALUES('key-36','key-34','player','2026-11-20T20:20:00+00:00',NULL);
INSERT INTO "link" VALUES('key-37','key-34','host','2026-11-20T20:20:00+00:00',NULL);
INSERT INTO "link" VALUES('key-40','key-39','viewer','2026-11-20T20:21:00+00:00',NULL);
INSERT INTO "link" VALUES('key-41','key-39','player','2026-11-20T20:21:00+00:00',NULL);
INSERT INTO "link" VALUES('key-42','key-39','host','2026-11-20T20:21:00+00:00',NULL);
INSERT INTO "link" VALUES('key-44','key-5','player','2026-11-20T20:23:00+00:00',NULL);
CREATE TABLE presses (
            game TEXT NOT NULL REFERENCES game (key),
            entry INTEGER NOT NULL,
            text TEXT NOT NULL CHECK (json_valid(text)),
            PRIMARY KEY (game, entry)
        ) STRICT;
CREATE TABLE seat (
            game TEXT NOT NULL REFERENCES game (key),
            seat INTEGER NOT NULL CHECK (seat >= 0),
            phone TEXT NOT NULL,
            since TEXT NOT NULL,
            PRIMARY KEY (game, seat),
            UNIQUE (game, phone)
        ) STRICT;
INSERT INTO "seat" VALUES('key-5',0,'phone-1','2026-11-20T20:22:00+00:00');
CREATE TABLE slip (
            game TEXT NOT NULL REFERENCES game (key),
            number INTEGER NOT NULL,
            seat INTEGER NOT NULL CHECK (seat >= 0),
            phone TEXT NOT NULL,
            who TEXT NOT NULL,
            fields TEXT NOT NULL CHECK (json_valid(fields)),
            at TEXT NOT NULL,
            PRIMARY KEY (game, seat, phone)
        ) STRICT;
CREATE TABLE watch_code (
            letters TEXT PRIMARY KEY,
            game TEXT NOT NULL UNIQUE REFERENCES game (key),
            expires_at TEXT NOT NULL
        ) STRICT;
INSERT INTO "watch_code" VALUES('DYTR','key-5','2026-11-21T14:24:00+00:00');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE TRIGGER entry_is_appended BEFORE INSERT ON entry
        WHEN NEW.seq <> 1 + (SELECT count(*) FROM entry WHERE game = NEW.game)
            OR EXISTS (SELECT 1 FROM entry WHERE entry_id = NEW.entry_id)
        BEGIN SELECT RAISE(ABORT, 'an entry is appended once, at the end of its journal'); END;
CREATE TRIGGER entry_is_not_deleted BEFORE DELETE ON entry
        BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END;
CREATE INDEX game_by_pulse ON game (pulse);
CREATE UNIQUE INDEX link_in_force ON link (game, role) WHERE withdrawn_at IS NULL;
CREATE TRIGGER entry_insert_is_felt AFTER INSERT ON entry
        BEGIN
            UPDATE game SET pulse = 1 + (SELECT max(pulse) FROM game) WHERE key = NEW.game;
        END;
CREATE TRIGGER link_insert_is_felt AFTER INSERT ON link
        BEGIN
            UPDATE game SET pulse = 1 + (SELECT max(pulse) FROM game) WHERE key = NEW.game;
        END;
CREATE TRIGGER link_update_is_felt AFTER UPDATE ON link
        BEGIN
            UPDATE game SET pulse = 1 + (SELECT max(pulse) FROM game) WHERE key = NEW.game;
        END;
CREATE TRIGGER seat_insert_is_felt AFTER INSERT ON seat
        BEGIN
            UPDATE game SET pulse = 1 + (SELECT max(pulse) FROM game) WHERE key = NEW.game;
        END;
CREATE TRIGGER seat_update_is_felt AFTER UPDATE ON seat
        BEGIN
            UPDATE game SET pulse = 1 + (SELECT max(pulse) FROM game) WHERE key = NEW.game;
        END;
CREATE TRIGGER seat_delete_is_felt AFTER DELETE ON seat
        BEGIN
            UPDATE game SET pulse = 1 + (SELECT max(pulse) FROM game) WHERE key = OLD.game;
        END;
CREATE TRIGGER slip_insert_is_felt AFTER INSERT ON slip
        BEGIN
            UPDATE game SET pulse = 1 + (SELECT max(pulse) FROM game) WHERE key = NEW.game;
        END;
CREATE TRIGGER slip_update_is_felt AFTER UPDATE ON slip
        BEGIN
            UPDATE game SET pulse = 1 + (SELECT max(pulse) FROM game) WHERE key = NEW.game;
        END;
CREATE TRIGGER slip_delete_is_felt AFTER DELETE ON slip
        BEGIN
            UPDATE game SET pulse = 1 + (SELECT max(pulse) FROM game) WHERE key = OLD.game;
        END;
CREATE TRIGGER watch_code_insert_is_felt AFTER INSERT ON watch_code
        BEGIN
            UPDATE game SET pulse = 1 + (SELECT max(pulse) FROM game) WHERE key = NEW.game;
        END;
CREATE TRIGGER watch_code_update_is_felt AFTER UPDATE ON watch_code
        BEGIN
            UPDATE game SET pulse = 1 + (SELECT max(pulse) FROM game) WHERE key = NEW.game;
        END;
CREATE TRIGGER watch_code_delete_is_felt AFTER DELETE ON watch_code
        BEGIN
            UPDATE game SET pulse = 1 + (SELECT max(pulse) FROM game) WHERE key = OLD.game;
        END;
CREATE TRIGGER entry_is_not_changed BEFORE UPDATE ON entry
        BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END;
CREATE TRIGGER entry_has_a_digest BEFORE INSERT ON entry WHEN length(NEW.digest) <> 64
        BEGIN SELECT RAISE(ABORT, 'an entry has a digest'); END;
COMMIT;
