// A process that keeps Graft's structures for debuggers, whole or damaged: `running CASE PLUG-IN`.
#define _GNU_SOURCE
#include <graft_debug.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void graft_image_arrived(const void *start, const void *stop) { (void)start, (void)stop; }

extern const char __start_graft_descriptors[] __attribute__((weak));

static void *change(void *context) {
  (void)context;
  for (uint64_t key = 10;; key++) {
    graft_debug_add_advice(key, "changing", "", "Greeter", "greet(_:)", "all");
    graft_debug_block(key % 2 ? "odd" : "even");
    graft_debug_remove_advice(key);
    graft_debug_unblock(key % 2 ? "odd" : "even");
    usleep(100);
  }
  return NULL;
}

static void damage(graft_debug_state *state, const char *name) {
  graft_debug_image *image = (graft_debug_image *)state->images->items[0];
  graft_debug_list *images = (graft_debug_list *)state->images;
  if (strcmp(name, "version") == 0) state->version = 9;
  if (strcmp(name, "size") == 0) state->byte_count = 8;
  if (strcmp(name, "count") == 0) images->count = UINT64_MAX;
  if (strcmp(name, "large-count") == 0) images->count = 60000;
  if (strcmp(name, "list") == 0) state->advice = (void *)UINT64_MAX;
  if (strcmp(name, "loop") == 0) state->advice = (void *)&state->advice;
  if (strcmp(name, "state") == 0) image->state = 77;
  if (strcmp(name, "text") == 0) image->path = (void *)8;
  if (strcmp(name, "long-text") == 0) {
    char *text = malloc(1 << 20);
    memset(text, 'x', 1 << 20);
    image->path = text;
  }
  if (strcmp(name, "control") == 0) image->plugin = "\x1b[31mred\n";
}

int main(int count, char **words) {
  const char *name = words[1];
  if (strcmp(name, "nothing") != 0) {
    void *plugin = count > 2 ? dlopen(words[2], RTLD_NOW) : NULL;
    if (count > 2 && plugin == NULL) return fprintf(stderr, "%s\n", dlerror()), 1;
    graft_debug_add_image("/proc/self/exe", NULL, (uint64_t)(uintptr_t)__start_graft_descriptors, 2,
                          GRAFT_DEBUG_ACTIVE);
    if (plugin != NULL) {
      // Its record's address, from the test's own symbol.
      graft_debug_add_image(words[2], "Holidays", (uint64_t)(uintptr_t)dlsym(plugin, "records"), 1,
                            GRAFT_DEBUG_WITHDRAWN);
    }
    graft_debug_block("gone");
    graft_debug_block("Fixtures.NamedGreeting");
    graft_debug_unblock("gone");
    graft_debug_add_advice(1, "audit", "Fixtures/Audit.swift:4", "Greeter", "greet(_:)", "all");
    graft_debug_add_advice(2, "", "", "Greeter", "farewell(_:)", "single objects of Dog");
    graft_debug_state *state = (graft_debug_state *)&graft_debug;
    // The compiler must not know that it is constant.
    __asm__("" : "+r"(state));
    damage(state, name);
  }
  pthread_t thread;
  if (strcmp(name, "changes") == 0) pthread_create(&thread, NULL, change, NULL);
  printf("%d\n", getpid());
  fflush(stdout);
  return getchar();
}
