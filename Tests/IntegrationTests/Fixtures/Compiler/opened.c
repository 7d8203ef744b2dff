// SPDX-License-Identifier: Apache-2.0
// Preloaded into the process of the macros: writes to the file GRAFT_OPENED which files it opens,
// each on a line after the name of the function.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int (*next_open)(const char *, int, ...);

static void tell(const char *function, const char *path) {
  const char *log = getenv("GRAFT_OPENED");
  if (next_open == NULL) next_open = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
  int file = next_open(log, O_WRONLY | O_CREAT | O_APPEND, 0644);
  dprintf(file, "%s %s\n", function, path == NULL ? "" : path);
  close(file);
}

__attribute__((constructor)) static void begin(void) { tell("begin", "macros"); }

#define OPENS(name)                                                            \
  int name(const char *path, int flags, ...) {                                 \
    va_list list;                                                              \
    va_start(list, flags);                                                     \
    int mode = va_arg(list, int);                                              \
    va_end(list);                                                              \
    tell(#name, path);                                                         \
    return ((int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name))(path, flags, mode); \
  }

OPENS(open)
OPENS(open64)

#define OPENS_AT(name)                                                         \
  int name(int folder, const char *path, int flags, ...) {                     \
    va_list list;                                                              \
    va_start(list, flags);                                                     \
    int mode = va_arg(list, int);                                              \
    va_end(list);                                                              \
    tell(#name, path);                                                         \
    return ((int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, #name))(folder, path, flags, mode); \
  }

OPENS_AT(openat)
OPENS_AT(openat64)

FILE *fopen(const char *path, const char *mode) {
  tell("fopen", path);
  return ((FILE *(*)(const char *, const char *))dlsym(RTLD_NEXT, "fopen"))(path, mode);
}

FILE *fopen64(const char *path, const char *mode) {
  tell("fopen64", path);
  return ((FILE *(*)(const char *, const char *))dlsym(RTLD_NEXT, "fopen64"))(path, mode);
}

DIR *opendir(const char *path) {
  tell("opendir", path);
  return ((DIR * (*)(const char *))dlsym(RTLD_NEXT, "opendir"))(path);
}
