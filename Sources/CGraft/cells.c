// SPDX-License-Identifier: Apache-2.0
//
// The cells that calls go through. An arriving image empties all of them from its
// constructor, and so without Swift; calls then ask the registry again.

#include "loader.h"

static graft_cell *first_cell;

void graft_watch_cell(graft_cell *cell) {
  graft_cell *first = __atomic_load_n(&first_cell, __ATOMIC_ACQUIRE);
  // "Next entry", "add entry".
  do {
    cell->next = (uintptr_t)first;
  } while (!__atomic_compare_exchange_n(&first_cell, &first, cell, true, __ATOMIC_SEQ_CST,
                                        __ATOMIC_ACQUIRE));
}

// Clears the key and keeps the head: a call that has read the key may still use
// it. The same key comes back later, so key and head never mix. "Empty key".
void graft_empty_cell(graft_cell *cell) {
  __atomic_store_n(&cell->key, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&cell->table, 0, __ATOMIC_SEQ_CST);
}

void graft_p_empty_cells(void) {
  graft_cell *cell = __atomic_load_n(&first_cell, __ATOMIC_SEQ_CST);
  for (; cell != NULL; cell = (graft_cell *)cell->next) graft_empty_cell(cell);
}
