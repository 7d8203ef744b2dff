#include <graft.h>

void *answer(const graft_request *request) {
  (void)request;
  return 0;
}

#define EXTENSION(name, ...) \
  GRAFT_EXTENSION(answer, "Shape", "Shapes." name, GRAFT_IMPLEMENTS("area()"), ##__VA_ARGS__)

EXTENSION("Plain");
EXTENSION("OfIntCrate", GRAFT_CONSTRAINTS("Crate<Int>"));
EXTENSION("OfCoded", GRAFT_CONSTRAINTS("Holder", "Subject.Item: Codable"), GRAFT_PRIORITY(1));
EXTENSION("OfHashable", GRAFT_CONSTRAINTS("Holder", "Subject.Item: Hashable"));
EXTENSION("OfBoth", GRAFT_CONSTRAINTS("Both"));
EXTENSION("OfAged", GRAFT_CONSTRAINTS("Aged"));
EXTENSION("OfCharacters", GRAFT_CONSTRAINTS("Collection", "Subject.Element == Character"));
