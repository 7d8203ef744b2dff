// SPDX-License-Identifier: Apache-2.0
//
// A library for LD_AUDIT: it is told of every image and of every binding, and writes which
// to the file that MATRIX_AUDIT names.

#define _GNU_SOURCE
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void tell(const char *what, const char *name) {
  int file = open(getenv("MATRIX_AUDIT"), O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (file < 0) abort();
  char line[4096];
  size_t length = 0;
  for (const char *part = what; *part != 0; part++) line[length++] = *part;
  size_t room = sizeof line - length - 1, count = strlen(name);
  memcpy(line + length, name, count < room ? count : room);
  length += count < room ? count : room;
  line[length++] = '\n';
  if (write(file, line, length) != (ssize_t)length) abort();
  close(file);
}

unsigned int la_version(unsigned int version) {
  return version < LAV_CURRENT ? version : LAV_CURRENT;
}

unsigned int la_objopen(struct link_map *map, Lmid_t namespace, uintptr_t *cookie) {
  (void)namespace;
  (void)cookie;
  tell("opened ", map->l_name);
  return LA_FLG_BINDTO | LA_FLG_BINDFROM;
}

uintptr_t la_symbind64(Elf64_Sym *symbol, unsigned int index, uintptr_t *from, uintptr_t *to,
                       unsigned int *flags, const char *name) {
  (void)index;
  (void)from;
  (void)to;
  (void)flags;
  // Its own calls are not bound here: they are of another namespace.
  if (strncmp(name, "graft_", 6) == 0) tell("bound ", name);
  return symbol->st_value;
}
