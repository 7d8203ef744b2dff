// SPDX-License-Identifier: Apache-2.0
//
// The structures of `graft_debug.h`. A stopped process can be in the middle of
// a change, so each becomes visible by one store, when it is complete.

#include "graft_debug.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(graft_debug_image) == 5 * 8, "image");
_Static_assert(sizeof(graft_debug_advice) == 6 * 8, "advice");
_Static_assert(offsetof(graft_debug_list, items) == 2 * 8, "list");
_Static_assert(sizeof(graft_debug_state) == 4 * 8, "state");

static graft_debug_state state = {
    .version = GRAFT_DEBUG_VERSION, .byte_count = sizeof(graft_debug_state)};

// Another image's symbol of this name must not take the place of this one, so
// only debuggers use the symbol. Mach-O has no aliases, and the commands for gdb
// are for ELF.
#ifdef __ELF__
extern const graft_debug_state graft_debug __attribute__((alias("state"), used));
#endif

static void *allocate(size_t byte_count) {
  void *memory = calloc(1, byte_count);
  if (memory == NULL) {
    fputs("graft: no memory for a change of the program\n", stderr);
    abort();
  }
  return memory;
}

static const char *copy(const char *text) {
  size_t byte_count = strlen(text) + 1;
  return memcpy(allocate(byte_count), text, byte_count);
}

static void publish(const graft_debug_list **list, graft_debug_list *new) {
  void *old = (void *)*list;
  __atomic_store_n(list, new, __ATOMIC_RELEASE);
  free(old);
}

static graft_debug_list *copy_list(const graft_debug_list *list, size_t capacity) {
  graft_debug_list *new = allocate(sizeof(*new) + capacity * sizeof(void *));
  new->capacity = capacity;
  if (list == NULL) return new;
  new->count = list->count;
  memcpy(new->items, list->items, list->count * sizeof(void *));
  return new;
}

static void add(const graft_debug_list **list, const void *item) {
  uint64_t count = *list == NULL ? 0 : (*list)->count;
  if (*list == NULL || count == (*list)->capacity)
    publish(list, copy_list(*list, count == 0 ? 4 : 2 * count));
  graft_debug_list *own = (graft_debug_list *)*list;
  own->items[count] = item;
  __atomic_store_n(&own->count, count + 1, __ATOMIC_RELEASE);
}

static void remove_at(const graft_debug_list **list, size_t index) {
  graft_debug_list *new = copy_list(*list, (*list)->capacity);
  new->count -= 1;
  memmove(&new->items[index], &new->items[index + 1],
          (new->count - index) * sizeof(void *));
  publish(list, new);
}

void graft_debug_add_image(const char *path, const char *plugin, uint64_t records_address,
                           uint64_t record_count, uint64_t image_state) {
  graft_debug_image *image = allocate(sizeof(*image));
  *image = (graft_debug_image){copy(path), plugin == NULL ? NULL : copy(plugin),
                               records_address, record_count, image_state};
  add(&state.images, image);
}

void graft_debug_set_state(size_t image, uint64_t image_state) {
  ((graft_debug_image *)state.images->items[image])->state = image_state;
}

void graft_debug_block(const char *name) {
  // Two threads can block one name.
  graft_debug_unblock(name);
  add(&state.blocked, copy(name));
}

void graft_debug_unblock(const char *name) {
  for (size_t i = 0; state.blocked != NULL && i < state.blocked->count; i++) {
    const char *text = state.blocked->items[i];
    if (strcmp(text, name) != 0) continue;
    remove_at(&state.blocked, i);
    free((void *)text);
    return;
  }
}

void graft_debug_add_advice(uint64_t key, const char *name, const char *source,
                            const char *protocol, const char *requirement,
                            const char *subjects) {
  // The advice of a class's objects can be linked by two threads.
  graft_debug_remove_advice(key);
  graft_debug_advice *advice = allocate(sizeof(*advice));
  *advice = (graft_debug_advice){copy(name),        copy(source),   copy(protocol),
                                 copy(requirement), copy(subjects), key};
  add(&state.advice, advice);
}

void graft_debug_remove_advice(uint64_t key) {
  for (size_t i = 0; state.advice != NULL && i < state.advice->count; i++) {
    const graft_debug_advice *advice = state.advice->items[i];
    if (advice->key != key) continue;
    remove_at(&state.advice, i);
    const char *texts[] = {advice->name, advice->source, advice->protocol,
                           advice->requirement, advice->subjects};
    for (size_t j = 0; j < sizeof(texts) / sizeof(*texts); j++) free((void *)texts[j]);
    free((void *)advice);
    return;
  }
}
