// SPDX-License-Identifier: Apache-2.0
//
// Packets on a socket in the file system.

#define _GNU_SOURCE
#include "platform.h"

#ifdef GRAFT_P_ELF

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "graft_reload.h"

// Checks that the listener runs as this user, since it can load code here.
static int check_peer(int descriptor) {
  struct ucred peer;
  socklen_t byte_count = sizeof(peer);
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &byte_count) != 0) return errno;
  return peer.uid == geteuid() ? 0 : EACCES;
}

int graft_reload_connect(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof(address.sun_path)) return -ENAMETOOLONG;
  strcpy(address.sun_path, path);
  int descriptor = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -errno;
  bool is_open = connect(descriptor, (const struct sockaddr *)&address, sizeof(address)) == 0;
  int failure = is_open ? check_peer(descriptor) : errno;
  if (failure == 0) return descriptor;
  close(descriptor);
  return -failure;
}

int64_t graft_reload_receive(int descriptor, void *packet, size_t capacity) {
  ssize_t count;
  do {
    // MSG_TRUNC returns the packet's whole length even if it does not fit.
    count = recv(descriptor, packet, capacity, MSG_TRUNC);
  } while (count < 0 && errno == EINTR);
  if (count < 0) return -errno;
  return (size_t)count > capacity ? -EMSGSIZE : count;
}

int graft_reload_send(int descriptor, const void *packet, size_t byte_count) {
  ssize_t count;
  do {
    count = send(descriptor, packet, byte_count, MSG_NOSIGNAL);
  } while (count < 0 && errno == EINTR);
  return count < 0 ? errno : 0;
}

#endif
