#include <graft.h>

static void *accessor(const graft_request *request) {
  (void)request;
  return 0;
}

GRAFT_EXTENSION(accessor, "Held", "Fixtures.OfHashable",
                GRAFT_CONSTRAINTS("Subject.Item: Hashable"), GRAFT_IMPLEMENTS("item()"));
GRAFT_EXTENSION(accessor, "Held", "Fixtures.OfInt", GRAFT_CONSTRAINTS("Subject.Item == Int"),
                GRAFT_IMPLEMENTS("item()"));
GRAFT_EXTENSION(accessor, "Held", "Fixtures.Default", GRAFT_IMPLEMENTS("item()"));
