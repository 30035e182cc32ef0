"""Raw requests that are wrong: in their words, their encodings, their framing or their bytes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final
from urllib.parse import quote_from_bytes, urlencode

from tests.fuzz import strange
from tests.fuzz.routes import Route

METHODS: Final = (b"PUT", b"DELETE", b"OPTIONS", b"TRACE", b"PATCH", b"CONNECT", b"BREW", b"get")
HOSTS: Final = (
    *(b"", b"a..b", b".a", b"a.", b"x" * 64, b"a b", b"\xff\xfe", b"[::1]", b"[::", b"a:99999"),
    *(b"a:b", b"a,b", b"xn--bcher-kva.test", b"-a", b"a_b", b"<script>", b"1.2.3.4:80", b"a/b"),
)
FORM: Final = b"application/x-www-form-urlencoded"
TYPES: Final = (
    *(FORM, b"multipart/form-data", b"multipart/form-data; boundary=", b"application/json"),
    *(b"multipart/form-data; boundary=x", b"text/plain", b"", b"a/b/c; ;=", b"\xff", b"*/*"),
    *(FORM + b"; charset=utf-16", FORM + b"; charset=nothing", b"multipart/mixed; boundary=x"),
)
HEADERS: Final = (
    *(b"Accept", b"Accept-Encoding", b"Accept-Language", b"Cookie", b"If-None-Match", b"Range"),
    *(b"If-Modified-Since", b"X-Forwarded-For", b"X-Forwarded-Proto", b"X-Forwarded-Host"),
    *(b"X-Forwarded-Prefix", b"Script-Name", b"SCRIPT_NAME", b"Expect", b"Upgrade", b"X-Again"),
    *(b"Connection", b"Referer", b"Origin", b"X-CSRFToken", b"X-HTTP-Method-Override", b"TE"),
    *(b"Content-Length", b"Transfer-Encoding", b"Authorization", b"User-Agent", b"Date"),
)
VALUES: Final = (
    *(b"", b"*", b"gzip", b"br;q=nan", b"gzip;q=-1,*;q=0", b"identity;q=0", b"application/json"),
    *(b"text/event-stream", b"bytes=0-", b"bytes=9-1,-", b"100-continue", b"websocket", b"close"),
    *(b"keep-alive, Upgrade", b'W/"a', b'"', b"/x", b"//evil/..", b"http://a..b/", b"null", b"0"),
    *(b"chunked", b"gzip, chunked", b"-1", b"9" * 30, b"scorekeeper=", b"scorekeeper=a.b.c"),
    *(b"scorekeeper=\xff", b"a=" + b"b" * 5_000, b"=;=;;", b"Thu, 99 Foo 0000 99:99:99 XYZ"),
    *(b"de-\xe4", b"xx-" + b"y" * 200, b"1.2.3.4, 5.6.7.8", b"unknown", b"on", b"\t", b"yes"),
)
NUMBERS: Final = (b"0", b"1", b"2", b"7", b"-1", b"9" * 9, b"9" * 40, b"%D9%A3", b"1.0", b"%201")


@dataclass
class Known:
    """What is known of a site: its routes, links, names of fields, a cookie and its token."""

    routes: Sequence[Route]
    links: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    cookie: str = ""
    token: str = ""


def make_request(chance: Random, known: Known) -> bytes:
    """A raw request, wrong in some ways and right in the others, so that it gets far."""
    route = chance.choice(known.routes)
    posts = route.method == "POST" if chance.random() < 0.9 else chance.random() < 0.5
    method = b"POST" if posts else b"GET" if chance.random() < 0.8 else b"HEAD"
    if chance.random() < 0.05:
        method = chance.choice(METHODS)
    head = [b"Host: " + (chance.choice(HOSTS) if chance.random() < 0.1 else b"table.test")]
    if known.cookie and chance.random() < 0.8:
        head.append(b"Cookie: " + _worn(chance, known.cookie.encode()))
    count = chance.randrange(4)
    head += [chance.choice(HEADERS) + b": " + chance.choice(VALUES) for _ in range(count)]
    body = b""
    if posts:
        kind, body = _content(chance, known)
        head.append(b"Content-Type: " + kind)
        framing, body = _framed(chance, body)
        head.extend(framing)
    version = chance.choice((b"1.1",) * 20 + (b"1.0", b"0.9", b"2.0", b"11"))
    line = method + b" " + _target(chance, known, route.address) + b" HTTP/" + version
    raw = b"\r\n".join([line, *head, b"", b""]) + body
    return _bent(chance, raw) if chance.random() < 0.15 else raw


def _target(chance: Random, known: Known, address: str) -> bytes:
    path = b"/".join([_part(chance, known, each) for each in address.split("/")])
    if chance.random() < 0.05:
        path = chance.choice((b"*", b"", b"//", b"http://evil.test/rules", b"/%2e%2e/", b"/a b"))
    if chance.random() < 0.4:
        path += b"?" + _pairs(chance, known)
    if chance.random() < 0.03:
        path += chance.choice((b"#x", b"/" * 2_000, b"?" * 5, b"\xff"))
    return path


def _part(chance: Random, known: Known, part: str) -> bytes:
    """One part of an address; one in angle brackets is to be filled in."""
    if not part.startswith("<"):
        return part.encode()
    if chance.random() < 0.1:
        return quote_from_bytes(_any_bytes(chance)).encode()[:3_000] or b"-"
    if part == "<link>":
        return chance.choice(known.links).encode() if known.links else b"-"
    return chance.choice(NUMBERS if "int:" in part else (*NUMBERS, b"laws", b"gin150", b"BCDF"))


def _content(chance: Random, known: Known) -> tuple[bytes, bytes]:
    """The type of a body, which may be wrong, and the body."""
    match chance.randrange(6):
        case 0:
            made = (b"multipart/form-data; boundary=x", _multipart(chance, known))
        case 1:
            made = (b"application/json", strange.nested(chance).encode())
        case 2:
            made = (FORM, _any_bytes(chance))
        case 3:
            record = {"csrf_token": known.token, "text": strange.record(chance)}
            made = (FORM, urlencode(record).encode())
        case _:
            made = (FORM, _pairs(chance, known))
    return (chance.choice(TYPES), made[1]) if chance.random() < 0.15 else made


def _pairs(chance: Random, known: Known) -> bytes:
    """Fields of a form, with values of the wrong kind."""
    parts = [b"csrf_token=" + known.token.encode()] if chance.random() < 0.8 else []
    names = sorted(known.names) or ["version"]
    for name in chance.choices(names, k=chance.randrange(1, 12)):
        value = quote_from_bytes(_any_bytes(chance)).encode()
        if chance.random() < 0.1:
            value = chance.choice(strange.BYTES)
        parts.append(name.encode() + b"=" + value)
    return b"&".join(parts)


def _multipart(chance: Random, known: Known) -> bytes:
    fields: Mapping[str, bytes] = {
        "csrf_token": known.token.encode(),
        "entry_id": b"x",
        chance.choice(sorted(known.names) or ["text"]): _any_bytes(chance),
    }
    parts = [
        b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (name.encode(), value)
        for name, value in fields.items()
    ]
    file = strange.record(chance).encode()
    name = chance.choice((b"a.json", b"", b"../x", b"\xff"))
    parts.append(
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="%s"\r\n\r\n%s\r\n'
        % (name, file)
    )
    return b"".join(parts) + chance.choice((b"--x--\r\n", b"--x--\r\n", b"--x", b""))


def _framed(chance: Random, body: bytes) -> tuple[list[bytes], bytes]:
    """The headers that say how long a body is, and the body as it is sent."""
    if chance.random() < 0.6:
        return [b"Content-Length: %d" % len(body)], body
    if chance.random() < 0.15:
        wrong = chance.choice((b"-1", b"+3", b"0x5", b"9" * 30, b"", b"1, 2", b"0", b"3"))
        return [b"Content-Length: " + wrong], body
    half = chance.randrange(len(body) + 1)
    chunks = [each for each in (body[:half], body[half:]) if each]
    sent = b"".join([b"%x\r\n%s\r\n" % (len(each), each) for each in chunks]) + b"0\r\n\r\n"
    if chance.random() < 0.4:
        sent = _bent(chance, sent)
    return [b"Transfer-Encoding: chunked"], sent


def _bent(chance: Random, raw: bytes) -> bytes:
    """The same bytes with a few of them changed, lost, doubled or cut off."""
    for _ in range(chance.randrange(1, 4)):
        place = chance.randrange(len(raw) + 1)
        length = chance.choice((1, 1, 2, 8, 64))
        match chance.randrange(5):
            case 0:
                raw = raw[:place] + chance.randbytes(length) + raw[place + length :]
            case 1:
                raw = raw[:place] + raw[place + length :]
            case 2:
                raw = raw[:place] + raw[place : place + length] * 2 + raw[place + length :]
            case 3:
                raw = raw[:place] + chance.choice((b"\r\n", b"\n", b"\0", b" ", b"0")) + raw[place:]
            case _:
                raw = raw[:place] if chance.random() < 0.3 else raw
    return raw


def _worn(chance: Random, cookie: bytes) -> bytes:
    """A cookie, now and then changed in one of its bytes or sent twice."""
    if chance.random() < 0.9:
        return cookie
    return chance.choice((_bent(chance, cookie), cookie + b"; " + cookie, cookie[:-1]))


def _any_bytes(chance: Random) -> bytes:
    match chance.randrange(10):
        case 0:
            return chance.choice(strange.BYTES)
        case 1:
            return chance.randbytes(chance.randrange(200))
        case 2:
            return strange.presses(chance).encode()
        case _:
            return strange.text(chance).encode()
