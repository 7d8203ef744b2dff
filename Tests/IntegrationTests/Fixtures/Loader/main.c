// The loader without Swift, on several threads.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "graft_loader.h"

static const char *path;
static atomic_int is_ready, is_over;
// Both change under the registry's lock.
static volatile int begun, ended;

static size_t image_count(void) {
  size_t count = 0;
  const graft_image *image = graft_first_image();
  for (; image != NULL; image = graft_next_image(image)) count++;
  return count;
}

static double seconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// Nearly always under the registry's lock, now and then publishing; and staging.
static void *busy(void *unused) {
  graft_begin_staging(7);
  while (!is_over) {
    graft_lock_registry();
    graft_begin_publishing();
    is_ready = 1;
    begun++;
    usleep(200);
    ended++;
    graft_end_publishing();
    graft_unlock_registry();
  }
  return unused;
}

// In each child everything goes on: the locks, a walk, an arrival.
static int fork_often(const char *unannounced, const char *announced) {
  pthread_t thread;
  pthread_create(&thread, NULL, busy, NULL);
  while (!is_ready) usleep(100);
  int status = 0;
  for (int i = 0; i < 100 && status == 0; i++) {
    pid_t child = fork();
    if (child == 0) {
      alarm(10);
      graft_lock_registry();
      graft_begin_publishing();
      if (begun != ended) _exit(4);
      graft_end_publishing();
      graft_unlock_registry();
      if (dlopen(unannounced, RTLD_NOW) == NULL || image_count() != 0) _exit(1);
      graft_walk_images();
      if (image_count() != 1) _exit(2);
      if (dlopen(announced, RTLD_NOW) == NULL || image_count() != 2) _exit(3);
      _exit(0);
    }
    waitpid(child, &status, 0);
  }
  is_over = 1;
  pthread_join(thread, NULL);
  printf("status: %#x\n", (unsigned)status);
  return 0;
}

