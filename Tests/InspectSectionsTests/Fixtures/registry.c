// Prints what the loader entered: of each record its offset in its section, and
// its extension. Opens the files that it is given first.
#include <dlfcn.h>
#include <graft_loader.h>
#include <stdio.h>
#include <string.h>

int main(int count, char **paths) {
  for (int i = 1; i < count; i++)
    if (dlopen(paths[i], RTLD_NOW) == NULL) return fprintf(stderr, "%s\n", dlerror()), 1;
  for (const graft_image *image = graft_first_image(); image; image = graft_next_image(image))
    for (size_t i = 0; i < image->scan.record_count; i++) {
      uint32_t offset = image->scan.records[i];
      const char *text = (const char *)image->start + offset + GRAFT_RECORD_HEADER_BYTE_COUNT;
      printf("0x%x %s\n", offset, text + strlen(text) + 1);
    }
  return 0;
}
