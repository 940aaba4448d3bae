"""Words that mean about the same in the documentation of software: people say "join", documentation says "concatenate".

The groups are words of the trade in general. A name of a library, or a word that only one library uses in this sense,
does not belong here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from pro_context_engine.search.index.stemming import stem

_GROUPS = """
    abort cancel interrupt kill stop terminate halt quit; accept allow permit enable;
    again retry attempt tries try repeat; age old older expire expiry expiration ttl lifetime valid validity;
    aggregate group groupby; alive ping heartbeat health; another different other alternative;
    argument parameter option flag switch; array list sequence vector; ask prompt question input confirm;
    assert check verify validate test ensure; async asynchronous coroutine await concurrent;
    attempts tries retries times; authenticate auth login credentials password username; automatic automatically auto;
    average mean; background daemon worker; backoff exponential wait delay longer; before pre prior;
    beginning start begin first head floor; behind after post; bind attach context; binary bytes;
    blank empty whitespace; block reject deny refuse forbid disallow prohibit; blocking synchronous sync; blur smooth;
    bottom tail end last; bound cap limit max maximum most restrict ceiling upper threshold; browser client;
    bulk many batch multiple several; cache memoize remember; callback handler hook listener subscriber;
    capture record intercept; cast coerce convert transform turn; catch handle except suppress;
    change modify alter update edit mutate set; cheapest shortest minimal lowest; choose pick select;
    chunk piece part slice split cut divide partition batch; clean cleanup teardown; clear reset delete remove empty;
    clone copy duplicate; close finish end shutdown release; closest nearest approximate; collapse fold squash;
    collection set list; color colour style; column field;
    combine join merge concatenate concat unite union stack glue append; command subcommand action;
    compare difference diff comparison; complete finish done; compress zip gzip archive; concatenate chain;
    concurrent parallel simultaneous simultaneously together; configuration settings config options configure;
    connect reconnect connection; console terminal stdout output; constant final frozen immutable readonly;
    construct build create make generate; copy duplicate; count number frequency occurrences total;
    credentials secret key token password; crash fail failure error; cross origin cors; cut trim strip crop truncate;
    date day datetime time timestamp moment; day midnight daily;
    days hours minutes seconds duration interval period timedelta; deadline timeout; decide choose select;
    decode parse load deserialize; decorator wrap wrapper; default fallback unset missing; delay sleep pause wait;
    delete remove drop discard erase destroy purge unlink evict; dependency inject provide; destination target;
    dictionary dict mapping map; directory folder dir path filesystem; disable off turn suppress;
    display show print render output; distinct unique duplicates deduplicate dedupe; document page;
    download fetch retrieve get; draw paint; each every iterate iterator loop over; edge link connection; email mail;
    embed embedding vector; emit send publish dispatch transmit; encode dump serialize; encrypt cipher encryption;
    enough sufficient capacity; environment env envvar variable; equal same identical; error exception failure;
    escape quote sanitize autoescape; exactly one single only; example sample; execute run invoke call launch;
    exit stop leave code; expect require; extension suffix;
    extra unknown additional unexpected undeclared unrecognized; fake mock stub dummy; fast quick performance speed;
    fetch get retrieve load; fill impute interpolate; filter where condition predicate;
    find search locate lookup query; flatten unnest; float decimal real; forget expire evict; form multipart;
    format template; freeze lock; full free usage space; function callable method; generator iterator stream yield;
    glob pattern wildcard; graph network; handle process; hash digest checksum; hide invisible exclude mask;
    hierarchy tree nested; humanize human ago relative readable; idle keepalive unused;
    ignore skip omit exclude leave; image picture photo; import load; in-place inplace; incoming received receive;
    increase raise grow; index position location offset; inherit subclass extend derive; insert add upsert;
    inspect introspect examine; instance object; integer int number; item element entry; iso isoformat; json object;
    keep retain preserve maintain; label name title; largest biggest greatest maximum; last recent latest;
    lazy deferred postpone lazily; length size; level severity; lifetime duration; line row;
    lock mutex semaphore exclusive; log logging logger record; lookup get find; capital capitalize uppercase;
    lowercase case; mandatory required obligatory must; match pattern regex regexp regular; memory ram;
    message notification text; method verb; migrate migration; minimum least smallest lower;
    missing nan null none na absent; mix blend; moving rolling sliding window; name identifier; negative minus;
    newline linebreak line; node vertex; notify notification watch observe told; number numeric; numbered enumerate;
    once single; open read load; operator operation; order sort rank ordering; orientation rotate rotation;
    overlap overlapping intersect; override overwrite replace substitute; owner parent; parallel concurrently;
    parse read decode; partial incomplete; password secret; paste overlay put; path route way;
    permission access rights; persist save store write; place put position; plain raw; plugin extension; pool pooled;
    port host address; post send; previous before last; print write output; process subprocess program;
    progress spinner status indicator bar; property attribute field; proxy forward;
    queue channel buffer pipe pipeline; quota limit; raise throw; random randomness jitter shuffle; range between;
    rate throttle; readable human pretty; reduce shrink smaller resize scale thumbnail; regex pattern expression;
    release free; rename alias; render template; replace patch monkeypatch override swap;
    reproducible deterministic seed; request call; reshape pivot melt unpivot wide; resource asset;
    response answer reply result; restore undo revert rollback; reuse share; revoke invalidate;
    rollback atomic transaction; root top; rotate rotation; row record; safe secure sandbox; sandbox secure untrusted;
    scatter plot chart; schedule cron periodic; scope context; script program; select query; sender source;
    separate split delimiter separator; sequential series; serve static mount; session transaction;
    shape dimension axis; share common; sign signature; silent quiet; simple basic; skeleton scaffold; sorted ordered;
    source origin; span range; sql statement; stale outdated; state status; stdin input; stdout print output;
    step stage; store keep; strict exact; string text str; subclass child; sum total add; switch toggle; symlink link;
    tab indent indentation; table grid; tag element; temporary temp tmp; thread worker executor; timezone tz zone utc;
    together bundle group; tolerance approx approximately close; track trace; translate localization locale language;
    traverse walk visit; tuple pair; twice double; type kind; undo rollback; unit measure; url uri link address href;
    user account; value entry; version revision; view show; visible show; wait await join; weight cost; width columns;
    alphabet character letter symbol; array foreach each; body payload content; clock timer time; comma semicolon
    separator delimiter; custom own customize customise; cwd directory folder; debounce throttle; deep deeply nested;
    emit fire trigger dispatch; endpoint route; handler middleware interceptor; identifier id uuid; key property field;
    linebreak break newline; loose lenient tolerant; patch change diff; promise async await future deferred;
    reject throw raise fail; spawn process subprocess exec; spy watch observe; undefined null missing nil;
    words text; wrong invalid incorrect; yes confirm
