// SPDX-License-Identifier: Apache-2.0
//
// Declarations that the loader's files share.

#ifndef GRAFT_P_LOADER_H
#define GRAFT_P_LOADER_H

#include "graft_loader.h"
#include "platform/platform.h"

/// Whether the table has an image whose records start here. Takes no lock.
bool graft_p_is_entered(uintptr_t start);

/// Works like `graft_scan_records`, and calls `is_code` for each accessor,
/// unless it is NULL.
bool graft_p_scan_records(const void *start, size_t byte_count,
                          bool (*is_code)(uint64_t accessor, void *context), void *context,
                          graft_scan *scan);

void graft_p_empty_cells(void);

/// Handlers for `pthread_atfork`.
void graft_p_prepare_fork(void);
void graft_p_go_on_after_fork(void);
/// Resets the locks in a child of fork. Returns whether the parent had other
/// threads.
bool graft_p_start_in_child(void);

#endif
