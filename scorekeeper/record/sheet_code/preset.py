"""The preset dictionary of the sheet code, version 1: texts that most games have in common.

No byte of it may ever change, since sheets that are printed could not be read again.
"""

from typing import Final

PRESET: Final = (
    b'{"variant":"laws","options":{"joker_in_pack":true,"high_unmelded":10,"ace_both_ends":true,"mi'
    b'n_naturals":0,"five_players":false,"going_out_bonus":100,"concealed_bonus":250,"winner_bonus"'
    b':200,"first_turn_out":"out_only","concealed_timing":"end","wrong_count_rule":true,"last_card_'
    b'out_bonus":true,"penalty":25,"target":1000,"target_test":"reach","tie":"divide","tie_split":"'
    b'exact","rounding":"nearest_100","negative_half":"away","settlement":"difference","no_winner_d'
    b'eal":"same"},"players":["{"variant":"modern","options":{"joker_in_pack":true,"high_unmelded":'
    b'20,"ace_both_ends":true,"min_naturals":0,"five_players":true,"going_out_bonus":100,"concealed'
    b'_bonus":250,"winner_bonus":200,"first_turn_out":"no_bonus","concealed_timing":"end","wrong_co'
    b'unt_rule":false,"last_card_out_bonus":true,"penalty":0,"target":1000,"target_test":"pass","ti'
    b'e":"divide","tie_split":"exact","rounding":"none","negative_half":"away","settlement":"differ'
    b'ence","no_winner_deal":"same"},"players":["{"variant":"contract","options":{"jokers_per_deck"'
    b':2,"ace":"high","stock_out":"reshuffle","wild_moves":"next_higher_end","min_naturals":0,"tie"'
    b':"shared","settlement":"off"},"players":["{"variant":"gin150","options":{"target":150,"gin_bo'
    b'nus":20,"undercut_bonus":10,"undercut_on_tie":true,"gin_immune":true,"ace_upcard":"gin_only",'
    b'"spade_double":false,"box_bonus":0,"game_bonus":0,"extra_boxes":false,"shutout":"none","settl'
    b'ement":"difference","deal":"alternate"},"players":["{"variant":"gin100","options":{"target":1'
    b'00,"gin_bonus":25,"undercut_bonus":25,"undercut_on_tie":true,"gin_immune":true,"ace_upcard":"'
    b'gin_only","spade_double":false,"box_bonus":0,"game_bonus":0,"extra_boxes":false,"shutout":"no'
    b'ne","settlement":"difference","deal":"alternate"},"players":[""],"stake":{"currency":"EUR","a'
    b'mount":"0.50","per":100},"title":"Friday table ","place":"","closed_early":{"settles":false},'
    b'"played_on":"2026-11-20","deals":[{"dealer":0,"upcard":"","ending":"knock","by":1,"hands":[{"'
    b'cards":""},{"deadwood_points":20,"lay_offs":""},{"melds":[""],"deadwood":""},{"sat_out":true}'
    b',{"melded_points":0,"in_hand_points":0,"penalties":[{"points":25,"reason":""},{"law":18}],"to'
    b'ok_pile":true,"discard":""},{"in_hand":"","laid_down":true,"melds":[""]}],"first_turn":true,"'
    b'last_card":true,"ending":"stock","ending":"out","by":2,"concealed":true,"hands":[{"melds":[""'
    b'ANan","BObo","CPcp","DQdq","ERer","FSfs","GTgt","HUhu","IViv","JWjw","KXkx","LYly","MZmz"","m'
    b'elds":["nopqrstuvwxyz","abcdefghijklm","NOPQRSTUVWXYZ","ABCDEFGHIJKLM"],"in_hand":"","took_pi'
    b'le":true},{"melds":[],"in_hand":""}]},{"ending":"out","by":2,"hands":[{"melds":["","in_hand":'
    b'""},{"melds":["'
)
