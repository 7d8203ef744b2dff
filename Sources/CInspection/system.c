// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "inspection_system.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

int inspection_terminal_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/* Each takes two calls. */
enum { extent_limit = 1 << 12 };

uint64_t inspection_data_byte_count(int descriptor, uint64_t byte_count) {
  uint64_t data = 0;
  off_t offset = 0;
  for (int i = 0; i < extent_limit; i++) {
    off_t first = lseek(descriptor, offset, SEEK_DATA);
    if (first < 0) return errno == ENXIO ? data : byte_count;
    offset = lseek(descriptor, first, SEEK_HOLE);
    if (offset < 0) return byte_count;
    data += (uint64_t)(offset - first);
  }
  return data + (byte_count - (uint64_t)offset);
}

int inspection_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int inspection_has_memory(size_t byte_count) {
  void *volatile memory = malloc(byte_count);
  int has = memory != NULL;
  free(memory);
  return has;
}

const char *inspection_file_of_symbol(const char *name) {
  Dl_info info;
  void *symbol = dlsym(RTLD_DEFAULT, name);
  return symbol != NULL && dladdr(symbol, &info) != 0 ? info.dli_fname : NULL;
}

char *swift_demangle(const char *name, size_t byte_count, char *output, size_t *output_byte_count,
                     uint32_t flags);

char *inspection_demangle(const char *name, size_t byte_count) {
  return swift_demangle(name, byte_count, NULL, NULL, 0);
}

int inspection_nameless_file(const char *folder, int mode) {
  return open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
}

int inspection_name_file(int descriptor, const char *path) {
  /* Uses the link in /proc, since AT_EMPTY_PATH needs a capability. */
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  return linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

static char removed[PATH_MAX];
static volatile sig_atomic_t removes;

static void remove_and_end(int number) {
  if (removes) unlink(removed);
  /* SA_RESETHAND: the default action, once the handler returns. */
  raise(number);
}

void inspection_remove_on_signals(const char *path) {
  static const int numbers[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
  removes = 0;
  if (path == NULL || strlen(path) >= sizeof removed) return;
  strcpy(removed, path);
  removes = 1;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    struct sigaction old, new = {.sa_handler = remove_and_end, .sa_flags = SA_RESETHAND};
    /* Ignored signals stay ignored, as under nohup. */
    if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
      sigaction(numbers[i], &new, NULL);
  }
}
