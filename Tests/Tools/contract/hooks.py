"""What schemathesis must know of this server. Loaded by it through SCHEMATHESIS_HOOKS."""
import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    # A stream of screens has no end that a client could wait for.
    if case.query:
        case.query.pop("watch", None)


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")