"""

_OPPOSITES = """
    blocking nonblocking; bound unbound; frozen mutable; hidden visible; immutable mutable; invisible visible;
    known unknown; named unnamed; ordered unordered; reversible irreversible; safe unsafe; typed untyped
"""

# Two words that mean together what neither of them means alone.
_PHRASES = """
    again and: repeat loop; all pages: paginate pagination; at least: minimum; at once: concurrent batch; back off:
    backoff wait; begin with: startswith prefix; break up: split chunk; by hand: manual custom; by itself: automatic
    auto; carry on: continue ignore; clean up: cleanup close teardown; come from: source origin; cut off: truncate;
    each other: pairwise cross; end with: endswith suffix; every few: periodic interval; fall back: fallback
    default; figure out: detect infer guess; fill in: fill default complete; find out: get detect inspect; fit into:
    resize truncate; get rid: remove delete drop; give up: stop abort abandon; go back: undo rollback previous; go
    down: disconnect failure; go on: continue; go through: iterate traverse walk; go wrong: error exception failure;
    goes down: disconnect failure; goes through: iterate traverse walk; goes wrong: error exception failure; hang
    up: close disconnect; hold back: buffer delay; how big: size length; how large: size length; how long: duration
    timeout elapsed; how many: count number length size; how often: frequency interval count; how old: age; in
    front: prepend before; in turn: sequential cycle; is empty: empty; keep alive: keepalive persistent; keep going:
    continue; keep on: continue; keep open: keepalive persistent; keep out: block deny exclude; keep track: track
    record monitor; larger than: greater above; last time: previous; leave out: exclude skip omit; left out:
    excluded skipped; less than: lower below minimum; let in: allow accept; line up: align; listen to: subscribe
    listen; log in: login authenticate; log out: logout; look like: format pattern; look up: lookup find get search;
    make sure: ensure assert validate require; next page: paginate pagination cursor; next to: adjacent beside; on
    disk: file filesystem directory; point to: reference link; put off: defer delay postpone; put together: join
    combine concatenate merge build; react to: handler callback event; roll back: rollback; run again: rerun retry
    repeat; run out: expire exhaust end; same time: concurrent parallel; set up: configure initialize setup; shut
    down: shutdown close stop; sign in: login authenticate; slow down: throttle limit delay; smaller than: lower
    below; speed up: cache optimize parallel; start over: restart reset; start with: startswith prefix; step
    through: iterate debug; stick to: pin; switch off: disable; switch on: enable; take apart: split parse; take
    back: undo rollback revert; tear down: teardown cleanup close; time limit: timeout deadline; throw away: discard
    drop; time out: timeout; too big: maximum size limit; too large: maximum size limit; too long: timeout maximum
    length; too many: limit maximum; tries again: retry; try again: retry; turn off: disable; turn on: enable; wait
    for: wait join; went wrong: error exception failure; write down: record store save
"""


def _table(groups: str) -> dict[str, frozenset[str]]:
    related: defaultdict[str, set[str]] = defaultdict(set)
    for group in groups.split(";"):
        terms = {stem(word.replace("-", "")) for word in group.split()}
        for term in terms:
            related[term] |= terms - {term}
    return {term: frozenset(others) for term, others in related.items()}


OPPOSITES: Mapping[str, frozenset[str]] = _table(_OPPOSITES)
"""The terms of properties that exclude the one that a term names."""

RELATED: Mapping[str, frozenset[str]] = _table(_GROUPS)
"""The related terms of a term, as terms of `analyse`."""


def _phrase_table(phrases: str) -> dict[str, tuple[str, ...]]:
    pairs = (phrase.split(":") for phrase in phrases.split(";"))
    return {" ".join(map(stem, words.split())): tuple(map(stem, meanings.split())) for words, meanings in pairs}


PHRASES: Mapping[str, tuple[str, ...]] = _phrase_table(_PHRASES)
"""The related terms of a pair of neighbouring terms, as `analysis.query_pairs` gives them."""
