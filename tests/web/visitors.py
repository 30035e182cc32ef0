"""Every page of the site, every kind of visitor, and what each gets."""

import re
from typing import Final

LEAST: Final = """
    backups.download          GET   keeper
    backups.make_another      POST  keeper
    backups.show_backups      GET   keeper
    club.add                  POST  officer
    club.add_people           POST  officer
    club.ask_charge           GET   officer
    club.ask_expense          GET   officer
    club.ask_list             GET   officer
    club.ask_members_link     GET   officer
    club.ask_past             GET   officer
    club.ask_payment          GET   officer
    club.ask_person           GET   officer
    club.ask_settings         GET   officer
    club.ask_spellings        GET   officer
    club.attendance           GET   member
    club.attendance_file      GET   member
    club.book                 GET   officer
    club.bring_season         POST  officer
    club.change_settings      POST  officer
    club.charge_paper         GET   officer
    club.download_file        GET   officer
    club.enter_charge         POST  officer
    club.enter_expense        POST  officer
    club.enter_payment        POST  officer
    club.entry                GET   officer
    club.file_progress        GET   officer
    club.game                 GET   member
    club.give_charge_back     POST  officer
    club.home                 GET   member
    club.join_people          POST  officer
    club.ledger               GET   officer
    club.make_file            POST  officer
    club.mark                 GET   officer
    club.money                GET   officer
    club.nights               GET   member
    club.past_games           GET   member
    club.people               GET   member
    club.person               GET   member
    club.remove               POST  officer
    club.renew_members_link   POST  officer
    club.save_person          POST  officer
    club.save_season          POST  officer
    club.season               GET   member
    club.season_paper         GET   member
    club.separate_people      POST  officer
    club.show_charge          GET   officer
    club.sign_out_other       POST  officer
    club.standings            GET   member
    club.standings_file       GET   reader
    club.standings_frame      GET   reader
    club.standings_paper      GET   member
    club.standings_tv         GET   member
    club.statement            GET   member
    club.statement_paper      GET   member
    club.take_back_list       POST  officer
    club.take_entry_back      POST  officer
    club.take_out_name        POST  officer
    club.take_season_out      POST  officer
    club.withdraw_members_link POST officer
    club_live.nights_version  GET   member
    club_live.stream_nights   GET   member
    core.ask_look             GET   anybody
    core.favicon              GET   anybody
    core.manifest             GET   anybody
    core.offline              GET   anybody
    core.robots               GET   anybody
    core.serve                GET   anybody
    core.service_worker       GET   anybody
    core.set_look             POST  anybody
    core.touch_icon           GET   anybody
    deal.ask_correction       GET   enters
    deal.ask_deal             GET   enters
    deal.enter_correction     POST  enters
    deal.enter_deal           POST  enters
    deal.hear                 POST  player
    deal.preview              POST  player
    hands.ask_hand            GET   enters
    hands.drop_hand           POST  enters
    hands.hand_in             POST  enters
    hands.look_at_deal        GET   enters
    hands.overview            GET   enters
    hands.score_hands         POST  enters
    hands.take_hand           POST  enters
    health.health             GET   anybody
    live.meanwhile            GET   player
    live.stream               GET   viewer
    live.version              GET   viewer
    live.writing              POST  player
    new_game.ask_codes        GET   anybody
    new_game.ask_letters      GET   anybody
    new_game.ask_record       GET   anybody
    new_game.at_home          GET   anybody
    new_game.bring_record     POST  anybody
    new_game.games            GET   anybody
    new_game.home             GET   anybody
    new_game.look_at_codes    POST  anybody
    new_game.new              GET   anybody
    new_game.start            POST  anybody
    new_game.take_game        POST  anybody
    new_game.watch            GET   anybody
    new_night.ask_night       GET   officer
    new_night.open_new_night  POST  officer
    night_live.night_version  GET   watch
    night_live.stream_night   GET   watch
    night_of_game.ask_night_of_game GET host
    night_of_game.end_round   POST enters
    night_of_game.put_into_night POST host
    night_of_game.say_last_deal POST player
    night_of_game.take_out_of_night POST host
    nights.add_pot            POST  night_officer
    nights.ask_closing        GET   join
    nights.ask_game           GET   night_officer
    nights.ask_open_again     GET   night_officer
    nights.ask_organising     GET   night_officer
    nights.ask_table          GET   join
    nights.ask_terms          GET   night_officer
    nights.begin_round        POST  night_officer
    nights.board              GET   watch
    nights.bring_in           POST  join
    nights.bundle_progress    GET   join
    nights.change_terms       POST  night_officer
    nights.close_this_night   POST  night_officer
    nights.code               GET   join
    nights.come               POST  join
    nights.come_late          POST  night_officer
    nights.download_bundle    GET   join
    nights.give_award         POST  night_officer
    nights.keep_game          POST  night_officer
    nights.leave_early        POST  night_officer
    nights.leave_out_tables   POST  night_officer
    nights.make_bundle        POST  join
    nights.make_night_letters POST  join
    nights.make_void          POST  night_officer
    nights.mark_all_paid      POST  night_officer
    nights.mark_paid          POST  join
    nights.open_again         POST  night_officer
    nights.organise_this_night POST night_officer
    nights.paper              GET   watch
    nights.payouts            GET   watch
    nights.plan               GET   night_officer
    nights.prizes             GET   watch
    nights.prolong            POST  night_officer
    nights.renew_code         POST  night_officer
    nights.ring               POST  night_officer
    nights.rounds             GET   watch
    nights.rounds_paper       GET   watch
    nights.show_bundle        GET   join
    nights.show_games         GET   join
    nights.show_on_tv         POST  night_officer
    nights.show_plan          POST  night_officer
    nights.sit                POST  join
    nights.start_table        POST  join
    nights.stop_bundle        POST  join
    nights.take_all_back      POST  night_officer
    nights.take_award_back    POST  night_officer
    nights.take_from_night    POST  night_officer
    nights.take_payment_back  POST  join
    nights.take_plan_back     POST  night_officer
    nights.take_who_back      POST  join
    nights.tell_who           POST  join
    nights.tv                 GET   watch
    nights.wait_no_longer     POST  join
    nights.withdraw_code      POST  night_officer
    officers.ask_passphrase   GET   anybody
    officers.sign_in          POST  anybody
    officers.sign_out         POST  anybody
    people.ask_for_seats      POST  host
    people.ask_links          GET   host
    people.ask_names          GET   enters
    people.ask_seat           GET   player
    people.come_back          POST  enters
    people.free_seat          POST  host
    people.join               POST  enters
    people.leave              POST  enters
    people.make_letters       POST  host
    people.move               POST  enters
    people.rename             POST  enters
    people.renew              POST  host
    people.sit_down           POST  player
    people.stand_up           POST  player
    people.take_seat          POST  player
    people.withdraw_letters   POST  host
    people.withdraw_link      POST  host
    reference.card            GET   anybody
    reference.hand            GET   anybody
    reference.hear_hand       POST  anybody
    reference.pad             GET   anybody
    reference.rules           GET   anybody
    reference.rules_of        GET   anybody
    review.agree              POST  seated
    review.ask_challenge      GET   seated
    review.ask_close          GET   enters
    review.ask_reopen         GET   enters
    review.ask_undo           GET   enters
    review.challenge          POST  seated
    review.close              POST  enters
    review.history            GET   viewer
    review.reopen             POST  enters
    review.take_back          POST  enters
    set_up.ask_club           GET   first
    set_up.set_up             POST  first
    setup.ask_setup           GET   enters
    setup.change              POST  enters
    setup.put_game_away       POST  host
    table.big                 GET   viewer
    table.deal                GET   viewer
    table.final               GET   viewer
    table.other_rules         GET   viewer
    table.paper               GET   viewer
    table.papers              GET   viewer
    table.record              GET   viewer
    table.sheet               GET   viewer
    table.switch_needs        POST  viewer
"""
"""Every page of the site, its method, and the least role that its visitor needs."""

