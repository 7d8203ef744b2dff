"""Reads spans by OpenTelemetry's own schema, and prints which call was made by which."""

import base64
import importlib.metadata
import json
import sys

from google.protobuf.json_format import Parse
from opentelemetry.proto.trace.v1.trace_pb2 import Status, TracesData

IDS = {"traceId": 16, "spanId": 8, "parentSpanId": 8}


def with_proto_ids(span):
    """OTLP writes identities in hexadecimal, where JSON of protobuf has base64."""
    for key, count in IDS.items():
        if key in span:
            identity = bytes.fromhex(span[key])
            if len(identity) != count:
                sys.exit(f"{span['name']}: {key} has {len(identity)} bytes, not {count}")
            span[key] = base64.b64encode(identity).decode()


def read(path):
    spans = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            data = json.loads(line)
            for resource in data["resourceSpans"]:
                for scope in resource["scopeSpans"]:
                    for span in scope["spans"]:
                        with_proto_ids(span)
            # Fails if a field is unknown, or of another type.
            parsed = Parse(json.dumps(data), TracesData(), ignore_unknown_fields=False)
            for resource in parsed.resource_spans:
                for scope in resource.scope_spans:
                    spans += scope.spans
    return spans


def show(span, children, depth):
    given = [
        f"{each.key.removeprefix('argument.')}={each.value.string_value!r}"
        for each in span.attributes
        if each.key.startswith("argument.")
    ]
    failed = span.status.code == Status.STATUS_CODE_ERROR
    words = [span.name, *given] + ([f"ERROR {span.status.message}"] if failed else [])
    print("  " * depth + " ".join(words))
    for child in children.get(span.span_id, []):
        inside = span.start_time_unix_nano <= child.start_time_unix_nano
        if not inside or child.end_time_unix_nano > span.end_time_unix_nano:
            sys.exit(f"{child.name} is not within {span.name}")
        if child.trace_id != span.trace_id:
            sys.exit(f"{child.name} is of another trace than {span.name}")
        show(child, children, depth + 1)


def main():
    spans = sorted(read(sys.argv[1]), key=lambda span: span.start_time_unix_nano)
    children = {}
    for span in spans:
        children.setdefault(span.parent_span_id, []).append(span)
    known = {span.span_id for span in spans} | {b""}
    for span in spans:
        if span.parent_span_id not in known:
            sys.exit(f"{span.name} has an unknown parent")
    for span in children.get(b"", []):
        show(span, children, 0)
    version = importlib.metadata.version("opentelemetry-proto")
    print(f"{len(spans)} spans, valid by opentelemetry-proto {version}")


main()
