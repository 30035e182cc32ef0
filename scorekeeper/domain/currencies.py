"""The currencies of stakes, and how many decimal digits they have.

The codes and digits are those of ISO 4217, list one, up to amendment 180 (Bulgaria in the euro from
2026). Metals, drawing rights and other codes whose minor unit ISO gives as "N.A." are left out, as
an amount in them has no minor units. Unicode's CLDR gives fewer digits where small coins are out of
use (0 in place of 2 for RSD, 0 in place of 3 for IQD); ISO is used here, so that an amount in a
game record means the same in every program.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_CODES_BY_DIGITS: Final = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    2: """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD
        CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP
        GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK
        LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO
        NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS
        SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST
        XAD XCD XCG YER ZAR ZMW ZWG
    """,
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}

MINOR_DIGITS: Final[Mapping[str, int]] = MappingProxyType(
    {code: digits for digits, codes in _CODES_BY_DIGITS.items() for code in codes.split()}
)
"""The number of digits after the decimal point of each currency in use, by ISO 4217 code."""
_WITHDRAWN: Final = """
    ANG BGN CUC CYP EEK GHC HRK LTL LVL MRO MTL MZM SDD SIT SKK SLL STD TMM VEB VEF ZMK ZWD ZWL ZWR
"""
PAST_DIGITS: Final[Mapping[str, int]] = MappingProxyType(
    dict.fromkeys(_WITHDRAWN.split(), 2) | {"BYR": 0}
)
"""The same of currencies withdrawn since 2006, in which a game of that time may be recorded."""


def minor_digits(code: str) -> int | None:
    """Return how many digits the currency has after the point, or ``None`` for an unknown code.

    Codes are three capital letters; those of past years are known too.
    """
    return MINOR_DIGITS.get(code, PAST_DIGITS.get(code))
