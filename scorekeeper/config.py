"""The settings of the site: read once at the start, checked all together, then frozen.

The file ``settings.toml`` lies in the instance folder, beside the database and the secret key. The
first start writes it with every default in a comment. A variable of the environment overrides it,
such as ``SCOREKEEPER_PORT``. This module does not import Flask.
"""

import json
import os
import re
import secrets
import shlex
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from scorekeeper.rules.settlement import minor_digits
from scorekeeper.wording.zones import zone_names

MAX_REQUEST_BYTES: Final = 1024 * 1024
"""The size of the largest request and of the largest game record that is read (bytes)."""

PORT_MAX: Final = 65535
_TITLE_MAX: Final = 60
_MOST_AT_ONCE: Final = 100_000
_SECRET_BYTES: Final = 32
KEY_FILE: Final = "secret_key"
"""The name of the file with the key that signs cookies; every site has one."""
_DATABASE: Final = "scorekeeper.sqlite3"
SITES: Final = "sites"
"""The folder of a host with the folders of its sites."""
_VARIABLE: Final = "SCOREKEEPER_"
"""How the variables of the environment begin that are settings."""
_INSTANCE_VARIABLE: Final = f"{_VARIABLE}INSTANCE"
_DIGEST_BYTES: Final = 12
_PACKAGE: Final = Path(__file__).resolve().parent