// A plug-in's constructor may fork, also that of one that another one opens: the child
// goes on staging, until it ends that.
static int fork_while_staging(const char *unannounced) {
  uint64_t before = graft_begin_staging(7), between = graft_begin_staging(8);
  pid_t child = fork();
  if (child == 0) {
    alarm(10);
    if (dlopen(unannounced, RTLD_NOW) == NULL) _exit(1);
    graft_walk_images();
    graft_end_staging(between);
    graft_walk_images();
    if (image_count() != 0) _exit(2);
    graft_end_staging(before);
    graft_walk_images();
    if (image_count() != 1 || graft_first_image()->staging_token != 0) _exit(3);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  printf("status: %#x\n", (unsigned)status);
  return 0;
}

static graft_cell cell;
static atomic_bool arrives_during_fork;

// Of the handlers that prepare a fork, those that were registered first run last: here
// the loader's have run.
static void let_image_arrive(void) {
  if (!arrives_during_fork) return;
  uint64_t before = graft_arrival_count();
  is_ready = 1;
  while (graft_arrival_count() == before) usleep(100);
}

static __attribute__((constructor(101))) void register_first(void) {
  pthread_atfork(let_image_arrive, NULL, NULL);
}

static void *open_when_ready(void *unused) {
  while (!is_ready) usleep(100);
  if (dlopen(path, RTLD_NOW) == NULL) puts(dlerror());
  return unused;
}

// The thread of an image that has just arrived, and is about to empty the cells, is not
// in the child.
static int fork_during_arrival(void) {
  pthread_t thread;
  graft_watch_cell(&cell);
  __atomic_store_n(&cell.key, 8, __ATOMIC_SEQ_CST);
  pthread_create(&thread, NULL, open_when_ready, NULL);
  arrives_during_fork = true;
  uint64_t before = graft_arrival_count();
  pid_t child = fork();
  if (child == 0) {
    alarm(10);
    if (image_count() != 1 || graft_arrival_count() == before) _exit(1);
    _exit(__atomic_load_n(&cell.key, __ATOMIC_SEQ_CST) == 0 ? 0 : 2);
  }
  int status = 0;
  waitpid(child, &status, 0);
  pthread_join(thread, NULL);
  bool is_emptied = __atomic_load_n(&cell.key, __ATOMIC_SEQ_CST) == 0;
  printf("status: %#x, images: %zu, emptied: %d\n", (unsigned)status, image_count(), is_emptied);
  return 0;
}

static pthread_t staging_thread;
static atomic_bool is_opened, is_walked;

static void *stage_and_open(void *unused) {
  uint64_t before = graft_begin_staging(7);
  void *handle = dlopen(path, RTLD_NOW);
  if (handle == NULL) puts(dlerror());
  is_opened = true;
  while (!is_walked) usleep(100);
  graft_enter_opened(handle);
  graft_end_staging(before);
  return unused;
}

static atomic_bool stages_during_walk;

// Stands in front of the C library's, for the loader's walks: one looks at the images
// when another thread has begun to stage since the walk began.
int dl_iterate_phdr(int (*callback)(struct dl_phdr_info *, size_t, void *), void *context) {
  if (stages_during_walk) {
    stages_during_walk = false;
    pthread_create(&staging_thread, NULL, stage_and_open, NULL);
    while (!is_opened) usleep(100);
  }
  int (*next)(int (*)(struct dl_phdr_info *, size_t, void *), void *) =
      dlsym(RTLD_NEXT, "dl_iterate_phdr");
  return next(callback, context);
}

static int walk_while_staging(void) {
  stages_during_walk = true;
  graft_walk_images();
  is_walked = true;
  pthread_join(staging_thread, NULL);
  uint64_t token = image_count() == 1 ? graft_first_image()->staging_token : 0;
  printf("images: %zu, staged: %d\n", image_count(), (int)token);
  return 0;
}

static void *departing;

static void depart(void) {
  void *handle = departing;
  departing = NULL;
  if (handle != NULL && dlclose(handle) != 0) puts(dlerror());
}

// Stand in front of the C library's, for the loader: an image that a walk has found is
// unloaded before it can be pinned.
int dladdr1(const void *address, Dl_info *info, void **extra, int flags) {
  int (*next)(const void *, Dl_info *, void **, int) = dlsym(RTLD_NEXT, "dladdr1");
  int found = next(address, info, extra, flags);
  depart();
  return found;
}

void *dlopen(const char *name, int flags) {
  void *(*next)(const char *, int) = dlsym(RTLD_NEXT, "dlopen");
  if ((flags & RTLD_NOLOAD) != 0) depart();
  return next(name, flags);
}

static int close_found(void) {
  departing = dlopen(path, RTLD_NOW);
  graft_walk_images();
  printf("images: %zu, closed: %d\n", image_count(), dlopen(path, RTLD_NOW | RTLD_NOLOAD) == NULL);
  return 0;
}

static void *open_it(void *unused) {
  double before = seconds(CLOCK_THREAD_CPUTIME_ID);
  is_ready = 1;
  if (dlopen(path, RTLD_NOW) == NULL) puts(dlerror());
  is_over = 1;
  double used = seconds(CLOCK_THREAD_CPUTIME_ID) - before;
  printf("images: %zu, waiting cost %s\n", image_count(), used < 0.1 ? "nothing" : "time");
  return unused;
}

// An image arrives while a publication takes half a second.
static int wait_for_publication(void) {
  pthread_t thread;
  graft_lock_registry();
  graft_begin_publishing();
  pthread_create(&thread, NULL, open_it, NULL);
  usleep(500000);
  printf("opened meanwhile: %s\n", is_over ? "yes" : "no");
  graft_end_publishing();
  graft_unlock_registry();
  pthread_join(thread, NULL);
  return 0;
}

static void *walk(void *unused) {
  while (!is_over) graft_walk_images();
  return unused;
}

// Walks find images that are gone before they can be pinned, and others that lie
// where those were.
static int open_in_vain(const char *announced) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, walk, NULL);
  for (int i = 0; i < 3000; i++)
    if (dlopen(path, RTLD_NOW) != NULL) puts("opened");
  if (dlopen(announced, RTLD_NOW) == NULL) puts(dlerror());
  is_over = 1;
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  size_t refused = 0;
  const graft_image *image = graft_first_image();
  for (; image != NULL; image = graft_next_image(image)) refused += image->refusal.code != 0;
  printf("images: %zu, refused: %zu\n", image_count(), refused);
  return 0;
}

// In debug builds, who asks for the locks in the wrong order is stopped.
static int take_locks_in_wrong_order(void) {
  graft_lock_registry();
  graft_unlock_registry();
  printf("images change: %s\n", graft_image_changes() > 0 ? "yes" : "no");
  fflush(stdout);
  graft_lock_registry();
  graft_image_changes();
  puts("nobody minds");
  graft_unlock_registry();
  return 0;
}

// All of the notes of all images are read.
static int count_loaders(void) {
  printf("copies: %zu\n", graft_loader_copies(NULL, 0));
  return 0;
}

int main(int count, char **arguments) {
  if (count < 4) return 1;
  // What starts this may have blocked those that end it when it hangs.
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  path = arguments[2];
  if (strcmp(arguments[1], "fork") == 0) return fork_often(path, arguments[3]);
  if (strcmp(arguments[1], "stage") == 0) return fork_while_staging(path);
  if (strcmp(arguments[1], "arrive") == 0) return fork_during_arrival();
  if (strcmp(arguments[1], "walk") == 0) return walk_while_staging();
  if (strcmp(arguments[1], "close") == 0) return close_found();
  if (strcmp(arguments[1], "order") == 0) return take_locks_in_wrong_order();
  if (strcmp(arguments[1], "count") == 0) return count_loaders();
  if (strcmp(arguments[1], "wait") == 0) return wait_for_publication();
  return open_in_vain(arguments[3]);
}
