// SPDX-License-Identifier: Apache-2.0
//
// A connection to the tool that hands new builds of plug-ins to this process. Used by
// Graft; not meant for other programs.

#ifndef GRAFT_RELOAD_H
#define GRAFT_RELOAD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Connects to a socket of packets at which a process of this user listens.
///
/// Returns its descriptor, which `exec` closes, or the negative of an error number: -EACCES
/// where another user listens, -ENAMETOOLONG for a path that no socket can have.
int graft_reload_connect(const char *path);

/// Waits for a packet. Returns its bytes, 0 at the end of the connection, or the negative of
/// an error number: -EMSGSIZE for a packet that is larger than `capacity`.
int64_t graft_reload_receive(int socket, void *packet, size_t capacity);

/// Sends a packet. Returns 0 or an error number; that nobody reads raises no signal.
int graft_reload_send(int socket, const void *packet, size_t byte_count);

/// Runs `body` with `socket` on a thread of its own, to which no signal is delivered, and
/// which nobody waits for. Returns 0 or an error number.
int graft_reload_run(void (*body)(int socket), int socket);

#ifdef __cplusplus
}
#endif

#endif