class ConfigError(Exception):
    """An error that stops a start or a command; ``problems`` are its reasons, a sentence each."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def _setting(default: object, *, purpose: str, must_be: str, fits: Callable[[object], bool]) -> Any:
    """Return a field of the settings that settings.toml may set; ``fits`` tells a valid value."""
    # Any, as dataclasses.field returns: the annotation of the field has the type.
    return field(default=default, metadata={"purpose": purpose, "must_be": must_be, "fits": fits})


def _is_text(pattern: str) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def _is_number(least: int, most: int) -> Callable[[object], bool]:
    return lambda value: type(value) is int and least <= value <= most


_WEBSITE: Final = r"https?://[A-Za-z0-9.\-\[\]:]+"
_LABEL: Final = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_LONGEST_DOMAIN: Final = 200
"""Characters; a name and a dot come before it, and no address has more than 253."""


def _is_domain(value: object) -> bool:
    is_text = _is_text(rf"({_LABEL}(\.{_LABEL})*)?")(value)
    return (
        is_text
        and len(str(value)) <= _LONGEST_DOMAIN
        and not re.search(r"(^|\.)[0-9]+$", str(value))
    )


def _limit(default: int, purpose: str) -> Any:
    return _setting(
        default,
        purpose=purpose,
        must_be=f"a whole number from 1 to {_MOST_AT_ONCE}",
        fits=_is_number(1, _MOST_AT_ONCE),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings that the site was started with; the first two have no default.

    ``site`` is its name on a host, empty for one installation.
    """

    instance: Path
    secret_key: str = field(repr=False)
    site: str = ""
    host: str = _setting(
        "0.0.0.0",  # noqa: S104 - the phones at the table are the reason for the site
        purpose='The address to listen on. "127.0.0.1" keeps the phones out.',
        must_be='an address of this machine, such as "127.0.0.1"',
        fits=_is_text(r"\S+"),
    )
    port: int = _setting(
        8000,
        purpose="The port to listen on; 0 takes any free one.",
        must_be=f"a whole number from 0 to {PORT_MAX}",
        fits=_is_number(0, PORT_MAX),
    )
    title: str = _setting(
        "Scorekeeper",
        purpose="The name at the top of every page, such as that of your club.",
        must_be=f"a text of 1 to {_TITLE_MAX} characters",
        fits=_is_text(rf"(?=.*\S)[^\r\n]{{1,{_TITLE_MAX}}}"),
    )
    currency: str = _setting(
        "",
        purpose="The currency a new game offers for its stake, such as EUR."
        " Empty: that of the browser's region.",
        must_be="empty, or a currency code of ISO 4217 such as USD or EUR",
        fits=lambda value: (
            isinstance(value, str) and (not value or minor_digits(value) is not None)
        ),
    )
    time_zone: str = _setting(
        "",
        purpose="The time zone of all days and hours until the club has chosen its own:"
        ' "Europe/Berlin". Empty: that of this machine.',
        must_be='empty, or the name of a time zone such as "Europe/Berlin"',
        fits=lambda value: value == "" or value in zone_names(),
    )
    public_url: str = _setting(
        "",
        purpose="The address by which people reach the site, if it is not this machine's own:"
        ' "https://cards.example.org".',
        must_be='empty, or an address such as "https://cards.example.org", without a path',
        fits=_is_text(rf"({_WEBSITE})?"),
    )
    websites: tuple[str, ...] = _setting(
        (),
        purpose="Websites that may show the club's standings, in a frame or by their own script:"
        ' ["https://club.example.org"].',
        must_be='a list of addresses such as ["https://club.example.org"], without a path',
        fits=lambda value: (
            isinstance(value, list) and all(_is_text(_WEBSITE)(address) for address in value)
        ),
    )
    behind_proxy: bool = _setting(
        False,
        purpose="true only if your own proxy stands in front of the site and sets X-Forwarded-*.",
        must_be="true or false",
        fits=lambda value: isinstance(value, bool),
    )
    second_backups: str = _setting(
        "",
        purpose=(
            "A folder on another disk, a USB stick or a network share, that gets a copy of each"
            " backup."
        ),
        must_be='empty, or a folder from the root on, such as "/media/stick"',
        fits=_is_text(r"(/[^\r\n]*)?"),
    )
    connections_per_address: int = _limit(4000, "How many connections one address may have.")
    requests_per_address: int = _limit(
        24, "How many requests from one address are answered at once."
    )
    streams_per_address: int = _limit(1000, "How many open pages at one address are told of news.")
    streams_per_link: int = _limit(300, "How many open pages of one link are told of news.")
    games_per_address: int = _limit(
        3000, "How many games may be started from one address in a day."
    )
    megabytes_per_address: int = _limit(250, "How much is saved for one address in a day.")
    entries_per_game: int = _limit(
        2000, "After this many entries a game takes only deals and its end."
    )
    domain: str = _setting(
        "",
        purpose="For a host of many sites: the domain in which each has a name of its own:"
        ' "cards.example.org".',
        must_be='empty, or a domain in lower-case letters such as "cards.example.org"',
        fits=_is_domain,
    )
    most_awake: int = _limit(1000, "How many sites of a host are open at once.")
    most_sites: int = _limit(10_000, "How many sites a host may have.")
    home_site: bool = _setting(
        True,
        purpose="Whether a host has a site for games at home, which anyone may start.",
        must_be="true or false",
        fits=lambda value: isinstance(value, bool),
    )
    sign_up: str = _setting(
        "keeper",
        purpose='Who may open a club on a host: "keeper" by ./run sites add, or "anybody".',
        must_be='"keeper" or "anybody"',
        fits=_is_text("keeper|anybody"),
    )
    copy_minutes: int = _setting(
        5,
        purpose="How many minutes after a change a site of a host is copied to second_backups.",
        must_be="a whole number from 1 to 1440",
        fits=_is_number(1, 1440),
    )
    former_domains: tuple[str, ...] = _setting(
        (),
        purpose="Domains that a host had before; their addresses lead to the current ones.",
        must_be='a list of domains such as ["old.example.org"]',
        fits=lambda value: (
            isinstance(value, list) and all(domain and _is_domain(domain) for domain in value)
        ),
    )
    former: str = _setting(
        "",
        purpose="In the folder of a former name on a host: the name that this site has now.",
        must_be="empty, or the name of a site",
        fits=_is_text(r"[a-z0-9-]*"),
    )

    @property
    def is_host(self) -> bool:
        """Whether the folder is that of a host of many sites."""
        return bool(self.domain) and not self.site

    @property
    def as_arguments(self) -> tuple[str, ...]:
        """The arguments that name the installation, or the site of a host, to a command."""
        if not self.site:
            return "--instance", str(self.instance)
        return "--instance", str(self.instance.parent.parent), "--site", self.site

    def command(self, verb: str, *words: str) -> str:
        """Return a command for this installation, site or host, as a person can type it.

        A sentence that ends with it has no full stop, which would be typed too.
        """
        return f"./run {shlex.join([verb, *self.as_arguments, *words])}"

    @property
    def database(self) -> Path:
        return self.instance / _DATABASE

    @property
    def backups(self) -> Path:
        return self.instance / "backups"

    @property
    def backups_key(self) -> Path:
        """The file with the key that opens the page of backups."""
        return self.instance / "backups_key"

    @property
    def set_up_key(self) -> Path:
        """The file with the key that sets up a club; there is none once the club exists."""
        return self.instance / "set_up_key"


