// SPDX-License-Identifier: Apache-2.0

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "rival.h"

// rival list PATH…
// rival dump NAME PATH…
int main(int count, char **words) {
  if (count < 3 || elf_version(EV_CURRENT) == EV_NONE) return 64;
  int dumps = strcmp(words[1], "dump") == 0;
  int good = 1;
  for (int i = dumps ? 3 : 2; i < count; i++) {
    int file = open(words[i], O_RDONLY);
    Elf *elf = file < 0 ? NULL : elf_begin(file, ELF_C_READ, NULL);
    if (elf == NULL || elf_kind(elf) != ELF_K_ELF) {
      fprintf(stderr, "rival: %s: no ELF file\n", words[i]);
      good = 0;
    } else {
      good &= dumps ? rival_dump(elf, words[i], words[2]) : rival_list(elf, words[i]);
    }
    elf_end(elf);
    if (file >= 0) close(file);
  }
  return good ? 0 : 2;
}
