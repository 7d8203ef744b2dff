// SPDX-License-Identifier: Apache-2.0
//
// Compares a mapped file with the file that is now at a path, by content: some
// file systems do not tell which file a mapping belongs to.

#define _GNU_SOURCE
#include "platform.h"

#ifdef GRAFT_P_ELF

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <unistd.h>

static bool has_bytes(int file, const uint8_t *wanted, size_t byte_count, uint64_t offset) {
  uint8_t found[1 << 14];
  while (byte_count > 0) {
    size_t part = byte_count < sizeof(found) ? byte_count : sizeof(found);
    ssize_t count = pread(file, found, part, (off_t)offset);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0 || memcmp(found, wanted, (size_t)count) != 0) return false;
    wanted += count;
    byte_count -= (size_t)count;
    offset += (uint64_t)count;
  }
  return true;
}

static bool has_segments(int file, const graft_loaded *loaded) {
  const ElfW(Phdr) *headers = loaded->program_headers;
  ElfW(Ehdr) header;
  if (pread(file, &header, sizeof(header), 0) != (ssize_t)sizeof(header)) return false;
  if (header.e_phnum != loaded->program_header_count ||
      !has_bytes(file, loaded->program_headers, loaded->program_header_count * sizeof(*headers),
                 header.e_phoff))
    return false;
  for (size_t i = 0; i < loaded->program_header_count; i++) {
    const ElfW(Phdr) *segment = &headers[i];
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) != 0) continue;
    // Compare readable segments only.
    if ((segment->p_flags & PF_R) == 0) continue;
    if (!has_bytes(file, (const uint8_t *)(loaded->load_bias + segment->p_vaddr),
                   segment->p_filesz, segment->p_offset))
      return false;
  }
  return true;
}

bool graft_has_content(const graft_loaded *loaded, const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return false;
  bool is_same = has_segments(file, loaded);
  close(file);
  return is_same;
}

#ifndef MFD_EXEC
#define MFD_EXEC 0x10U
#endif

int graft_copy_sealed(int file, const char *name, size_t byte_count) {
  const unsigned flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
  // Kernels before 6.3 do not know the flag, and need none.
  int copy = memfd_create(name, flags | MFD_EXEC);
  if (copy < 0 && errno == EINVAL) copy = memfd_create(name, flags);
  if (copy < 0) return -1;
  for (off_t at = 0; (size_t)at < byte_count;) {
    ssize_t count = sendfile(copy, file, &at, byte_count - (size_t)at);
    if (count < 0 && errno == EINTR) continue;
    // The file has become shorter. Readers of the copy notice that.
    if (count == 0) break;
    if (count < 0) goto failed;
  }
  if (fcntl(copy, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) == 0)
    return copy;
failed:;
  int error = errno;
  close(copy);
  errno = error;
  return -1;
}

#endif