_KEYS: Final = {setting.name: setting for setting in fields(Settings) if setting.metadata}
"""The settings that settings.toml may set, by name, in its order."""
GONE: Final = {"requests_per_link": "each seat and each link has its turn now"}
"""Settings of earlier versions that do nothing any more, and why."""


def site_folder() -> Path:
    """Return the folder that holds ``templates`` and ``static``.

    An installed package carries them inside itself; in a checkout they lie beside it.
    """
    return _PACKAGE if (_PACKAGE / "templates").is_dir() else _PACKAGE.parent


@cache
def program_digest() -> str:
    """Return a digest of the program's files; once it differs, what they made is out of date.

    It takes 15 ms.
    """
    folder = site_folder()
    files = [*_PACKAGE.rglob("*.py"), *(folder / "templates").rglob("*.html")]
    files += [file for file in (folder / "static").rglob("*.*") if file.is_file()]
    made = blake2b(digest_size=_DIGEST_BYTES)
    for file in sorted(files):
        made.update(file.read_bytes())
    return made.hexdigest()


def environment_of_program() -> dict[str, str]:
    """Return the environment of a process that is begun with ``-P``: it finds this program."""
    return {**os.environ, "PYTHONPATH": str(_PACKAGE.parent)}


def default_instance() -> Path:
    """Return the instance folder to use when none is named: in the checkout, else in the home.

    The environment may name another one.
    """
    if named := os.environ.get(_INSTANCE_VARIABLE):
        return Path(named)
    if site_folder() == _PACKAGE:
        return Path.home() / ".local" / "share" / "scorekeeper"
    return _PACKAGE.parent / "instance"


def load_settings(
    instance: Path | None = None,
    *,
    host: str | None = None,
    port: int | None = None,
    is_served: bool = True,
    of_host: bool = False,
) -> Settings:
    """Return the checked settings of the instance folder, which is made if it is not there.

    ``host`` and ``port`` come from the command line and override the environment, which overrides
    the file; to a site of a host (``of_host``) the environment says nothing. Only a site that
    ``is_served`` needs the secret key, which its first start makes. Raises a ConfigError that
    names every problem.
    """
    folder = (instance or default_instance()).absolute()
    named = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    try:
        _prepare(folder)
        values = _values(folder, named, of_host=of_host)
        # Last: a key without a database means that the database was lost.
        secret_key = _secret_key(folder / KEY_FILE) if is_served else ""
    except OSError as error:
        raise ConfigError(f"{error.filename or folder} cannot be used: {error.strerror}.") from None
    return Settings(instance=folder, secret_key=secret_key, **values)


def read_settings(instance: Path | None = None, *, of_host: bool = False) -> Settings:
    """Return the checked settings of an instance folder without its secret key.

    Nothing is made or changed there; without a file every setting has its default. Raises a
    ConfigError that names every problem.
    """
    folder = (instance or default_instance()).absolute()
    return Settings(instance=folder, secret_key="", **_values(folder, {}, of_host=of_host))


def written_settings(folder: Path) -> dict[str, Any]:
    """Return what the settings file of a folder sets, unchecked. Raises ConfigError."""
    file = folder / "settings.toml"
    try:
        return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    except OSError as error:
        raise ConfigError(f"{file} cannot be used: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file} is not TOML: {error}.") from None


def _values(folder: Path, named: Mapping[str, object], *, of_host: bool) -> dict[str, Any]:
    """Return the values of the settings file, overridden by the environment and by ``named``.

    Raises ConfigError.
    """
    written, around = written_settings(folder), {} if of_host else _values_around()
    file = folder / "settings.toml"
    problems = (
        *setting_problems(written, lambda name: f"{file}: {name}"),
        *setting_problems(around, lambda name: f"{_VARIABLE}{name.upper()}"),
        *setting_problems(named, "--{}".format),
    )
    if problems:
        raise ConfigError(*problems)
    values = {name: value for name, value in {**written, **around}.items() if name not in GONE}
    listed = {name: tuple(value) for name, value in values.items() if isinstance(value, list)}
    return {**values, **listed, **named}


def _values_around() -> dict[str, object]:
    """Return the settings in the environment, unchecked."""
    names = [name for name in os.environ if name.startswith(_VARIABLE)]
    keys = {name.removeprefix(_VARIABLE).lower(): name for name in names}
    keys.pop("instance", None)
    return {key: _read_variable(key, os.environb[name.encode()]) for key, name in keys.items()}


