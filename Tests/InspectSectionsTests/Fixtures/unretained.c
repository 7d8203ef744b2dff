// A record as a compiler without the retain attribute would emit it.
#include <graft_record.h>

void *lost_greeting(const struct graft_request *request) { return (void)request, (void *)0; }

static struct {
  graft_record header;
  char text[40];
} record __attribute__((used, section("graft_descriptors"), aligned(8))) = {
    {64, GRAFT_RECORD_VERSION, GRAFT_KIND_EXTENSION, 0, {lost_greeting}, 0, 0, 0},
    "Greeter\0Fixtures.LostGreeting\0"};
