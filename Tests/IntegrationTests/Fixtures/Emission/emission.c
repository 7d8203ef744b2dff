#include <graft.h>

void *accessor(const graft_request *request) {
  (void)request;
  return 0;
}

GRAFT_EXTENSION(accessor, "Greeter", "Emission.Plain", GRAFT_IMPLEMENTS("greet(_:)"));

GRAFT_EXTENSION(accessor, "Greeter", "Emission.All", GRAFT_PREDICATE,
                GRAFT_IMPLEMENTS("leave()", "static motto()"), GRAFT_PRIORITY(-3),
                GRAFT_CONSTRAINTS("Named", "Collection<Int>"), GRAFT_SOURCE("a.c:1"));

GRAFT_EXTENSION(accessor, "Greeter", "Emission.Gr\xc3\xbc\xc3\x9f" "e",
                GRAFT_CONSTRAINTS("Sequence", "Subject.Element == [String: Int]"),
                GRAFT_IMPLEMENTS("greet(_:)"));