def _read_variable(key: str, value: bytes) -> object:
    """Return a value of the environment: a text as it is, anything else as the file writes it.

    What cannot be read stays as it is, and no setting fits it.
    """
    try:
        text = value.decode()
    except UnicodeDecodeError:
        return value
    if key not in _KEYS or isinstance(_KEYS[key].default, str):
        return text
    try:
        return tomllib.loads(f"{key} = {text}")[key]
    except tomllib.TOMLDecodeError:
        return text


def _prepare(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _demand_writable(folder, os.W_OK | os.X_OK)
    settings = folder / "settings.toml"
    if not settings.exists():
        if (folder / ".gitignore").exists():
            folder.chmod(0o700)  # it came with the checkout, which others may read
        settings.write_text(_write_defaults(), encoding="utf-8")
    for database in folder.glob("*.sqlite3"):
        _demand_writable(database, os.R_OK | os.W_OK)


def _demand_writable(path: Path, access: int) -> None:
    if not os.access(path, access):
        raise ConfigError(f"{path} cannot be written by the person who starts the site.")


def _write_defaults() -> str:
    head = '# Settings of this site. Take the "#" from a line to change it, then start it again.\n'
    # JSON writes texts, numbers and flags as TOML does.
    return head + "".join(
        f"\n# {key.metadata['purpose']}\n#{name} = {json.dumps(key.default)}\n"
        for name, key in _KEYS.items()
    )


def _secret_key(file: Path) -> str:
    """Return the key that signs cookies; the first start makes it, readable by its owner only."""
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        pass
    else:
        with os.fdopen(handle, "w", encoding="ascii") as new:
            new.write(secrets.token_hex(_SECRET_BYTES) + "\n")
    if file.stat().st_mode & 0o077:
        file.chmod(0o600)
    key = file.read_text(encoding="utf-8").strip()
    if len(key) < _SECRET_BYTES:
        raise ConfigError(
            f"{_short(file)}: delete it, and the next start makes a new one"
            " (everybody joins again)."
        )
    return key


def _short(file: Path) -> str:
    return f"{file} is shorter than {_SECRET_BYTES} characters"


def key_fault(instance: Path) -> str:
    """Return what is wrong with the secret key of a site that was started; empty if it is well.

    Raises OSError.
    """
    file = instance / KEY_FILE
    if not file.exists():
        return f"{file} is not there." if (instance / _DATABASE).exists() else ""
    is_short = len(file.read_text(encoding="utf-8", errors="replace").strip()) < _SECRET_BYTES
    return f"{_short(file)}." if is_short else ""


def is_lost(instance: Path) -> bool:
    """Tell whether the database of a site that was served is no longer there."""
    backups = (instance / "backups").glob("backup-*.sqlite3")
    traces = ((instance / KEY_FILE).exists(), any(backups))
    return not (instance / _DATABASE).exists() and any(traces)


def refuse_lost(instance: Path | None) -> None:
    """Raise ConfigError if the database is lost: a new one in its place would be an empty book.

    A host is lost without the folder of its sites.
    """
    folder = (instance or default_instance()).absolute()
    if not is_lost(folder):
        return
    settings = read_settings(folder)
    if settings.is_host:
        lost = folder / SITES
        if lost.is_dir():
            return
        raise ConfigError(
            f"{lost} is gone, but this site was served before. Mount its disk, or name the folder"
            " of the host with --instance. To start afresh, take secret_key away from there."
        )
    raise ConfigError(
        f"{folder / _DATABASE} is gone, but this site was served before. Mount its disk, or name"
        " its folder with --instance. To start afresh, take secret_key and backups/ away from"
        " there."
        " Which backup is the last good one, and how it is restored, says"
        f" {settings.command('doctor')}"
    )


def setting_problems(values: Mapping[str, object], write: Callable[[str], str]) -> Iterable[str]:
    """Yield a sentence for each value that is no valid setting, whose name ``write`` writes."""
    for name, value in values.items():
        if name in GONE:
            continue  # the start warns of it
        if name not in _KEYS:
            yield f"{write(name)} is not a setting; the settings are {', '.join(_KEYS)}."
        elif not _KEYS[name].metadata["fits"](value):
            must_be = _KEYS[name].metadata["must_be"]
            yield f"{write(name)} must be {must_be}, not {value!r}."
