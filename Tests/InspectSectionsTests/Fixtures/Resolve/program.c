#include <graft.h>

void *answer(const graft_request *request) {
  (void)request;
  return 0;
}

GRAFT_EXTENSION(answer, "Greeter", "Program.Plain", GRAFT_IMPLEMENTS("greet(_:)"));
GRAFT_EXTENSION(answer, "Greeter", "Program.OfHost", GRAFT_CONSTRAINTS("Host"),
                GRAFT_IMPLEMENTS("greet(_:)", "static motto()"));
GRAFT_EXTENSION(answer, "Greeter", "Program.OfAnimal", GRAFT_CONSTRAINTS("Animal"),
                GRAFT_IMPLEMENTS("greet(_:)"));
GRAFT_EXTENSION(answer, "Greeter", "Program.OfIntItem",
                GRAFT_CONSTRAINTS("Holder", "Subject.Item == Int"), GRAFT_IMPLEMENTS("greet(_:)"));
GRAFT_EXTENSION(answer, "Greeter", "Program.OfHashableItem",
                GRAFT_CONSTRAINTS("Holder", "Subject.Item: Hashable"),
                GRAFT_IMPLEMENTS("greet(_:)", "farewell(_:)"));
