// SPDX-License-Identifier: Apache-2.0
//
// A folder of plug-ins whose files change, and threads of Graft's own. Graft
// uses it; it is not meant for other programs.

#ifndef GRAFT_WATCH_H
#define GRAFT_WATCH_H

#ifdef __cplusplus
extern "C" {
#endif

/// Runs `body` with `context` on a detached thread that blocks all signals but those of faults.
/// Returns 0 or an error number.
int graft_run_detached(const char *name, void (*body)(void *context), void *context);

/// Makes a descriptor that watches nothing yet. Returns it, or a negative error number.
int graft_watch(void);

/// Watches the names in a folder, and when files that were written are closed.
/// Returns 0 or an error number.
int graft_watch_folder(int watch, const char *path);

/// Watches a symbolic link or a folder, for another one in its place; nothing if it is gone.
void graft_watch_place(int watch, const char *path);

/// Makes a descriptor by which `graft_watch_stop` ends a wait. Returns it, or a
/// negative error number.
int graft_watch_stopper(void);
void graft_watch_stop(int stopper);

enum {
  /// A file, a link, or the folder itself.
  GRAFT_WATCH_CHANGED = 0,
  GRAFT_WATCH_STOPPED = 1
};

/// Waits for an event, at most `first` milliseconds or for ever if that is -1,
/// and then until `quiet` milliseconds pass without another one. Returns one of
/// the above, or a negative error number.
int graft_watch_wait(int watch, int stopper, int first, int quiet);

#ifdef __cplusplus
}
#endif

#endif
