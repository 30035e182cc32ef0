BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'scorekeeper','001_journals','2026-11-22 09:33:19.490259+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'scorekeeper','002_tables','2026-11-22 09:33:19.495523+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'scorekeeper','003_watch_codes','2026-11-22 09:33:19.497829+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'scorekeeper','004_presses','2026-11-22 09:33:19.498982+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'scorekeeper','005_suits','2026-11-22 09:33:19.499645+00:00');
INSERT INTO "_sqlite_migrations" VALUES(6,'scorekeeper','009_digests','2026-11-22 09:33:19.500460+00:00');
INSERT INTO "_sqlite_migrations" VALUES(7,'scorekeeper','010_seat_changes','2026-11-22 09:33:19.506917+00:00');
INSERT INTO "_sqlite_migrations" VALUES(8,'scorekeeper','011_club','2026-11-22 11:39:03.706199+00:00');
INSERT INTO "_sqlite_migrations" VALUES(9,'scorekeeper','012_derived','2026-11-22 11:39:03.715205+00:00');
INSERT INTO "_sqlite_migrations" VALUES(10,'scorekeeper','013_derived_quicker','2026-11-22 12:54:25.366273+00:00');
INSERT INTO "_sqlite_migrations" VALUES(11,'scorekeeper','014_club_mark','2026-11-22 16:20:24.423656+00:00');
INSERT INTO "_sqlite_migrations" VALUES(12,'scorekeeper','015_clock_steps','2026-11-23 15:47:57.797952+00:00');
INSERT INTO "_sqlite_migrations" VALUES(13,'scorekeeper','016_one_link','2026-11-23 16:09:48.931012+00:00');
INSERT INTO "_sqlite_migrations" VALUES(14,'scorekeeper','017_plain_sums','2026-11-23 20:42:57.193686+00:00');
INSERT INTO "_sqlite_migrations" VALUES(15,'scorekeeper','018_fees','2026-11-23 21:01:32.841910+00:00');
INSERT INTO "_sqlite_migrations" VALUES(16,'scorekeeper','020_roll','2026-11-23 21:21:31.476580+00:00');
INSERT INTO "_sqlite_migrations" VALUES(17,'scorekeeper','021_fact_digests','2026-11-24 06:28:21.957608+00:00');
INSERT INTO "_sqlite_migrations" VALUES(18,'scorekeeper','022_practice','2026-11-24 06:55:13.297133+00:00');
CREATE TABLE account (
            name TEXT PRIMARY KEY,
            minor INTEGER NOT NULL,
            postings INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
INSERT INTO "account" VALUES('adjustments',350,1);
INSERT INTO "account" VALUES('fees',-600,1);
INSERT INTO "account" VALUES('opening',-2000,1);
INSERT INTO "account" VALUES('people:p1',-1125,5);
INSERT INTO "account" VALUES('people:p2',-1125,4);
INSERT INTO "account" VALUES('people:p3',2975,3);
INSERT INTO "account" VALUES('people:p4',-325,1);
INSERT INTO "account" VALUES('till',1850,3);
CREATE TABLE adjustment (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            date TEXT NOT NULL,
            party TEXT NOT NULL,
            minor INTEGER NOT NULL CHECK (minor <> 0),
            reason TEXT NOT NULL DEFAULT '',
            at TEXT NOT NULL
        ) STRICT;
INSERT INTO "adjustment" VALUES(1,'a1','2026-11-14','till',-350,'coffee','2026-11-20T20:49:00+00:00');
CREATE TABLE clock_step (
            number INTEGER PRIMARY KEY,
            before TEXT NOT NULL,
            after TEXT NOT NULL
        ) STRICT;
CREATE TABLE closing (
            number INTEGER PRIMARY KEY,
            night TEXT NOT NULL REFERENCES night (id),
            on_day TEXT NOT NULL,
            seen TEXT NOT NULL CHECK (json_valid(seen)),
            plan TEXT CHECK (plan IS NULL OR json_valid(plan)),
            closed_at TEXT NOT NULL,
            reopened_at TEXT,
            corrected_on TEXT NOT NULL DEFAULT ''
        ) STRICT;
INSERT INTO "closing" VALUES(1,'n1','2026-11-13','{"games": {"g1": {"p1": 1600, "p2": 1000, "p3": -2600}}, "fees": {"p1": 200, "p2": 200, "p3": 200}}','[["p3", "p1", 1400], ["p3", "p2", 800], ["p3", "till", 600]]','2026-11-20T20:47:00+00:00',NULL,'');
CREATE TABLE club (
            number INTEGER PRIMARY KEY CHECK (number = 1),
            name TEXT NOT NULL,
            currency TEXT NOT NULL,
            opened TEXT NOT NULL,
            till INTEGER NOT NULL DEFAULT 0 CHECK (till >= 0),
            stake_minor INTEGER,
            stake_per INTEGER,
            settle TEXT,
            paper TEXT NOT NULL,
            passphrase TEXT NOT NULL,
            set_up_at TEXT NOT NULL
        , fees TEXT NOT NULL DEFAULT '[]'
                CHECK (json_valid(fees))) STRICT;
INSERT INTO "club" VALUES(1,'Cavendish','USD','2026-01-01',2000,NULL,NULL,'bank','a4','scrypt:32768:8:1$acheekGH8Zi7FMBd$96ba5f65deec76a5a6a771aad773868771ac8762d6f4ee1871bd52f428284f90dd20e4fbd5492f5b19465eb0c5232f64812e8af76e5673d14a10b3582ad65546','2026-11-20T20:02:00+00:00','[["person_game",50,75]]');
CREATE TABLE club_act (
            number INTEGER PRIMARY KEY,
            entry_id TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL,
            night TEXT REFERENCES night (id),
            subject TEXT NOT NULL,
            details TEXT NOT NULL CHECK (json_valid(details)),
            person TEXT REFERENCES person (id),
            officer INTEGER REFERENCES officer_session (number),
            phone TEXT NOT NULL,
            at TEXT NOT NULL
        ) STRICT;
INSERT INTO "club_act" VALUES(1,'act-1','set_up',NULL,'club','{}',NULL,1,'','2026-11-20T20:05:00+00:00');
INSERT INTO "club_act" VALUES(2,'act-2','person_added',NULL,'p1','{}',NULL,NULL,'','2026-11-20T20:07:00+00:00');
INSERT INTO "club_act" VALUES(3,'act-3','person_added',NULL,'p2','{}',NULL,NULL,'','2026-11-20T20:09:00+00:00');
INSERT INTO "club_act" VALUES(4,'act-4','person_added',NULL,'p3','{}',NULL,NULL,'','2026-11-20T20:11:00+00:00');
INSERT INTO "club_act" VALUES(5,'act-5','night_opened','n1','n1','{}',NULL,NULL,'','2026-11-20T20:16:00+00:00');
INSERT INTO "club_act" VALUES(6,'act-6','night_opened','n2','n2','{}',NULL,NULL,'','2026-11-20T20:21:00+00:00');
INSERT INTO "club_act" VALUES(7,'act-7','game_put','n1','g1','{}',NULL,NULL,'','2026-11-20T20:26:00+00:00');
INSERT INTO "club_act" VALUES(8,'act-8','game_put','n2','g2','{}',NULL,NULL,'','2026-11-20T20:33:00+00:00');
INSERT INTO "club_act" VALUES(9,'act-9','game_put','n2','g3','{}',NULL,NULL,'','2026-11-20T20:37:00+00:00');
INSERT INTO "club_act" VALUES(10,'act-10','game_put','n2','g4','{}',NULL,NULL,'','2026-11-20T20:42:00+00:00');
INSERT INTO "club_act" VALUES(11,'act-11','game_put','n2','g5','{}',NULL,NULL,'','2026-11-20T20:46:00+00:00');
INSERT INTO "club_act" VALUES(12,'act-12','person_added',NULL,'p5','{}',NULL,NULL,'','2026-11-20T20:51:00+00:00');
INSERT INTO "club_act" VALUES(13,'act-13','game_void','n2','g5','{}',NULL,NULL,'','2026-11-20T20:53:00+00:00');
INSERT INTO "club_act" VALUES(14,'act-14','game_counts','n2','g5','{}',NULL,NULL,'','2026-11-20T20:55:00+00:00');
CREATE TABLE club_mark (
            number INTEGER PRIMARY KEY CHECK (number = 1) REFERENCES club (number),
            kind TEXT NOT NULL CHECK (kind IN ('svg', 'png')),
            content BLOB NOT NULL,
            digest TEXT NOT NULL,
            added_at TEXT NOT NULL
        ) STRICT;
INSERT INTO "club_mark" VALUES(1,'png',X'89504E470D0A1A0A0000000D494844520000003C0000002808020000002DD90EA8000000384944415478DAEDCE010D00000803A06B72A39BE31B2460924B9B4D2169696969696969696969696969696969696969696969696969E91E0FAB1600D0E65170920000000049454E44AE426082','bd32aa2b10de1767a76bfe43212e6917','2026-11-20T20:00:00+00:00');
CREATE TABLE derived_person (
            id TEXT PRIMARY KEY,
            meant TEXT NOT NULL,
            joined_on TEXT NOT NULL,
            left_on TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
INSERT INTO "derived_person" VALUES('p1','p1','2026-01-01','');
INSERT INTO "derived_person" VALUES('p2','p2','2026-01-01','');
INSERT INTO "derived_person" VALUES('p3','p3','','');
INSERT INTO "derived_person" VALUES('p4','p4','','');
INSERT INTO "derived_person" VALUES('p5','p5','','');
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
INSERT INTO "entry" VALUES('key-1',1,'start-1','started','{"variant":"laws","options":{"joker_in_pack":true,"high_unmelded":10,"ace_both_ends":true,"min_naturals":0,"five_players":false,"going_out_bonus":100,"concealed_bonus":250,"winner_bonus":200,"first_turn_out":"out_only","concealed_timing":"end","wrong_count_rule":true,"last_card_out_bonus":true,"penalty":25,"target":1000,"target_test":"reach","tie":"divide","tie_split":"exact","rounding":"nearest_100","negative_half":"away","settlement":"difference","no_winner_deal":"same"},"players":["Ann","Bob","Cal"],"stake":{"currency":"USD","minor":100,"per":100}}','Ann','2026-11-20T20:00:00+00:00','phone-ann','d9f659c9217ed487938b54cfa97ec52519811efb320d66de252df4bdf8a7b6e0');
INSERT INTO "entry" VALUES('key-1',2,'post-1','dealt','{"deal":{"ending":"out","by":"0","hands":{"0":{"melded_points":100,"in_hand_points":0},"1":{"melded_points":50,"in_hand_points":20},"2":{"melded_points":50,"in_hand_points":20}}}}','Ann','2026-11-20T20:03:00+00:00','phone-ann','c4a19bb571fd4bd56ceffbd10ef4f2cd23b7acbd2a4b1cefbbe98ee149a421c1');
INSERT INTO "entry" VALUES('key-1',3,'post-2','dealt','{"deal":{"ending":"out","by":"1","hands":{"0":{"melded_points":50,"in_hand_points":20},"1":{"melded_points":155,"in_hand_points":0},"2":{"melded_points":50,"in_hand_points":20}}}}','Bob','2026-11-20T20:04:00+00:00','phone-bob','1e69772a65b8f3d28dd2f2ea034a398d815d6a161e9fc011ea8618719685d0cd');
INSERT INTO "entry" VALUES('key-1',4,'post-3','corrected','{"target":3,"deal":{"ending":"out","by":"1","hands":{"0":{"melded_points":50,"in_hand_points":20},"1":{"melded_points":145,"in_hand_points":0},"2":{"melded_points":50,"in_hand_points":20}}},"reason":"counted twice"}','Ann','2026-11-20T20:05:00+00:00','phone-ann','ecb81f1695788f077e27f13aa2e64c6952627139a23ac4f92a065e87a6e88848');
INSERT INTO "entry" VALUES('key-1',5,'post-4','joined','{"name":"Dot"}','Ann','2026-11-20T20:08:00+00:00','phone-ann','29ce57949f448e621274b5b8109cbedc1c8a60e87ce65d6b6b694f95112d05a1');
INSERT INTO "entry" VALUES('key-1',6,'post-5','dealt','{"deal":{"ending":"out","by":"3","hands":{"0":{"melded_points":50,"in_hand_points":20},"1":{"melded_points":50,"in_hand_points":20},"2":{"melded_points":50,"in_hand_points":20},"3":{"melded_points":200,"in_hand_points":0}}}}','Ann','2026-11-20T20:09:00+00:00','phone-ann','57320818d0499eff41ad712f3790f9608750e9fd4582202de42329addec422ea');
INSERT INTO "entry" VALUES('key-6',1,'key-5','started','{"variant":"laws","options":{"joker_in_pack":true,"high_unmelded":10,"ace_both_ends":true,"min_naturals":0,"five_players":false,"going_out_bonus":100,"concealed_bonus":250,"winner_bonus":200,"first_turn_out":"out_only","concealed_timing":"end","wrong_count_rule":true,"last_card_out_bonus":true,"penalty":25,"target":1000,"target_test":"reach","tie":"divide","tie_split":"exact","rounding":"nearest_100","negative_half":"away","settlement":"difference","no_winner_deal":"same"},"players":["Ann","Bob","Cal"],"stake":{"currency":"USD","minor":100,"per":100}}','Bob','2026-11-20T20:12:00+00:00','phone-bob','841a3f761a4e0cfc1cddfcf1d86231730f79c90665a11902c8cacc9c52a2b6b4');
INSERT INTO "entry" VALUES('key-6',2,'key-10','dealt','{"deal":{"ending":"out","by":"0","hands":{"0":{"melds":["KH KD KC","5S 6S 7S 8S 9S TS","AD 2C=2D 3D 4D"],"in_hand":""},"1":{"melds":["9C TC JC","4H 4S 4C"],"in_hand":"AS 7D 2H QD 8H 6C 3C"},"2":{"melds":[],"in_hand":"KS KS 9H 9D 8D 7H 7C 6D 5H 5D 3H 3H JD"}}}}','Bob','2026-11-20T20:12:00+00:00','','5d7075e6fd4f300b2a7c3c6031da245c6d40a326ffce76a300c7a927c66e2f6f');
INSERT INTO "entry" VALUES('key-6',3,'key-11','dealt','{"deal":{"ending":"out","by":"1","concealed":true,"hands":{"0":{"melds":["TS TD TC TH","3C 4C 5C 6C"],"in_hand":"AD 9S 8D 4H 3H"},"1":{"melds":["QS QS 2D=QH","JH QH KH AH","7C 8C 9C","5D 5H 5S"],"in_hand":""},"2":{"melds":["KC KD KS"],"in_hand":"2H JD JC 9D 8H 7H 7S 6S 6D 3S"}}}}','Bob','2026-11-20T20:12:00+00:00','','80671951edea4e7a55b0034d03f1babdd9b69e7f5c51859c7edd7a6c9e0d2765');
INSERT INTO "entry" VALUES('key-6',4,'key-12','dealt','{"deal":{"ending":"out","by":"2","hands":{"0":{"melds":["AC AD AH 2H=AS","JH QH KH"],"in_hand":"9H 8H 6C 5H 5C 3D"},"1":{"melds":["9C TC JC"],"in_hand":"QS KD TD TH 8D 7S 6S 6D 4H 3C"},"2":{"melds":["8S 9S TS JK=JS QS KS AS","4C 4D 4S","7D 7H 2S=7C"],"in_hand":""}}}}','Bob','2026-11-20T20:12:00+00:00','','f8ac105701b89f22e2322efd0f4e1a7e809545ff9d8de0a92d69c6b770eadcd7');
INSERT INTO "entry" VALUES('key-6',5,'key-13','dealt','{"deal":{"ending":"out","by":"0","hands":{"0":{"melds":["QS 2C=QH QC QD","3H 4H 5H 6H 7H 8H 9H","TD JD QD KD AD","KC KS KH","AC AS AH"],"in_hand":"","took_pile":true},"1":{"melds":["5S 6S 7S 8S 9S TS","4C 4D 4S"],"in_hand":"JS JC 9D 2H"},"2":{"melds":["8C 8D 8S"],"in_hand":"KD TC TH 9C 7C 7D 6C 6D 5C 3S"}}}}','Bob','2026-11-20T20:12:00+00:00','','5be8733db8ccef5949eeb45c0f5e45403d48ff47bf97728ff04c28744e6e4083');
INSERT INTO "entry" VALUES('key-6',6,'key-14','dealt','{"deal":{"ending":"out","by":"1","concealed":true,"hands":{"0":{"melds":["9S 9D 9H","3D 4D 5D"],"in_hand":"8S 8D 7H 6H 5S 4S 3S"},"1":{"melds":["TH JH QH KH AH","QS 2D=QH QC","6C 7C JK=8C 9C TC"],"in_hand":""},"2":{"melds":["KD KS KC"],"in_hand":"AS AC JD JC TS 7D 6D 5C 4H 3H"}}}}','Bob','2026-11-20T20:12:00+00:00','','07808ebf02dc63854423fa7a01e5bb344f01ef316bdd6d3d46a7b99d0f98cdcc');
INSERT INTO "entry" VALUES('key-6',7,'key-15','dealt','{"deal":{"ending":"out","by":"0","hands":{"0":{"melds":["JS QS KS AS","QS QD QC QH","AD AH AC 2S=AS","8H 8D 8S"],"in_hand":"","took_pile":true},"1":{"melds":["3C 4C 5C 6C 7C","TD TC TS"],"in_hand":"KH KD JH 9C 6S"},"2":{"melds":[],"in_hand":"JK 2H 2C 9D 9S 7H 7S 6D 6H 4D 4S 3D 3H"}}}}','Bob','2026-11-20T20:12:00+00:00','','ad15b85bd21b191a47cf8aa3d8de893e85816e725775e05e0693909736b73ddf');
INSERT INTO "entry" VALUES('key-17',1,'key-16','started','{"variant":"contract","options":{"jokers_per_deck":2,"ace":"high","stock_out":"reshuffle","wild_moves":"next_higher_end","min_naturals":0,"tie":"shared","settlement":"difference"},"players":["Ann","Bob","Cal","Dot"],"stake":{"currency":"USD","minor":5,"per":1}}','Bob','2026-11-20T20:13:00+00:00','phone-bob','1ad857d0b417f95b73506e9357d31655c24511a9795bf1e603b4c507e830c0e0');
INSERT INTO "entry" VALUES('key-17',2,'key-21','dealt','{"deal":{"ending":"out","by":"1","hands":{"0":{"laid_down":true,"in_hand":"KC 9D"},"1":{"laid_down":true,"in_hand":""},"2":{"laid_down":false,"in_hand":"AH AS KD QD 2C 8H 7H 6S 4D 3C"},"3":{"laid_down":true,"in_hand":"2H JS JK 5C"}}}}','Bob','2026-11-20T20:13:00+00:00','','26d981a949055f7d12c87884d7529703a6940bf996136e829c0200b7c4e6dec7');
INSERT INTO "entry" VALUES('key-17',3,'key-22','dealt','{"deal":{"ending":"out","by":"3","hands":{"0":{"laid_down":false,"in_hand":"QS JS TS AC 9H 9C 7D 5H 4H 2D"},"1":{"laid_down":true,"in_hand":"AD 3S"},"2":{"laid_down":true,"in_hand":"KS KH 6C"},"3":{"laid_down":true,"in_hand":""}}}}','Bob','2026-11-20T20:13:00+00:00','','f5c197cda5a55baf11248ea44feefb6e6de1789183c172f9dc9273037ebb07c2');
INSERT INTO "entry" VALUES('key-17',4,'key-23','dealt','{"deal":{"ending":"out","by":"0","hands":{"0":{"laid_down":true,"in_hand":""},"1":{"laid_down":false,"in_hand":"2S JK KC QC JC TC 8S 8D 5S 3D"},"2":{"laid_down":true,"in_hand":"7C"},"3":{"laid_down":false,"in_hand":"AH AD QH QD KD TD 9S 8C 6H 6D 4S 3H"}}}}','Bob','2026-11-20T20:13:00+00:00','','24db3ba1f8f5d2cc41ccfa2a67003324042126796d4cf0a2a04d19272480e7d8');
INSERT INTO "entry" VALUES('key-17',5,'key-24','dealt','{"deal":{"ending":"out","by":"2","hands":{"0":{"laid_down":false,"in_hand":"JK JK AS KH QH 9D 7S 5D 4C 2H"},"1":{"laid_down":true,"in_hand":"3C"},"2":{"laid_down":true,"in_hand":""},"3":{"laid_down":false,"in_hand":"AC AD TS TH 9H 8H 6C 5C 4H 3D"}}}}','Bob','2026-11-20T20:13:00+00:00','','078095b70ee7cd92ac61abc9bab66c28ee6ad5ea671353f19a507d342825bdf8');
INSERT INTO "entry" VALUES('key-17',6,'key-25','dealt','{"deal":{"ending":"out","by":"3","hands":{"0":{"laid_down":false,"in_hand":"KS KD QC AH 9C 8D 7C 6S 3S 3H"},"1":{"laid_down":false,"in_hand":"2C AS JH JD TC 8C 7H 5H 4D 2D"},"2":{"laid_down":false,"in_hand":"JK 2S AC KC QS JC TD 9S 6D 5S 4S 3C"},"3":{"laid_down":true,"in_hand":""}}}}','Bob','2026-11-20T20:13:00+00:00','','264909ae033ed2f7597b84c8586dd0062ecd47e820b175278cace8f3b12da3a6');
INSERT INTO "entry" VALUES('key-27',1,'key-26','started','{"variant":"gin150","options":{"target":150,"gin_bonus":20,"undercut_bonus":10,"undercut_on_tie":true,"gin_immune":true,"ace_upcard":"gin_only","big_gin_bonus":null,"spade_double":false,"box_bonus":0,"game_bonus":0,"extra_boxes":false,"shutout":"none","settlement":"difference","deal":"alternate"},"players":["Ann","Bob"],"stake":{"currency":"USD","minor":1,"per":1}}','Bob','2026-11-20T20:14:00+00:00','phone-bob','0861ebd336dbd724536559b4fda872bdf12cdaad8791902cc8ecd1d1ad58372e');
INSERT INTO "entry" VALUES('key-27',2,'key-31','dealt','{"deal":{"upcard":"7D","ending":"knock","by":"0","hands":{"0":{"melds":["4H 5H 6H","QS QD QC","8C 9C TC"],"deadwood":"6S"},"1":{"cards":"2S 2D 2C QH 7H KH 3D AC 5S 9S"}}}}','Bob','2026-11-20T20:14:00+00:00','','3de3307ccbb2e1109e1230deffe95e4ad0e9e6ebb877e6394aaa48f5af1ee90a');
INSERT INTO "entry" VALUES('key-27',3,'key-32','dealt','{"deal":{"upcard":"KS","ending":"knock","by":"1","hands":{"0":{"cards":"7C 8C 9C TD TH TS JS 5S 6S 6H"},"1":{"melds":["AS 2S 3S 4S","JD JH JC"],"deadwood":"5D 3H AH"}}}}','Bob','2026-11-20T20:14:00+00:00','','b886d6e9ffc5b3e35488935f9e4303293f812d47430245cb656a715d29d18a1d');
INSERT INTO "entry" VALUES('key-27',4,'key-33','dealt','{"deal":{"upcard":"4C","ending":"knock","by":"0","hands":{"0":{"melds":["2H 3H 4H 5H","9S 9D 9C","KC KD KH"],"deadwood":""},"1":{"cards":"QS QD 6C 7C 8C JS TS 4S 5D AD"}}}}','Bob','2026-11-20T20:14:00+00:00','','e718a4ade4aca868c83c425cefb81a65e030ad6c87c68b7ab346c4201e4a2fcb');
INSERT INTO "entry" VALUES('key-27',5,'key-34','dealt','{"deal":{"upcard":"8D","ending":"dead"}}','Bob','2026-11-20T20:14:00+00:00','','2ce8c4e351ad0c395617d65062ce4ff0747da0987afd64f151b20e6367149066');
INSERT INTO "entry" VALUES('key-27',6,'key-35','dealt','{"deal":{"upcard":"AC","ending":"knock","by":"1","hands":{"0":{"cards":"KS KC 8H 8D 8S 4D 5D 6D 9H 2C"},"1":{"melds":["5C 6C 7C","TH JH QH KH","3S 3D 3C"],"deadwood":""}}}}','Bob','2026-11-20T20:14:00+00:00','','e2c766f2cb8120cb2d9bff6fded3a9b9834cbbad7772209b2e4368c20721c6ea');
INSERT INTO "entry" VALUES('key-27',7,'key-36','dealt','{"deal":{"upcard":"TD","ending":"knock","by":"0","hands":{"0":{"melds":["AC AD AH","5S 6S 7S","9H TH JH"],"deadwood":"2D"},"1":{"cards":"KS KD QC QD JC 8C 8D 4S 3C 9S"}}}}','Bob','2026-11-20T20:14:00+00:00','','8bc4b3d2d2ec74221c313a81a7c421eec4e3dc5209799101ad50d57cfc6b415c');
INSERT INTO "entry" VALUES('key-38',1,'key-37','started','{"variant":"modern","options":{"joker_in_pack":true,"high_unmelded":20,"ace_both_ends":true,"min_naturals":0,"five_players":true,"going_out_bonus":100,"concealed_bonus":250,"winner_bonus":200,"first_turn_out":"no_bonus","concealed_timing":"end","wrong_count_rule":false,"last_card_out_bonus":true,"penalty":0,"target":1000,"target_test":"pass","tie":"divide","tie_split":"exact","rounding":"none","negative_half":"away","settlement":"difference","no_winner_deal":"same"},"players":["Ann","Bob","Cal"]}','Bob','2026-11-20T20:15:00+00:00','phone-bob','933ac2dd4d4d9657d0f82f0a422824e0b7d8af3536707f675285059c1550ffa6');
INSERT INTO "entry" VALUES('key-38',2,'key-42','dealt','{"deal":{"ending":"out","by":"0","hands":{"0":{"melds":["KH KD KC","5S 6S 7S 8S 9S TS","AD 2C=2D 3D 4D"],"in_hand":""},"1":{"melds":["9C TC JC","4H 4S 4C"],"in_hand":"AS 7D 2H QD 8H 6C 3C"},"2":{"melds":[],"in_hand":"KS KS 9H 9D 8D 7H 7C 6D 5H 5D 3H 3H JD"}}}}','Bob','2026-11-20T20:15:00+00:00','','52c81f7e6baba01143e20c4c6f70a46ae5fed325b20cc72217e1fe6a08405326');
INSERT INTO "entry" VALUES('key-44',1,'key-43','started','{"variant":"gin100","options":{"target":100,"gin_bonus":25,"undercut_bonus":25,"undercut_on_tie":true,"gin_immune":true,"ace_upcard":"gin_only","big_gin_bonus":null,"spade_double":true,"box_bonus":0,"game_bonus":0,"extra_boxes":false,"shutout":"none","settlement":"difference","deal":"alternate"},"players":["Ann","Bob"]}','Bob','2026-11-20T20:16:00+00:00','phone-bob','18f57a04cd948a85ebe07209298742e2d3cbee483c97441a9afa8612a14b8070');
INSERT INTO "entry" VALUES('key-44',2,'key-48','dealt','{"deal":{"upcard":"5S","ending":"knock","by":"0","hands":{"0":{"melds":["2C 3C 4C","JS JD JC","8D 9D TD"],"deadwood":"4H"},"1":{"cards":"JH 7D 6D KC KD KS AH 6S 9C 5C"}}}}','Bob','2026-11-20T20:16:00+00:00','','c9dbe9fa3aae5dbb3aa1a994f1049ad4adb08b4c86b4ae3c01d8c0b6e202f988');
INSERT INTO "entry" VALUES('uQQvLwL2FPcGvpF__Wp98A',1,'3gDcQ7c5CiH4y6QvBsrg1g','started','{"variant":"laws","options":{"joker_in_pack":true,"high_unmelded":10,"ace_both_ends":true,"min_naturals":0,"five_players":false,"going_out_bonus":100,"concealed_bonus":250,"winner_bonus":200,"first_turn_out":"out_only","concealed_timing":"end","wrong_count_rule":true,"last_card_out_bonus":true,"penalty":25,"target":1000,"target_test":"reach","tie":"divide","tie_split":"exact","rounding":"nearest_100","negative_half":"away","settlement":"difference","no_winner_deal":"same"},"players":["Ann","Bob","Cal"]}','Ann','2026-11-22T16:20:24.449358+00:00','','353a9d19dcc7236cca864f1da15485915956c9510f8d0faa6106e22713eddc35');
INSERT INTO "entry" VALUES('uQQvLwL2FPcGvpF__Wp98A',2,'after 1','dealt','{"deal":{"ending":"out","by":"0","hands":{"0":{"melded_points":100,"in_hand_points":0},"1":{"melded_points":50,"in_hand_points":20},"2":{"melded_points":50,"in_hand_points":20}}}}','Bob','2026-11-22T16:20:24.455826+00:00','','1caa5cc7b8d10cad9cd6a93f90c8bd7ecac53e13c9920452f137fe79f214e054');
INSERT INTO "entry" VALUES('EawbDabwAlTgpf9GN8sGZA',1,'UXxkUrtzkeuXmpK4Zov_BA','started','{"variant":"laws","options":{"joker_in_pack":true,"high_unmelded":10,"ace_both_ends":true,"min_naturals":0,"five_players":false,"going_out_bonus":100,"concealed_bonus":250,"winner_bonus":200,"first_turn_out":"out_only","concealed_timing":"end","wrong_count_rule":true,"last_card_out_bonus":true,"penalty":25,"target":1000,"target_test":"reach","tie":"divide","tie_split":"exact","rounding":"nearest_100","negative_half":"away","settlement":"difference","no_winner_deal":"same"},"players":["Ann","Bob","Cal"]}','Ann','2026-11-23T15:47:57.828734+00:00','','3dc1acf6a59bfcc4f57514855d1f3a227aa6582360246b0beab67b31c86240a4');
INSERT INTO "entry" VALUES('EawbDabwAlTgpf9GN8sGZA',2,'first deal of EawbDabwAlTgpf9GN8sGZA','dealt','{"deal":{"ending":"out","by":"0","hands":{"0":{"melded_points":100,"in_hand_points":0},"1":{"melded_points":50,"in_hand_points":20},"2":{"melded_points":50,"in_hand_points":20}}}}','Bob','2026-11-23T15:47:57.841793+00:00','','fca7c490d29b3d31b75f0e597a13e29135d49df3e0efc9f1f07c7926190e1e58');
INSERT INTO "entry" VALUES('PpBemXBUzczMWc2C9dcYfw',1,'4sbRR78XPXj_GgHzsm_I-Q','started','{"variant":"laws","options":{"joker_in_pack":true,"high_unmelded":10,"ace_both_ends":true,"min_naturals":0,"five_players":false,"going_out_bonus":100,"concealed_bonus":250,"winner_bonus":200,"first_turn_out":"out_only","concealed_timing":"end","wrong_count_rule":true,"last_card_out_bonus":true,"penalty":25,"target":1000,"target_test":"reach","tie":"divide","tie_split":"exact","rounding":"nearest_100","negative_half":"away","settlement":"difference","no_winner_deal":"same"},"players":["Ann","Bob","Cal"]}','Ann','2026-11-23T16:09:48.936989+00:00','','218f65ed46a138a5f17d69861beae0e9b8b7e37ddce6a70da4993bbb09bfdd63');
INSERT INTO "entry" VALUES('PpBemXBUzczMWc2C9dcYfw',2,'first deal of PpBemXBUzczMWc2C9dcYfw','dealt','{"deal":{"ending":"out","by":"0","hands":{"0":{"melded_points":100,"in_hand_points":0},"1":{"melded_points":50,"in_hand_points":20},"2":{"melded_points":50,"in_hand_points":20}}}}','Bob','2026-11-23T16:09:48.939535+00:00','','cb62b65f3b6254b51a83356bb0601de5f2aeed2b778c904948f3dd568633c735');
INSERT INTO "entry" VALUES('HuUbMgtxbRZEKPiumKn-ZQ',1,'0qSuzj0vbvEbm6Rg-WKgtQ','started','{"variant":"laws","options":{"joker_in_pack":true,"high_unmelded":10,"ace_both_ends":true,"min_naturals":0,"five_players":false,"going_out_bonus":100,"concealed_bonus":250,"winner_bonus":200,"first_turn_out":"out_only","concealed_timing":"end","wrong_count_rule":true,"last_card_out_bonus":true,"penalty":25,"target":1000,"target_test":"reach","tie":"divide","tie_split":"exact","rounding":"nearest_100","negative_half":"away","settlement":"difference","no_winner_deal":"same"},"players":["Ann","Bob","Cal"]}','Ann','2026-11-23T20:42:57.198552+00:00','','d32a3f1a70d5784060f42529392ad078acf04805f66e94bd5d63b3924e459b64');
INSERT INTO "entry" VALUES('HuUbMgtxbRZEKPiumKn-ZQ',2,'first deal of HuUbMgtxbRZEKPiumKn-ZQ','dealt','{"deal":{"ending":"out","by":"0","hands":{"0":{"melded_points":100,"in_hand_points":0},"1":{"melded_points":50,"in_hand_points":20},"2":{"melded_points":50,"in_hand_points":20}}}}','Bob','2026-11-23T20:42:57.201067+00:00','','02a5f94e9d316ba10df82e3a5f2e5605ec2d47bb5045616e59db6366d8627d68');
INSERT INTO "entry" VALUES('hGdHLixyxCGeu5K7mKVodw',1,'jzQwgKgWvrZ9-7IqcvEY6A','started','{"variant":"laws","options":{"joker_in_pack":true,"high_unmelded":10,"ace_both_ends":true,"min_naturals":0,"five_players":false,"going_out_bonus":100,"concealed_bonus":250,"winner_bonus":200,"first_turn_out":"out_only","concealed_timing":"end","wrong_count_rule":true,"last_card_out_bonus":true,"penalty":25,"target":1000,"target_test":"reach","tie":"divide","tie_split":"exact","rounding":"nearest_100","negative_half":"away","settlement":"difference","no_winner_deal":"same"},"players":["Ann","Bob","Cal"]}','Ann','2026-11-23T21:01:32.866156+00:00','','fab2b8e501fdfef4ee3e2639b14d080aefbe099c1f11d06f7e254e46c8652327');
INSERT INTO "entry" VALUES('hGdHLixyxCGeu5K7mKVodw',2,'first deal of hGdHLixyxCGeu5K7mKVodw','dealt','{"deal":{"ending":"out","by":"0","hands":{"0":{"melded_points":100,"in_hand_points":0},"1":{"melded_points":50,"in_hand_points":20},"2":{"melded_points":50,"in_hand_points":20}}}}','Bob','2026-11-23T21:01:32.870680+00:00','','352e4f4e8b83f9906e7a43b0efc49852f725b5f6acd44a4f3a3dd4b61d396426');
INSERT INTO "entry" VALUES('RtWtnmym8sH-y5X3Nuz3Tw',1,'RXXdoQyxJkQEkUs1eAOnsA','started','{"variant":"laws","options":{"joker_in_pack":true,"high_unmelded":10,"ace_both_ends":true,"min_naturals":0,"five_players":false,"going_out_bonus":100,"concealed_bonus":250,"winner_bonus":200,"first_turn_out":"out_only","concealed_timing":"end","wrong_count_rule":true,"last_card_out_bonus":true,"penalty":25,"target":1000,"target_test":"reach","tie":"divide","tie_split":"exact","rounding":"nearest_100","negative_half":"away","settlement":"difference","no_winner_deal":"same"},"players":["Ann","Bob","Cal"]}','Ann','2026-11-23T21:21:31.541664+00:00','','19ade69ecaf899a2a367c32c4857c79564cc8d81e110ab5afb8ba3fb39e4ff0f');
INSERT INTO "entry" VALUES('RtWtnmym8sH-y5X3Nuz3Tw',2,'first deal of RtWtnmym8sH-y5X3Nuz3Tw','dealt','{"deal":{"ending":"out","by":"0","hands":{"0":{"melded_points":100,"in_hand_points":0},"1":{"melded_points":50,"in_hand_points":20},"2":{"melded_points":50,"in_hand_points":20}}}}','Bob','2026-11-23T21:21:31.572159+00:00','','011d1b5a6616695103d86eb18e281366d6a335898d9d2a63e008a9f485bfcb86');
INSERT INTO "entry" VALUES('EZg373nIKdQNuYUBy1mPjg',1,'Dpyiq5RtqFLgrnjxEi7dOQ','started','{"variant":"laws","options":{"joker_in_pack":true,"high_unmelded":10,"ace_both_ends":true,"min_naturals":0,"five_players":false,"going_out_bonus":100,"concealed_bonus":250,"winner_bonus":200,"first_turn_out":"out_only","concealed_timing":"end","wrong_count_rule":true,"last_card_out_bonus":true,"penalty":25,"target":1000,"target_test":"reach","tie":"divide","tie_split":"exact","rounding":"nearest_100","negative_half":"away","settlement":"difference","no_winner_deal":"same"},"players":["Ann","Bob","Cal"]}','Ann','2026-11-24T06:28:21.981866+00:00','','bf6b69f929eca98a0dd7dbe174fc45408227ea0d52cb3eda157435d4cd47db8b');
INSERT INTO "entry" VALUES('EZg373nIKdQNuYUBy1mPjg',2,'first deal of EZg373nIKdQNuYUBy1mPjg','dealt','{"deal":{"ending":"out","by":"0","hands":{"0":{"melded_points":100,"in_hand_points":0},"1":{"melded_points":50,"in_hand_points":20},"2":{"melded_points":50,"in_hand_points":20}}}}','Bob','2026-11-24T06:28:21.999298+00:00','','3efe7bf30b82914afd4d71fd1aef145e133c62f9fa06caf18bc3796ebd2db19f');
INSERT INTO "entry" VALUES('b1Uu-ikEWw0PEx_2xsyW6Q',1,'J2TSBAw9gQQV4HDBgfN6XQ','started','{"variant":"laws","options":{"joker_in_pack":true,"high_unmelded":10,"ace_both_ends":true,"min_naturals":0,"five_players":false,"going_out_bonus":100,"concealed_bonus":250,"winner_bonus":200,"first_turn_out":"out_only","concealed_timing":"end","wrong_count_rule":true,"last_card_out_bonus":true,"penalty":25,"target":1000,"target_test":"reach","tie":"divide","tie_split":"exact","rounding":"nearest_100","negative_half":"away","settlement":"difference","no_winner_deal":"same"},"players":["Ann","Bob","Cal"]}','Ann','2026-11-24T06:55:13.328113+00:00','','a7a64111ae5cc288687b6559ba368a17c2f3248d60be5c0bee5f6295d979a0d8');
INSERT INTO "entry" VALUES('b1Uu-ikEWw0PEx_2xsyW6Q',2,'first deal of b1Uu-ikEWw0PEx_2xsyW6Q','dealt','{"deal":{"ending":"out","by":"0","hands":{"0":{"melded_points":100,"in_hand_points":0},"1":{"melded_points":50,"in_hand_points":20},"2":{"melded_points":50,"in_hand_points":20}}}}','Bob','2026-11-24T06:55:13.350140+00:00','','ac7694bd3e4d1d6b48ea8ce80d6f469639bb1dfacae60418837fe441c1a89888');
CREATE TABLE fact_digest (
            number INTEGER PRIMARY KEY,
            part TEXT NOT NULL,
            key TEXT NOT NULL,
            content TEXT NOT NULL,
            digest TEXT NOT NULL CHECK (length(digest) = 64)
        ) STRICT;
INSERT INTO "fact_digest" VALUES(1,'adjustment','["a1"]','1694a0e721899d13c72457edefe93d5a9e09b4a77a92f47c000d940977859b7e','0706fe259575f8e1ae08ccac868fd191720419a08691af7f98f74bc0fca9b9b2');
INSERT INTO "fact_digest" VALUES(2,'closing','[1]','41f535c2993e885fd5c7df9814d0923924cb8b6f16f4149f5f69bbd48f68d4cd','255111e6e736ca33e0e851810355016e50319cbdc5b2de0917134133338c229f');
INSERT INTO "fact_digest" VALUES(3,'club','[1]','95627d6ff1459eec736734972c680e447f928911e76809cfe34854717f74e31f','34a6719646af8d97e4da366399dadfb917c393c4596a17c40232aed80689b514');
INSERT INTO "fact_digest" VALUES(4,'club_act','[10]','1991e6d7c5784c6b2f064b71ef6934a09a1b1789593064ae481e138349f80dca','3afa019530a2749becace0eb6c593d06b0d6fb9a2a4eed9cb3e478c0059f324c');
INSERT INTO "fact_digest" VALUES(5,'club_act','[11]','a4f657831e34173183f1d3210cfc2d991255921685faab40f808007e21aa6edb','5cbc4aebe406552bbdf29bdb33ab4bee7c898e9884614b0cdc545615b73653b2');
INSERT INTO "fact_digest" VALUES(6,'club_act','[12]','76e92213940a82c487e7838e36f3b04fec099a356213a0dd9875991ba5db92ea','31c950751418f570ab14c136ea89e9f99e3e9cebd5ab71ce12dfe5c5d6c6ab82');
INSERT INTO "fact_digest" VALUES(7,'club_act','[13]','56e3ca5f44b450b2d75f2fed1e006c4cdf94828fa7614a3e80c09750f88aed31','47a491f52e7f60ec5dd05d8f8bfc2fd481f814cfb7d701eef3a49ac631fdc103');
INSERT INTO "fact_digest" VALUES(8,'club_act','[14]','1e3cebe539a479dfd60613f2c14d171c2d9c21126a13739f9e6fec493f465ea1','c3bfc4c72a8c2e8354ebd48043f23e257ae04b93c1820b40d6c8a114cd0b176d');
INSERT INTO "fact_digest" VALUES(9,'club_act','[1]','68848e8345202f9be0c8e5e91b66658eabc0720a4e4920810c498c094894ab3f','fda9243412d2c04fb2b94a190a1ef391f615130d26ca3e8063f279daaf3013ab');
INSERT INTO "fact_digest" VALUES(10,'club_act','[2]','aaaafe688993a5b00b427bc31b170d208447f726b704cd224570608b04079938','9be53e22e58c94d0dbf8fa77d0ad459bacaeebb05363f7bd98b862651b47a2a9');
INSERT INTO "fact_digest" VALUES(11,'club_act','[3]','0a4946f73844b82af84058f306ade44caeb934631ae7bb72b60031d968a23217','07024a05db38670016a2429e0054ec2968c85280d9761d64490537194dcf74d6');
INSERT INTO "fact_digest" VALUES(12,'club_act','[4]','a936e68c6643f87ec22c57d5123b3b9ce125a926e1ac993e61fb7ef6b0c66493','be769e16fa7ac4b86ed1339afd632b8cbb7e061659e4a1314b51254cb1d70e54');
INSERT INTO "fact_digest" VALUES(13,'club_act','[5]','ad4ea30b1be0268198df6bdcdbba29c8b8d239caf436bbf2f6a628ef00b4e419','c7c4a247fc8794d6b1e9396409cb287fc01a66ff1ff1362e1a8f7533ad37015c');
INSERT INTO "fact_digest" VALUES(14,'club_act','[6]','18444670a345a4d20790c06308780a54b65ff684fe89449d889eac34c662d790','2089663cd347a9536c472e1e3cbe20a487c55ca1081d46cb06a6e3f696ada9bc');
INSERT INTO "fact_digest" VALUES(15,'club_act','[7]','a33bc758196c57b0dac5d810f92f284996abb5fc67f893c34289286ab84d7c88','57a2eb991d52d5ef61e1f7dd46b1a8b03db6ac7432c1f99054a5df396ad9d7e1');
INSERT INTO "fact_digest" VALUES(16,'club_act','[8]','0840424f09ef5568838cc880aba2acfe2d902997c4d123323533dc2e30c86a11','f9e31fb969a0990fc20ad8c9a5febc49c36f401731e002af994dbc58e359c270');
INSERT INTO "fact_digest" VALUES(17,'club_act','[9]','d4b009bf5ce8dac72b0f2064f8170a52c205039037da35194bf96aaf7a0c959b','25e4337a778f50b4e6a1da9c2ec134ece010493795ef839269528fc5a9803328');
INSERT INTO "fact_digest" VALUES(18,'club_mark','[1]','eaeb63c11959de5d44529ad9a189f9acfb9a8545950eb298f15c8898f358bfbc','feaa06629fd37c3f333eeebeb3a24a2691bb1552b097d382719dc58c1f7eb554');
INSERT INTO "fact_digest" VALUES(19,'link','["club","","viewer","2026-11-20T20:03:00+00:00"]','6e7efbaf00d83961c44cae2840ecf401a19a6956531d5244849b236b25afa435','31e785e13c984402476152b31872ebf433c7d01f2de3bb772f3514ea91b5f51f');
INSERT INTO "fact_digest" VALUES(20,'link','["night","n1","player","2026-11-20T20:13:00+00:00"]','905f6e4217d76537b60419999de0594e38117061e54ccda49c16a4fa255e427b','a6dbdd891366cfd6912b23932774c33e6388a1a46c65c53bc82811b23fed5ef8');
INSERT INTO "fact_digest" VALUES(21,'link','["night","n1","viewer","2026-11-20T20:14:00+00:00"]','e196eaa23d221afa7a5f248664eee49709fbe3bcdd4ab041e01d3865279ff282','7dc31222b5d2e5497a71e68699bac7ab7c60b342e0abfc28a01316dfdd173399');
INSERT INTO "fact_digest" VALUES(22,'link','["night","n2","player","2026-11-20T20:18:00+00:00"]','99a2a95d3dec739b1e5f5f461d2a8f1d263047129ff150c94f687f0dc0d8937b','a26bbd8464211b3b281c648d3ea0d63f08e1de06e3b063e2386c39c2bdb54601');
INSERT INTO "fact_digest" VALUES(23,'link','["night","n2","viewer","2026-11-20T20:19:00+00:00"]','dd38e9be6cf8382acbfac68f19ab1dc4d58f407e95e81405dd27491f8e00de0b','d57ff136792819a15dd06be2c801fbeebc3f395e6c6d91123c099cb7297e72dd');
INSERT INTO "fact_digest" VALUES(24,'night','["n1"]','958a827ca2bd63e4b2f53b7159a2b1f3694cf070e150eef8af1bab20e9aae33c','89c0b970a8a7022f070a2c6ccc6544e3be3f8bf334e00fe0a9e71c5580a3e7e5');
INSERT INTO "fact_digest" VALUES(25,'night','["n2"]','1b9e1d3de77ec02abc570dbcc83199079356d1bb674f361b67631a1eb37e6b1c','814109abac3ea9f9419e388c12bf5b2b51f3863031f9dc0c033f827fc017ce97');
INSERT INTO "fact_digest" VALUES(26,'night_game','[1]','37852bca9ff22b06195b031b50689e5434d558f881c72c30aa17c48d2cf1c88a','b21886e717543083a6683d2798a41510e6c69383cdc7f3deb36fa1f647cb0e24');
INSERT INTO "fact_digest" VALUES(27,'night_game','[2]','e05682abbf7d6164b2cc13b81c8a312c2b8b5ad485f96c96c0bd2f8143cce2d2','fd9e1ce41311e66ffdf8b186f31568069e96f1ec52b7c378b3a7e0de7f124a59');
INSERT INTO "fact_digest" VALUES(28,'night_game','[3]','ed8c4c4ff0f03adc60c5582b060253924d63683b4e70bb8d5fba330ec5a0e070','d64b3c6547a56fddc9eaf624f68876e35afe71767d37bc7ab31ed3681feaa62f');
INSERT INTO "fact_digest" VALUES(29,'night_game','[4]','0b757dfa3952a322a9edfbb3a5517bce323537de791bc3877ede5bb87949799b','76d9585b7a725480b8d285518406637b1cf3b9a057faf031a1037c78c099c2d0');
INSERT INTO "fact_digest" VALUES(30,'night_game','[5]','cc59a215b0130d8bba0e40b48aa71f6ac1d92a754e6967a154bf6ef1f57bf69f','ac2b941b58fde0f28d27052f245b65ea78a6c605f47d016cbbe96f1d3ff9207f');
INSERT INTO "fact_digest" VALUES(31,'payment','["m1"]','aefb134e94d9ba806b02cb4499ad5f96f08abae690fb036575cd21f09dd49f71','da312424562258a6177977733a32e5acd06f19c4955818dfe2db2a591de15301');
INSERT INTO "fact_digest" VALUES(32,'person','["p1"]','f18ef1a0679792671e5d8cb309b67db405996d68d07ef0de470b9be1bb70c402','f70216f3fffa3c9c1257ba64a011e2dc6490bb1a692588d633ca97e5a7fe17e8');
INSERT INTO "fact_digest" VALUES(33,'person','["p2"]','8670de08fe7166fd28151e26e75b60b50652cf17d10fa570ef96461e49b0ccb1','1e17eb8b77532fa39196478a43a2f85ffeb2ab1746d81217a3fab0d9bea3aab8');
INSERT INTO "fact_digest" VALUES(34,'person','["p3"]','ce83d3ea68b61446f4b839033c5f2dafe90ed61b3687509c7d4cafba6c0240c1','2b2a1e0bceeaccc6d231385c769b2c79f14a1dce0b89c72584f9f6b78eeace63');
INSERT INTO "fact_digest" VALUES(35,'person','["p4"]','b07626aeb803a2ebdce25a2fc1764bef97903481e4bebf15fff329fe2e7fb72f','b76c9bfa0e5696e354d2e54f508bf539fd78170621fba4176a54998d5846864d');
INSERT INTO "fact_digest" VALUES(36,'person','["p5"]','8dbc2b18fb8bf8ab86e83fbf46a0a51b0b39cdde73e63d17fa0408b33d79b473','1d3aa970a0ca7afb92676336657e752b737c4cb7f8be0301e262b61a26064ac0');
INSERT INTO "fact_digest" VALUES(37,'seat_person','[0,"key-17"]','621f09c1bf3cfd167f41c259a16d6c84453dbf69d2788d39068882432192dcec','8e6dd899ce82d57db20ee1e991fbdff000bd677fc6643e9abec43c0985a34324');
INSERT INTO "fact_digest" VALUES(38,'seat_person','[0,"key-27"]','5218571df313c5b87aac76e3174cf27ba7054b516917d32594a982864457b8d3','66e78274486fa00fcf552ae9f6490c5c7c2e7a2d5f5cbc054fd2cf1de693db87');
INSERT INTO "fact_digest" VALUES(39,'seat_person','[0,"key-38"]','c9c17e6f63488672695037bcb8bad36d7579d101f885fc208b4132f646da0961','422f847bf7f9ed5fa44f02a276cfb706d76aa9a9cc735dcb45aae2622984a1a1');
INSERT INTO "fact_digest" VALUES(40,'seat_person','[0,"key-44"]','51913b4d16ad2f39b0a6abb831bbac5cb0b21947f65d86c74adac0622ecd4618','eab6021de059cd99188bcaa5536dbfd226161c0c2c199b5ade5f9217119d00ca');
INSERT INTO "fact_digest" VALUES(41,'seat_person','[0,"key-6"]','6bdf00ed0a5019bb0e521b184a8e4206eed2c99480ad91b77743bc67e767c191','1f123f695d0884bd988d7ecf649a87dc3290fac70ccc02e21fb7a5f7eba84c3c');
INSERT INTO "fact_digest" VALUES(42,'seat_person','[1,"key-17"]','02a4c172d36bb3ed0522c27a76f7a67f11536c77b1d9f710ae833ffdab24dc35','a94c8f8d07b35733ba52f56d99bf7ce948f40f270b13d18299c760b5de449313');
INSERT INTO "fact_digest" VALUES(43,'seat_person','[1,"key-27"]','fc3c78453baba765c07eac74d1125275c77b4c2aa7a4d0528f44a894d391fc2d','b65e8c0f84a23a2083867ed9058439ef8cfa0966bddfaa825828045aac70b211');
INSERT INTO "fact_digest" VALUES(44,'seat_person','[1,"key-38"]','a3d02bcb9d12eaaab26efef53572b9ac8ee3a2cca1a2d4e03547d164c9eb3693','a90a5f539cc668b811c61b86b1bb1eada0ae8da9faa8975bdaf1af19b7fd4dcc');
INSERT INTO "fact_digest" VALUES(45,'seat_person','[1,"key-44"]','a06a4fe31d18283d017e04af2d6762c3bfd2ad4b6f1416fc109f6bb7be7d58f4','9e137322e70adf7f11f8ce73c94970cc664510000eac7f9a3a30457576626fbe');
INSERT INTO "fact_digest" VALUES(46,'seat_person','[1,"key-6"]','7f0dcdb8f23af0ec86abb84df704f595980e8158d8800c68e3db4a825e82a3d0','4c47413ab660dd74105987a79a11ccb59660acf816bc6f99baec17d54cb835be');
INSERT INTO "fact_digest" VALUES(47,'seat_person','[2,"key-17"]','21f4a77f704310daba5092e42a27fa48775dfbd5704f463043762d9f49ccda6f','0c4f816f8a0cb94b66cef290b29d5cf103db5366e225f0c15dfbe22b33603e4f');
INSERT INTO "fact_digest" VALUES(48,'seat_person','[2,"key-38"]','62117a06593cba6b7c1dd5923259020034c29182d43ef676bd4be423d9260824','4744598cb5d5ced26363ee1fb4e3b6fa8c2d61fd4fe4c16c36e6609b9365e9d5');
INSERT INTO "fact_digest" VALUES(49,'seat_person','[2,"key-6"]','71ac145724134d92b6c0d5e7177bd08550e2851b58a3d9456933e77b9b6aa237','00fbbcedcaf8545cdc87dc3be5d6d5ebd0f01bb12cd1e595773f28ed55337277');
INSERT INTO "fact_digest" VALUES(50,'seat_person','[3,"key-17"]','7839694ef0dc28c9a4e100ba1966b1aa30a7e7e291f5fef2a76f17f8aa5369fa','46741519f113a4b6da3c7f4fa66c77e541a7587fe9ed90650009f33cd9650eb1');
CREATE TABLE game (
            key TEXT PRIMARY KEY,
            created_at TEXT NOT NULL
        , pulse INTEGER NOT NULL DEFAULT 0, rematch TEXT REFERENCES game (key), suits_chosen_to INTEGER NOT NULL DEFAULT 0, needs_seat INTEGER, seats_known_after INTEGER NOT NULL DEFAULT 0, newest TEXT NOT NULL DEFAULT '', practice INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "game" VALUES('key-1','2026-11-20T20:00:00+00:00',18,NULL,0,1,0,'57320818d0499eff41ad712f3790f9608750e9fd4582202de42329addec422ea',0);
INSERT INTO "game" VALUES('key-6','2026-11-20T20:12:00+00:00',29,NULL,0,NULL,0,'ad15b85bd21b191a47cf8aa3d8de893e85816e725775e05e0693909736b73ddf',0);
INSERT INTO "game" VALUES('key-17','2026-11-20T20:13:00+00:00',39,NULL,0,NULL,0,'264909ae033ed2f7597b84c8586dd0062ecd47e820b175278cace8f3b12da3a6',0);
INSERT INTO "game" VALUES('key-27','2026-11-20T20:14:00+00:00',50,NULL,0,NULL,0,'8bc4b3d2d2ec74221c313a81a7c421eec4e3dc5209799101ad50d57cfc6b415c',0);
INSERT INTO "game" VALUES('key-38','2026-11-20T20:15:00+00:00',56,NULL,0,NULL,0,'52c81f7e6baba01143e20c4c6f70a46ae5fed325b20cc72217e1fe6a08405326',0);
INSERT INTO "game" VALUES('key-44','2026-11-20T20:16:00+00:00',62,NULL,0,NULL,0,'c9dbe9fa3aae5dbb3aa1a994f1049ad4adb08b4c86b4ae3c01d8c0b6e202f988',0);
INSERT INTO "game" VALUES('uQQvLwL2FPcGvpF__Wp98A','2026-11-22T16:20:24.449358+00:00',68,NULL,0,NULL,0,'1caa5cc7b8d10cad9cd6a93f90c8bd7ecac53e13c9920452f137fe79f214e054',0);
INSERT INTO "game" VALUES('EawbDabwAlTgpf9GN8sGZA','2026-11-23T15:47:57.828734+00:00',74,NULL,0,NULL,0,'fca7c490d29b3d31b75f0e597a13e29135d49df3e0efc9f1f07c7926190e1e58',0);
INSERT INTO "game" VALUES('PpBemXBUzczMWc2C9dcYfw','2026-11-23T16:09:48.936989+00:00',80,NULL,0,NULL,0,'cb62b65f3b6254b51a83356bb0601de5f2aeed2b778c904948f3dd568633c735',0);
INSERT INTO "game" VALUES('HuUbMgtxbRZEKPiumKn-ZQ','2026-11-23T20:42:57.198552+00:00',86,NULL,0,NULL,0,'02a5f94e9d316ba10df82e3a5f2e5605ec2d47bb5045616e59db6366d8627d68',0);
INSERT INTO "game" VALUES('hGdHLixyxCGeu5K7mKVodw','2026-11-23T21:01:32.866156+00:00',92,NULL,0,NULL,0,'352e4f4e8b83f9906e7a43b0efc49852f725b5f6acd44a4f3a3dd4b61d396426',0);
INSERT INTO "game" VALUES('RtWtnmym8sH-y5X3Nuz3Tw','2026-11-23T21:21:31.541664+00:00',98,NULL,0,NULL,0,'011d1b5a6616695103d86eb18e281366d6a335898d9d2a63e008a9f485bfcb86',0);
INSERT INTO "game" VALUES('EZg373nIKdQNuYUBy1mPjg','2026-11-24T06:28:21.981866+00:00',104,NULL,0,NULL,0,'3efe7bf30b82914afd4d71fd1aef145e133c62f9fa06caf18bc3796ebd2db19f',0);
INSERT INTO "game" VALUES('b1Uu-ikEWw0PEx_2xsyW6Q','2026-11-24T06:55:13.328113+00:00',110,NULL,0,NULL,0,'ac7694bd3e4d1d6b48ea8ce80d6f469639bb1dfacae60418837fe441c1a89888',0);
CREATE TABLE ledger_entry (
            date TEXT NOT NULL,
            part INTEGER NOT NULL,
            number INTEGER NOT NULL,
            line INTEGER NOT NULL,
            kind TEXT NOT NULL,
            ref TEXT,
            night TEXT,
            PRIMARY KEY (date, part, number, line)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "ledger_entry" VALUES('2026-01-01',0,0,0,'opening',NULL,NULL);
INSERT INTO "ledger_entry" VALUES('2026-11-13',1,1,0,'game','g1','n1');
INSERT INTO "ledger_entry" VALUES('2026-11-13',1,1,1,'fee','n1','n1');
INSERT INTO "ledger_entry" VALUES('2026-11-13',3,1,0,'payment','m1','n1');
INSERT INTO "ledger_entry" VALUES('2026-11-14',4,1,0,'adjustment','a1',NULL);
INSERT INTO "ledger_entry" VALUES('2026-11-20',1,2,0,'game','g2','n2');
INSERT INTO "ledger_entry" VALUES('2026-11-20',1,2,1,'game','g3','n2');
CREATE TABLE link (
            token TEXT PRIMARY KEY,
            opens TEXT NOT NULL CHECK (opens IN ('game', 'night', 'club')),
            id TEXT NOT NULL CHECK ((id = '') = (opens = 'club')),
            role TEXT NOT NULL CHECK (role IN ('viewer', 'player', 'host')),
            made_at TEXT NOT NULL,
            withdrawn_at TEXT,
            game TEXT AS (CASE opens WHEN 'game' THEN id END) REFERENCES game (key),
            night TEXT AS (CASE opens WHEN 'night' THEN id END) REFERENCES night (id)
        ) STRICT;
INSERT INTO "link" VALUES('key-2','game','key-1','viewer','2026-11-20T20:00:00+00:00',NULL);
INSERT INTO "link" VALUES('key-3','game','key-1','player','2026-11-20T20:00:00+00:00',NULL);
INSERT INTO "link" VALUES('key-4','game','key-1','host','2026-11-20T20:00:00+00:00',NULL);
INSERT INTO "link" VALUES('key-7','game','key-6','viewer','2026-11-20T20:12:00+00:00',NULL);
INSERT INTO "link" VALUES('key-8','game','key-6','player','2026-11-20T20:12:00+00:00',NULL);
INSERT INTO "link" VALUES('key-9','game','key-6','host','2026-11-20T20:12:00+00:00',NULL);
INSERT INTO "link" VALUES('key-18','game','key-17','viewer','2026-11-20T20:13:00+00:00',NULL);
INSERT INTO "link" VALUES('key-19','game','key-17','player','2026-11-20T20:13:00+00:00',NULL);
INSERT INTO "link" VALUES('key-20','game','key-17','host','2026-11-20T20:13:00+00:00',NULL);
INSERT INTO "link" VALUES('key-28','game','key-27','viewer','2026-11-20T20:14:00+00:00',NULL);
INSERT INTO "link" VALUES('key-29','game','key-27','player','2026-11-20T20:14:00+00:00',NULL);
INSERT INTO "link" VALUES('key-30','game','key-27','host','2026-11-20T20:14:00+00:00',NULL);
INSERT INTO "link" VALUES('key-39','game','key-38','viewer','2026-11-20T20:15:00+00:00',NULL);
INSERT INTO "link" VALUES('key-40','game','key-38','player','2026-11-20T20:15:00+00:00',NULL);
INSERT INTO "link" VALUES('key-41','game','key-38','host','2026-11-20T20:15:00+00:00',NULL);
INSERT INTO "link" VALUES('key-45','game','key-44','viewer','2026-11-20T20:16:00+00:00',NULL);
INSERT INTO "link" VALUES('key-46','game','key-44','player','2026-11-20T20:16:00+00:00',NULL);
INSERT INTO "link" VALUES('key-47','game','key-44','host','2026-11-20T20:16:00+00:00',NULL);
INSERT INTO "link" VALUES('DgxVP148cHgciwKqlnwj-A','game','uQQvLwL2FPcGvpF__Wp98A','viewer','2026-11-22T16:20:24.449358+00:00',NULL);
INSERT INTO "link" VALUES('gAR_R6TaqBkOkLZUX0ZHng','game','uQQvLwL2FPcGvpF__Wp98A','player','2026-11-22T16:20:24.449358+00:00',NULL);
INSERT INTO "link" VALUES('FaZX33013DzNAhLnm6Unhg','game','uQQvLwL2FPcGvpF__Wp98A','host','2026-11-22T16:20:24.449358+00:00',NULL);
INSERT INTO "link" VALUES('ffCcWDJWlWm8X99-GyfbIA','game','EawbDabwAlTgpf9GN8sGZA','viewer','2026-11-23T15:47:57.828734+00:00',NULL);
INSERT INTO "link" VALUES('pST9FIqYCBVSQUARym20vw','game','EawbDabwAlTgpf9GN8sGZA','player','2026-11-23T15:47:57.828734+00:00',NULL);
INSERT INTO "link" VALUES('c6bD4LUBCLvW51ZlDjgu4w','game','EawbDabwAlTgpf9GN8sGZA','host','2026-11-23T15:47:57.828734+00:00',NULL);
INSERT INTO "link" VALUES('new-1','club','','viewer','2026-11-20T20:03:00+00:00',NULL);
INSERT INTO "link" VALUES('new-2','night','n1','player','2026-11-20T20:13:00+00:00',NULL);
INSERT INTO "link" VALUES('new-3','night','n1','viewer','2026-11-20T20:14:00+00:00',NULL);
INSERT INTO "link" VALUES('new-4','night','n2','player','2026-11-20T20:18:00+00:00',NULL);
INSERT INTO "link" VALUES('new-5','night','n2','viewer','2026-11-20T20:19:00+00:00',NULL);
INSERT INTO "link" VALUES('ng11tJZs9z-CGLUmpRDTLw','game','PpBemXBUzczMWc2C9dcYfw','viewer','2026-11-23T16:09:48.936989+00:00',NULL);
INSERT INTO "link" VALUES('JqJXDH4PB-4W837-E-VCJQ','game','PpBemXBUzczMWc2C9dcYfw','player','2026-11-23T16:09:48.936989+00:00',NULL);
INSERT INTO "link" VALUES('VDu4ihItZOC-IBpbGh4_YA','game','PpBemXBUzczMWc2C9dcYfw','host','2026-11-23T16:09:48.936989+00:00',NULL);
INSERT INTO "link" VALUES('CKmja1fxzytHrQhrqDHnNA','game','HuUbMgtxbRZEKPiumKn-ZQ','viewer','2026-11-23T20:42:57.198552+00:00',NULL);
INSERT INTO "link" VALUES('r0WrbstLxrMf15DZjj-EBA','game','HuUbMgtxbRZEKPiumKn-ZQ','player','2026-11-23T20:42:57.198552+00:00',NULL);
INSERT INTO "link" VALUES('D0wPMYLX4Xqq-vOeGMZERg','game','HuUbMgtxbRZEKPiumKn-ZQ','host','2026-11-23T20:42:57.198552+00:00',NULL);
INSERT INTO "link" VALUES('ZpV9YjuIdmVy_egWjxZo5w','game','hGdHLixyxCGeu5K7mKVodw','viewer','2026-11-23T21:01:32.866156+00:00',NULL);
INSERT INTO "link" VALUES('CkeRm1Evzhp_ts2z30r21A','game','hGdHLixyxCGeu5K7mKVodw','player','2026-11-23T21:01:32.866156+00:00',NULL);
INSERT INTO "link" VALUES('BKKHPfiOkXnNsjC3PZY0eg','game','hGdHLixyxCGeu5K7mKVodw','host','2026-11-23T21:01:32.866156+00:00',NULL);
INSERT INTO "link" VALUES('5Ql2SEEQ_Jauvuleh7zBhA','game','RtWtnmym8sH-y5X3Nuz3Tw','viewer','2026-11-23T21:21:31.541664+00:00',NULL);
INSERT INTO "link" VALUES('vPpYtLwfl0_HHnvYOG9FQA','game','RtWtnmym8sH-y5X3Nuz3Tw','player','2026-11-23T21:21:31.541664+00:00',NULL);
INSERT INTO "link" VALUES('Zn8ZNJl-oM4CX75oT-rXRw','game','RtWtnmym8sH-y5X3Nuz3Tw','host','2026-11-23T21:21:31.541664+00:00',NULL);
INSERT INTO "link" VALUES('msX8pwvGMrk4tZ5QFwwI_Q','game','EZg373nIKdQNuYUBy1mPjg','viewer','2026-11-24T06:28:21.981866+00:00',NULL);
INSERT INTO "link" VALUES('UbSw3LBh9_hXlr2JgZg3Ow','game','EZg373nIKdQNuYUBy1mPjg','player','2026-11-24T06:28:21.981866+00:00',NULL);
INSERT INTO "link" VALUES('ieRKx-ZA2wkaBv3OGdLBIw','game','EZg373nIKdQNuYUBy1mPjg','host','2026-11-24T06:28:21.981866+00:00',NULL);
INSERT INTO "link" VALUES('m7U338KkxXvSSvqpspGXyg','game','b1Uu-ikEWw0PEx_2xsyW6Q','viewer','2026-11-24T06:55:13.328113+00:00',NULL);
INSERT INTO "link" VALUES('qyJB4QX06g3arFH_gZW_RA','game','b1Uu-ikEWw0PEx_2xsyW6Q','player','2026-11-24T06:55:13.328113+00:00',NULL);
INSERT INTO "link" VALUES('uPsL84zgAS4XeRsmbFz3BA','game','b1Uu-ikEWw0PEx_2xsyW6Q','host','2026-11-24T06:55:13.328113+00:00',NULL);
CREATE TABLE night (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            date TEXT NOT NULL,
            place TEXT NOT NULL DEFAULT '',
            settle TEXT NOT NULL,
            opened_at TEXT NOT NULL,
            change_number INTEGER NOT NULL DEFAULT 0
        , fees TEXT NOT NULL DEFAULT '[]'
                CHECK (json_valid(fees))) STRICT;
INSERT INTO "night" VALUES(1,'n1','2026-11-13','','transfers','2026-11-20T20:12:00+00:00',3,'[["person_night",200,null]]');
INSERT INTO "night" VALUES(2,'n2','2026-11-20','','carried','2026-11-20T20:17:00+00:00',10,'[]');
CREATE TABLE night_game (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL,
            game TEXT NOT NULL REFERENCES game (key),
            night TEXT NOT NULL REFERENCES night (id),
            label TEXT NOT NULL DEFAULT '',
            void INTEGER NOT NULL DEFAULT 0 CHECK (void IN (0, 1)),
            closed_early INTEGER CHECK (closed_early IN (0, 1)),
            put_at TEXT NOT NULL,
            taken_out_at TEXT
        ) STRICT;
INSERT INTO "night_game" VALUES(1,'g1','key-6','n1','1',0,NULL,'2026-11-20T20:22:00+00:00',NULL);
INSERT INTO "night_game" VALUES(2,'g2','key-17','n2','2',0,NULL,'2026-11-20T20:27:00+00:00',NULL);
INSERT INTO "night_game" VALUES(3,'g3','key-27','n2','3',0,NULL,'2026-11-20T20:34:00+00:00',NULL);
INSERT INTO "night_game" VALUES(4,'g4','key-38','n2','4',0,NULL,'2026-11-20T20:38:00+00:00',NULL);
INSERT INTO "night_game" VALUES(5,'g5','key-44','n2','5',0,NULL,'2026-11-20T20:43:00+00:00',NULL);
CREATE TABLE night_person (
            number INTEGER PRIMARY KEY,
            night TEXT NOT NULL REFERENCES night (id),
            person TEXT NOT NULL REFERENCES person (id),
            came_at TEXT NOT NULL,
            left_at TEXT
        , phone TEXT) STRICT;
CREATE TABLE officer_session (
            number INTEGER PRIMARY KEY,
            digest TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            phone TEXT NOT NULL,
            since TEXT NOT NULL,
            ended_at TEXT
        ) STRICT;
INSERT INTO "officer_session" VALUES(1,'824ae31130b074d66120e8bbb8e4139b265dc60ea7b4b03f9bc56e094ba1bf5b','Eve','','2026-11-20T20:04:00+00:00',NULL);
CREATE TABLE pair (
            game TEXT NOT NULL,
            first TEXT NOT NULL,
            second TEXT NOT NULL,
            night TEXT NOT NULL,
            date TEXT NOT NULL,
            variant TEXT NOT NULL,
            are_members INTEGER NOT NULL,
            first_ahead INTEGER NOT NULL,
            second_ahead INTEGER NOT NULL,
            money INTEGER NOT NULL,
            PRIMARY KEY (game, first, second)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "pair" VALUES('g1','p1','p2','n1','2026-11-13','laws',1,1,0,200);
INSERT INTO "pair" VALUES('g1','p1','p3','n1','2026-11-13','laws',0,1,0,1400);
INSERT INTO "pair" VALUES('g1','p2','p3','n1','2026-11-13','laws',0,1,0,1200);
INSERT INTO "pair" VALUES('g2','p1','p2','n2','2026-11-20','contract',1,0,1,-250);
INSERT INTO "pair" VALUES('g2','p1','p3','n2','2026-11-20','contract',0,0,1,-100);
INSERT INTO "pair" VALUES('g2','p1','p4','n2','2026-11-20','contract',0,0,1,-225);
INSERT INTO "pair" VALUES('g2','p2','p3','n2','2026-11-20','contract',0,1,0,150);
INSERT INTO "pair" VALUES('g2','p2','p4','n2','2026-11-20','contract',0,1,0,25);
INSERT INTO "pair" VALUES('g2','p3','p4','n2','2026-11-20','contract',0,0,1,-125);
INSERT INTO "pair" VALUES('g3','p1','p2','n2','2026-11-20','gin150',1,1,0,100);
CREATE TABLE payment (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            date TEXT NOT NULL,
            payer TEXT,
            payee TEXT,
            minor INTEGER CHECK (minor > 0),
            night TEXT REFERENCES night (id),
            method TEXT NOT NULL DEFAULT '',
            reverses TEXT UNIQUE REFERENCES payment (id),
            at TEXT NOT NULL,
            CHECK ((reverses IS NULL) = (payer IS NOT NULL)),
            CHECK ((reverses IS NULL) = (payee IS NOT NULL)),
            CHECK ((reverses IS NULL) = (minor IS NOT NULL)),
            CHECK (reverses IS NULL OR night IS NULL),
            CHECK (payer <> payee)
        ) STRICT;
INSERT INTO "payment" VALUES(1,'m1','2026-11-13','p1','till',200,'n1','cash',NULL,'2026-11-20T20:48:00+00:00');
CREATE TABLE person (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            short TEXT NOT NULL DEFAULT '',
            joined_on TEXT NOT NULL DEFAULT '',
            left_on TEXT NOT NULL DEFAULT '',
            is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
            opening INTEGER NOT NULL DEFAULT 0,
            same_as TEXT REFERENCES person (id) CHECK (same_as <> id),
            note TEXT NOT NULL DEFAULT '',
            added_at TEXT NOT NULL
        , removed_at TEXT, salt TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "person" VALUES(1,'p1','Ann','','2026-01-01','',1,0,NULL,'','2026-11-20T20:06:00+00:00',NULL,'6b03bef3a34e4e33d796cfaff50751fd');
INSERT INTO "person" VALUES(2,'p2','Bob','','2026-01-01','',1,0,NULL,'','2026-11-20T20:08:00+00:00',NULL,'754093e23c09b20fdb484fb56389cbee');
INSERT INTO "person" VALUES(3,'p3','Cal','','','',1,0,NULL,'','2026-11-20T20:10:00+00:00',NULL,'980ec92d974cc371b1b536ecaefd7d51');
INSERT INTO "person" VALUES(4,'p4','Dot','','','',1,0,NULL,'','2026-11-20T20:28:00+00:00',NULL,'96a78309086308d08fac5553443f4d1a');
INSERT INTO "person" VALUES(5,'p5','Eve','','','',1,0,NULL,'','2026-11-20T20:50:00+00:00',NULL,'9a1bd2aadc2ade3bce5b3cb1da0940f0');
CREATE TABLE posting (
            date TEXT NOT NULL,
            part INTEGER NOT NULL,
            number INTEGER NOT NULL,
            line INTEGER NOT NULL,
            place INTEGER NOT NULL,
            account TEXT NOT NULL,
            minor INTEGER NOT NULL,
            PRIMARY KEY (date, part, number, line, place)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "posting" VALUES('2026-11-14',4,1,0,1,'adjustments',350);
INSERT INTO "posting" VALUES('2026-11-13',1,1,1,3,'fees',-600);
INSERT INTO "posting" VALUES('2026-01-01',0,0,0,1,'opening',-2000);
INSERT INTO "posting" VALUES('2026-11-13',1,1,0,0,'people:p1',-1600);
INSERT INTO "posting" VALUES('2026-11-13',1,1,1,0,'people:p1',200);
INSERT INTO "posting" VALUES('2026-11-13',3,1,0,1,'people:p1',-200);
INSERT INTO "posting" VALUES('2026-11-20',1,2,0,0,'people:p1',575);
INSERT INTO "posting" VALUES('2026-11-20',1,2,1,0,'people:p1',-100);
INSERT INTO "posting" VALUES('2026-11-13',1,1,0,1,'people:p2',-1000);
INSERT INTO "posting" VALUES('2026-11-13',1,1,1,1,'people:p2',200);
INSERT INTO "posting" VALUES('2026-11-20',1,2,0,1,'people:p2',-425);
INSERT INTO "posting" VALUES('2026-11-20',1,2,1,1,'people:p2',100);
INSERT INTO "posting" VALUES('2026-11-13',1,1,0,2,'people:p3',2600);
INSERT INTO "posting" VALUES('2026-11-13',1,1,1,2,'people:p3',200);
INSERT INTO "posting" VALUES('2026-11-20',1,2,0,2,'people:p3',175);
INSERT INTO "posting" VALUES('2026-11-20',1,2,0,3,'people:p4',-325);
INSERT INTO "posting" VALUES('2026-01-01',0,0,0,0,'till',2000);
INSERT INTO "posting" VALUES('2026-11-13',3,1,0,0,'till',200);
INSERT INTO "posting" VALUES('2026-11-14',4,1,0,0,'till',-350);
CREATE TABLE presses (
            game TEXT NOT NULL REFERENCES game (key),
            entry INTEGER NOT NULL,
            text TEXT NOT NULL CHECK (json_valid(text)),
            PRIMARY KEY (game, entry)
        ) STRICT;
INSERT INTO "presses" VALUES('key-1',6,'["K"]');
CREATE TABLE result (
            game TEXT NOT NULL,
            seat INTEGER NOT NULL,
            person TEXT NOT NULL,
            night TEXT NOT NULL,
            date TEXT NOT NULL,
            night_number INTEGER NOT NULL,
            game_number INTEGER NOT NULL,
            variant TEXT NOT NULL,
            is_member INTEGER NOT NULL,
            place INTEGER NOT NULL,
            players INTEGER NOT NULL,
            
            wins INTEGER NOT NULL,
            points INTEGER NOT NULL,
            money INTEGER,
            deals INTEGER NOT NULL,
            outs INTEGER NOT NULL,
            best_deal INTEGER,
            concealed INTEGER NOT NULL,
            queens_caught INTEGER NOT NULL,
            jokers_caught INTEGER NOT NULL,
            gins INTEGER NOT NULL,
            undercuts INTEGER NOT NULL,
            first_of_game INTEGER NOT NULL,
            first_member INTEGER NOT NULL,
            feat_best_total INTEGER,
            feat_best_deal INTEGER,
            feat_fastest INTEGER,
            feat_biggest_win INTEGER,

            PRIMARY KEY (game, seat)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "result" VALUES('g1',0,'p1','n1','2026-11-13',1,1,'laws',1,1,3,2520,3137400,1600,6,3,380,0,0,0,0,0,1,1,3137400,957600,-15120,579600);
INSERT INTO "result" VALUES('g1',1,'p2','n1','2026-11-13',1,1,'laws',1,2,3,0,2557800,1000,6,2,360,2,1,0,0,0,0,0,2557800,907200,NULL,NULL);
INSERT INTO "result" VALUES('g1',2,'p3','n1','2026-11-13',1,1,'laws',0,3,3,0,-541800,-2600,6,1,340,0,0,1,0,0,0,0,-541800,856800,NULL,NULL);
INSERT INTO "result" VALUES('g2',0,'p1','n2','2026-11-20',2,2,'contract',1,4,4,0,-667800,-575,5,1,0,0,0,2,0,0,1,1,-667800,NULL,NULL,NULL);
INSERT INTO "result" VALUES('g2',1,'p2','n2','2026-11-20',2,2,'contract',1,1,4,2520,-541800,425,5,1,0,0,0,1,0,0,0,0,-541800,NULL,-12600,12600);
INSERT INTO "result" VALUES('g2',2,'p3','n2','2026-11-20',2,2,'contract',0,3,4,0,-617400,-175,5,1,0,0,0,1,0,0,0,0,-617400,NULL,NULL,NULL);
INSERT INTO "result" VALUES('g2',3,'p4','n2','2026-11-20',2,2,'contract',0,2,4,0,-554400,325,5,2,0,0,0,1,0,0,0,0,-554400,NULL,NULL,NULL);
INSERT INTO "result" VALUES('g3',0,'p1','n2','2026-11-20',2,3,'gin150',1,1,2,2520,380520,100,6,3,76,0,0,0,1,1,1,1,380520,191520,-15120,252000);
INSERT INTO "result" VALUES('g3',1,'p2','n2','2026-11-20',2,3,'gin150',1,2,2,0,128520,-100,6,2,51,0,0,0,1,0,0,0,128520,128520,NULL,NULL);
CREATE TABLE seat (
            game TEXT NOT NULL REFERENCES game (key),
            seat INTEGER NOT NULL CHECK (seat >= 0),
            phone TEXT NOT NULL,
            since TEXT NOT NULL,
            PRIMARY KEY (game, seat),
            UNIQUE (game, phone)
        ) STRICT;
INSERT INTO "seat" VALUES('key-1',1,'phone-cal','2026-11-20T20:06:00+00:00');
CREATE TABLE seat_change (
            game TEXT NOT NULL REFERENCES game (key),
            number INTEGER NOT NULL CHECK (number >= 1),
            entry INTEGER NOT NULL,
            seat INTEGER NOT NULL CHECK (seat >= 0),
            phone TEXT NOT NULL,
            at TEXT NOT NULL,
            PRIMARY KEY (game, number)
        ) STRICT;
INSERT INTO "seat_change" VALUES('key-1',1,1,0,'phone-ann','2026-11-20T20:01:00+00:00');
INSERT INTO "seat_change" VALUES('key-1',2,1,1,'phone-bob','2026-11-20T20:02:00+00:00');
INSERT INTO "seat_change" VALUES('key-1',3,4,1,'phone-cal','2026-11-20T20:06:00+00:00');
INSERT INTO "seat_change" VALUES('key-1',4,4,0,'','2026-11-20T20:07:00+00:00');
CREATE TABLE seat_person (
            game TEXT NOT NULL REFERENCES game (key),
            seat INTEGER NOT NULL CHECK (seat >= 0),
            person TEXT NOT NULL REFERENCES person (id),
            PRIMARY KEY (game, seat)
        ) STRICT;
INSERT INTO "seat_person" VALUES('key-6',0,'p1');
INSERT INTO "seat_person" VALUES('key-6',1,'p2');
INSERT INTO "seat_person" VALUES('key-6',2,'p3');
INSERT INTO "seat_person" VALUES('key-17',0,'p1');
INSERT INTO "seat_person" VALUES('key-17',1,'p2');
INSERT INTO "seat_person" VALUES('key-17',2,'p3');
INSERT INTO "seat_person" VALUES('key-17',3,'p4');
INSERT INTO "seat_person" VALUES('key-27',0,'p1');
INSERT INTO "seat_person" VALUES('key-27',1,'p2');
INSERT INTO "seat_person" VALUES('key-38',0,'p1');
INSERT INTO "seat_person" VALUES('key-38',1,'p2');
INSERT INTO "seat_person" VALUES('key-38',2,'p3');
INSERT INTO "seat_person" VALUES('key-44',0,'p1');
INSERT INTO "seat_person" VALUES('key-44',1,'p2');
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
INSERT INTO "slip" VALUES('key-1',4,1,'Bob’s phone','Bob','{"hand1-melds":"9 9 9","hand1-in_hand":"7 8 A"}','2026-11-20T20:11:00+00:00');
CREATE TABLE watch_code (
            letters TEXT PRIMARY KEY,
            opens TEXT NOT NULL CHECK (opens IN ('game', 'night')),
            id TEXT NOT NULL,
            expires_at TEXT NOT NULL,
            game TEXT AS (CASE opens WHEN 'game' THEN id END) REFERENCES game (key),
            night TEXT AS (CASE opens WHEN 'night' THEN id END) REFERENCES night (id),
            UNIQUE (opens, id)
        ) STRICT;
INSERT INTO "watch_code" VALUES('PNVR','game','key-1','2026-11-21T14:10:00+00:00');
INSERT INTO "watch_code" VALUES('JVBY','night','n1','2026-11-21T14:15:00+00:00');
INSERT INTO "watch_code" VALUES('KKDN','night','n2','2026-11-21T14:20:00+00:00');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE TRIGGER entry_is_appended BEFORE INSERT ON entry
        WHEN NEW.seq <> 1 + (SELECT count(*) FROM entry WHERE game = NEW.game)
            OR EXISTS (SELECT 1 FROM entry WHERE entry_id = NEW.entry_id)
        BEGIN SELECT RAISE(ABORT, 'an entry is appended once, at the end of its journal'); END;
CREATE INDEX game_by_pulse ON game (pulse);
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
CREATE TRIGGER entry_is_not_changed BEFORE UPDATE ON entry
        BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END;
CREATE TRIGGER entry_has_a_digest BEFORE INSERT ON entry WHEN length(NEW.digest) <> 64
        BEGIN SELECT RAISE(ABORT, 'an entry has a digest'); END;
CREATE TRIGGER seat_change_is_not_changed BEFORE UPDATE ON seat_change
        BEGIN SELECT RAISE(ABORT, 'a change of seats is never changed'); END;
CREATE INDEX night_by_date ON night (date, number);
CREATE INDEX night_by_change_number ON night (change_number);
CREATE UNIQUE INDEX night_person_there ON night_person (night, person)
            WHERE left_at IS NULL;
CREATE UNIQUE INDEX night_game_in_force ON night_game (game) WHERE taken_out_at IS NULL;
CREATE UNIQUE INDEX night_game_by_id ON night_game (id) WHERE taken_out_at IS NULL;
CREATE INDEX night_game_by_night ON night_game (night, number);
CREATE INDEX seat_person_by_person ON seat_person (person);
CREATE UNIQUE INDEX closing_in_force ON closing (night) WHERE reopened_at IS NULL;
CREATE INDEX payment_by_night ON payment (night, number);
CREATE INDEX club_act_by_night ON club_act (night, number);
CREATE TRIGGER club_act_is_not_changed BEFORE UPDATE ON club_act
        BEGIN SELECT RAISE(ABORT, 'an act of the club is never changed'); END;
CREATE TRIGGER club_act_is_felt AFTER INSERT ON club_act
        BEGIN
            UPDATE night SET change_number = 1 + (SELECT max(change_number) FROM night)
            WHERE id = NEW.night OR NEW.night IS NULL
                AND id NOT IN (SELECT night FROM closing WHERE reopened_at IS NULL);
        END;
CREATE TRIGGER game_of_a_night_is_felt AFTER UPDATE OF pulse ON game
        BEGIN
            UPDATE night SET change_number = 1 + (SELECT max(change_number) FROM night)
            WHERE id =
                (SELECT night FROM night_game WHERE game = NEW.key AND taken_out_at IS NULL);
        END;
CREATE TRIGGER person_is_not_deleted BEFORE DELETE ON person
        BEGIN SELECT RAISE(ABORT, 'a row of person is never deleted'); END;
CREATE TRIGGER night_is_not_deleted BEFORE DELETE ON night
        BEGIN SELECT RAISE(ABORT, 'a row of night is never deleted'); END;
CREATE TRIGGER night_person_is_not_deleted BEFORE DELETE ON night_person
        BEGIN SELECT RAISE(ABORT, 'a row of night_person is never deleted'); END;
CREATE TRIGGER night_game_is_not_deleted BEFORE DELETE ON night_game
        BEGIN SELECT RAISE(ABORT, 'a row of night_game is never deleted'); END;
CREATE TRIGGER closing_is_not_deleted BEFORE DELETE ON closing
        BEGIN SELECT RAISE(ABORT, 'a row of closing is never deleted'); END;
CREATE TRIGGER payment_is_not_deleted BEFORE DELETE ON payment
        BEGIN SELECT RAISE(ABORT, 'a row of payment is never deleted'); END;
CREATE TRIGGER adjustment_is_not_deleted BEFORE DELETE ON adjustment
        BEGIN SELECT RAISE(ABORT, 'a row of adjustment is never deleted'); END;
CREATE TRIGGER club_act_is_not_deleted BEFORE DELETE ON club_act
        BEGIN SELECT RAISE(ABORT, 'a row of club_act is never deleted'); END;
CREATE TRIGGER payment_is_not_changed BEFORE UPDATE ON payment
        BEGIN SELECT RAISE(ABORT, 'a row of payment is never changed'); END;
CREATE TRIGGER adjustment_is_not_changed BEFORE UPDATE ON adjustment
        BEGIN SELECT RAISE(ABORT, 'a row of adjustment is never changed'); END;
CREATE INDEX result_by_night ON result (night);
CREATE INDEX result_by_date ON result (date);
CREATE INDEX pair_by_night ON pair (night);
CREATE INDEX pair_by_first ON pair (first, second, date);
CREATE INDEX pair_by_second ON pair (second, date);
CREATE INDEX ledger_entry_by_part ON ledger_entry (part, number);
CREATE INDEX ledger_entry_by_night ON ledger_entry (night, date);
CREATE INDEX posting_by_account ON posting (account, date, part, number, line, minor);
CREATE TRIGGER posting_adds_to_account AFTER INSERT ON posting
        BEGIN
            INSERT INTO account VALUES (NEW.account, NEW.minor, 1) ON CONFLICT (name)
                DO UPDATE SET minor = minor + excluded.minor, postings = postings + 1;
        END;
CREATE TRIGGER posting_leaves_account AFTER DELETE ON posting
        BEGIN
            UPDATE account SET minor = minor - OLD.minor, postings = postings - 1
                WHERE name = OLD.account;
            DELETE FROM account WHERE name = OLD.account AND postings = 0;
        END;
CREATE INDEX club_act_by_subject ON club_act (subject);
CREATE INDEX night_game_by_any_id ON night_game (id);
CREATE INDEX result_by_best_total ON result (variant, feat_best_total, date, is_member);
CREATE INDEX result_by_best_deal ON result (variant, feat_best_deal, date, is_member);
CREATE INDEX result_by_fastest ON result (variant, feat_fastest, date, is_member);
CREATE INDEX result_by_biggest_win ON result (variant, feat_biggest_win, date, is_member);
CREATE INDEX clock_step_by_time ON clock_step (before);
CREATE UNIQUE INDEX link_in_force ON link (opens, id, role) WHERE withdrawn_at IS NULL;
CREATE TRIGGER link_insert_is_felt AFTER INSERT ON link
        BEGIN
            UPDATE game SET pulse = 1 + (SELECT max(pulse) FROM game) WHERE key = NEW.game;
        END;
CREATE TRIGGER link_update_is_felt AFTER UPDATE ON link
        BEGIN
            UPDATE game SET pulse = 1 + (SELECT max(pulse) FROM game) WHERE key = NEW.game;
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
CREATE INDEX result_by_person ON result (
            person, date, night_number, game_number, variant, is_member,
            wins, points, money, first_of_game, first_member, deals, outs, best_deal,
            concealed, queens_caught, jokers_caught, gins, undercuts
        );
CREATE INDEX seat_by_phone ON seat (phone);
CREATE INDEX night_person_by_phone ON night_person (phone) WHERE phone IS NOT NULL;
CREATE INDEX fact_digest_by_key ON fact_digest (part, key, number);
CREATE TRIGGER fact_digest_is_not_changed BEFORE UPDATE ON fact_digest
        BEGIN SELECT RAISE(ABORT, 'a digest is never changed'); END;
CREATE TRIGGER fact_digest_is_not_deleted BEFORE DELETE ON fact_digest
        BEGIN SELECT RAISE(ABORT, 'a digest is never deleted'); END;
CREATE TRIGGER entry_insert_is_felt AFTER INSERT ON entry
        BEGIN
            UPDATE game SET pulse = 1 + (SELECT max(pulse) FROM game), newest = NEW.digest
                WHERE key = NEW.game;
        END;
CREATE INDEX practice_table ON game (created_at) WHERE practice;
CREATE TRIGGER entry_is_not_deleted BEFORE DELETE ON entry
        WHEN NOT (SELECT practice FROM game WHERE key = OLD.game)
        BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END;
CREATE TRIGGER seat_change_is_not_deleted BEFORE DELETE ON seat_change
        WHEN NOT (SELECT practice FROM game WHERE key = OLD.game)
        BEGIN SELECT RAISE(ABORT, 'a change of seats is never deleted'); END;
COMMIT;
