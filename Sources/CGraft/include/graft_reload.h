// SPDX-License-Identifier: Apache-2.0
//
// A connection to the tool that hands new builds of plug-ins to this process.
// Graft uses it; it is not meant for other programs.

#ifndef GRAFT_RELOAD_H
#define GRAFT_RELOAD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Connects to a packet socket at which a process of this user listens.
///
/// Returns the descriptor, which `exec` closes, or a negative error number:
/// -EACCES if another user listens, -ENAMETOOLONG if the path is too long for a
/// socket.
int graft_reload_connect(const char *path);

/// Waits for a packet. Returns its size in bytes, 0 at the end of the
/// connection, or a negative error number: -EMSGSIZE for a packet larger than
/// `capacity`.
int64_t graft_reload_receive(int socket, void *packet, size_t capacity);

/// Sends a packet. Returns 0 or an error number; a missing reader raises no
/// signal.
int graft_reload_send(int socket, const void *packet, size_t byte_count);

#ifdef __cplusplus
}
#endif

#endif
