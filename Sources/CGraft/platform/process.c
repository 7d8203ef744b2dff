// SPDX-License-Identifier: Apache-2.0
//
// Facts about this process, from the kernel.

#define _GNU_SOURCE
#include "platform.h"

#ifdef GRAFT_P_ELF

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

// `secure_getenv`, since `getenv` would let the user who starts a setuid
// program disable its checks.
const char *graft_environment(const char *name) { return secure_getenv(name); }

// Whether the executable names a dynamic linker, even if the dynamic linker was
// started with it as an argument.
static bool wants_linker(void) {
  const ElfW(Phdr) *headers = (const ElfW(Phdr) *)getauxval(AT_PHDR);
  for (size_t i = 0; headers != NULL && i < getauxval(AT_PHNUM); i++)
    if (headers[i].p_type == PT_INTERP) return true;
  return false;
}

bool graft_is_static_executable(void) { return getauxval(AT_BASE) == 0 && !wants_linker(); }

// Whether the process was started as `ld.so PROGRAM`: its executable is then
// the dynamic linker, with no linker beside it, and the program names one.
static bool is_started_by_linker(void) { return getauxval(AT_BASE) == 0 && wants_linker(); }

// Copies a path from /proc/self/maps, in which newlines are written as \012.
static size_t copy_unescaped(const char *from, char *path, size_t capacity) {
  size_t count = 0;
  while (*from != '\0' && *from != '\n' && count + 1 < capacity) {
    bool is_newline = strncmp(from, "\\012", 4) == 0;
    path[count++] = is_newline ? '\n' : *from;
    from += is_newline ? 4 : 1;
  }
  path[count] = '\0';
  return count;
}

static size_t copy_mapped_path(uintptr_t address, char *path, size_t capacity) {
  FILE *maps = fopen("/proc/self/maps", "re");
  if (maps == NULL) return 0;
  char *line = NULL;
  size_t room = 0, count = 0;
  while (count == 0 && getline(&line, &room, maps) > 0) {
    unsigned long start, stop;
    int name = 0;
    if (sscanf(line, "%lx-%lx %*s %*s %*s %*s %n", &start, &stop, &name) < 2 || name == 0) continue;
    if (address >= start && address < stop) count = copy_unescaped(line + name, path, capacity);
  }
  free(line);
  fclose(maps);
  return count;
}

size_t graft_copy_executable_path(char *path, size_t capacity) {
  if (is_started_by_linker()) return copy_mapped_path(getauxval(AT_PHDR), path, capacity);
  ssize_t count = readlink("/proc/self/exe", path, capacity - 1);
  if (count < 0) count = 0;
  path[count] = '\0';
  return (size_t)count;
}

size_t graft_p_count_threads(void) {
  // A folder has a link from each folder in it, and two more.
  struct stat tasks;
  return stat("/proc/self/task", &tasks) == 0 && tasks.st_nlink > 2 ? tasks.st_nlink - 2 : 0;
}

#endif
