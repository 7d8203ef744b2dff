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
EXTENSION("OfInt", GRAFT_CONSTRAINTS("Holder", "Subject.Item == Int", "Subject.Item: Hashable"));
EXTENSION("OfMarked", GRAFT_CONSTRAINTS("Marked"), GRAFT_PRIORITY(2));
EXTENSION("OfKey", GRAFT_CONSTRAINTS("Holder", "Lock", "Subject.Item == Subject.Key"),
          GRAFT_PRIORITY(3));
EXTENSION("OfList", GRAFT_CONSTRAINTS("Holder", "Lock", "Heavy", "Subject.Item == [Int]"),
          GRAFT_PRIORITY(3));
