// One static image, with the loader and two records.
#include <stdio.h>
#include <string.h>

#include <graft.h>

#include "graft_loader.h"

void *accessor(const graft_request *request) { return (void *)request; }

GRAFT_EXTENSION(accessor, "Greeter", "Static.Plain", GRAFT_IMPLEMENTS("greet(_:)"));
GRAFT_EXTENSION(accessor, "Greeter", "Static.Named", GRAFT_CONSTRAINTS("Named"),
                GRAFT_PRIORITY(2), GRAFT_IMPLEMENTS("greet(_:)", "farewell(_:)"));

int main(void) {
  size_t count = 0;
  for (const graft_image *image = graft_first_image(); image != NULL;
       image = graft_next_image(image)) {
    count++;
    for (size_t i = 0; i < image->scan.record_count; i++) {
      const graft_record *record =
          (const void *)((const char *)image->start + image->scan.records[i]);
      const char *protocol = (const char *)(record + 1);
      const char *extension = protocol + strlen(protocol) + 1;
      printf("%s of %s, priority %d\n", extension, protocol, record->priority);
    }
  }
  printf("images: %zu, static: %d\n", count, graft_is_static_executable());
  return 0;
}