ANSWERS: Final = """
                        anybody  viewer   player   enters   seated   host    keeper
    host                open     open     open     open     open     open    404
    player, seated      open     open     open     open     open     403     404
    player, unseated    open     open     open     open     403      403     404
    viewer              open     open     403      403      403      403     404
    withdrawn           open     410      410      410      410      410     404
    stranger            open     404      404      404      404      404     404
    other table's       open     404      404      404      404      404     404
    keeper              open     404      404      404      404      404     open
    must sit            open     open     open     403      403      403     404
"""
"""The answer that each visitor gets for a page that needs this role.

A player "enters" without a seat too, but for the last one: the table asks every phone for a seat.
"""

CLUB_ANSWERS: Final = """
                        anybody  reader   member   officer  watch    join     night_officer
    website             open     open     403      403      404      404      404
    member              open     open     open     403      404      404      404
    former member       open     410      410      410      404      404      404
    officer             open     open     open     open     404      404      404
    member at a night   open     404      404      404      open     403      403
    watches the night   open     404      404      404      open     403      403
    at the night        open     404      404      404      open     open     403
    shut out            open     404      404      404      410      410      410
    officer at a night  open     404      404      404      open     open     open
"""
"""The answer that each visitor of the club gets; pages of games are not there for them.

A member and an officer have a link of the club, the others one of a night.
"""

ROWS: Final = [line.split() for line in LEAST.strip().splitlines()]
NEEDS: Final = {endpoint: least for endpoint, _, least in ROWS}
OF_GAMES: Final = ("viewer", "player", "enters", "seated", "host", "keeper")
OF_CLUB: Final = ("reader", "member", "officer", "watch", "join", "night_officer")


def _read_answers(text: str, *, elsewhere: tuple[str, ...]) -> dict[tuple[str, str], str]:
    """Return the answers of a table by visitor and role; 404 for the roles ``elsewhere``."""
    head, *lines = text.strip("\n").splitlines()
    found: dict[tuple[str, str], str] = {}
    for line in lines:
        kind, *answers = re.split(r"\s{2,}", line.strip())
        found |= {(kind, role): each for role, each in zip(head.split(), answers, strict=True)}
        found |= {(kind, role): "404" for role in elsewhere}
        found[kind, "first"] = "410"  # a club is set up, and its address worked only once
    return found


EXPECTED: Final = {
    **_read_answers(ANSWERS, elsewhere=OF_CLUB),
    **_read_answers(CLUB_ANSWERS, elsewhere=OF_GAMES),
}
KINDS: Final = list(dict.fromkeys([kind for kind, _ in EXPECTED]))
CLUB_KINDS: Final = KINDS[KINDS.index("website") :]
