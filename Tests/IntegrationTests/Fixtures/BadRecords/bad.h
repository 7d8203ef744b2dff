// Three records in a fixed order, of which the middle one is what a file is named
// after.

#include <graft.h>

typedef struct record {
  graft_record header;
  char text[64];
} record;

// Leaves every request unanswered.
static void *answer(const graft_request *request) {
  (void)request;
  return 0;
}

#define RECORD(words, ...)                                                            \
  {{.size = sizeof(record), .version = 1, .kind = 1, .accessor = {answer},            \
    .requirement_count = 1, __VA_ARGS__},                                             \
   words}
#define TEXT(name) "Greeter\0Bad." name "\0greet()\0bad.c:1"
#define BEFORE RECORD(TEXT("Before"), .flags = 0)
#define AFTER RECORD(TEXT("After"), .flags = 0)

#define KEEP __attribute__((used, retain, section("graft_descriptors"), aligned(8)))
#define MIDDLE(words, ...) \
  static record records[] KEEP = {BEFORE, RECORD(words, __VA_ARGS__), AFTER}
