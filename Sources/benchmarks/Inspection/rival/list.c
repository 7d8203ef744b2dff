// SPDX-License-Identifier: Apache-2.0

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "rival.h"

// Prints one record of this machine's byte order; its strings follow each
// other.
static void print_record(const char *path, const uint8_t *record, uint32_t size) {
  const char *text = (const char *)record + 24, *end = (const char *)record + size;
  printf("%s", path);
  while (text < end && *text != 0) {
    size_t length = strnlen(text, (size_t)(end - text));
    printf("  %.*s", (int)length, text);
    text += length + 1;
  }
  putchar('\n');
}

static void print_records(const char *path, const uint8_t *bytes, size_t count) {
  for (size_t at = 0; at + 24 <= count;) {
    uint32_t size;
    memcpy(&size, bytes + at, sizeof(size));
    if (size == 0) {
      at += 8;
    } else {
      if (size < 24 || size > count - at) return;
      print_record(path, bytes + at, size);
      at += size;
    }
  }
}

int rival_list(Elf *elf, const char *path) {
  size_t names;
  if (elf_getshdrstrndx(elf, &names) != 0) return 0;
  for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section)) != NULL;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == NULL) return 0;
    const char *name = elf_strptr(elf, names, header.sh_name);
    if (name == NULL || strcmp(name, "graft_descriptors") != 0) continue;
    Elf_Data *data = elf_rawdata(section, NULL);
    if (data != NULL && data->d_buf != NULL) print_records(path, data->d_buf, data->d_size);
  }
  return 1;
}
