#include <graft.h>

void *answer(const graft_request *request) {
  (void)request;
  return 0;
}

GRAFT_EXTENSION(answer, "Greeter", "Program.Plain", GRAFT_IMPLEMENTS("greet()"));
GRAFT_EXTENSION(answer, "Greeter", "Program.OfHost", GRAFT_CONSTRAINTS("Host"),
                GRAFT_IMPLEMENTS("greet()"));
GRAFT_EXTENSION(answer, "Greeter", "Program.OfAnimal", GRAFT_CONSTRAINTS("Animal"),
                GRAFT_IMPLEMENTS("greet()"));
GRAFT_EXTENSION(answer, "Greeter", "Program.OfTag",
                GRAFT_CONSTRAINTS("Holder", "Subject.Item == Tag"), GRAFT_IMPLEMENTS("greet()"));
GRAFT_EXTENSION(answer, "Greeter", "Program.ForNamed", GRAFT_CONSTRAINTS("Named"),
                GRAFT_IMPLEMENTS("farewell()"));
GRAFT_EXTENSION(answer, "Greeter", "Program.ForAged", GRAFT_CONSTRAINTS("Aged"),
                GRAFT_IMPLEMENTS("farewell()"));
