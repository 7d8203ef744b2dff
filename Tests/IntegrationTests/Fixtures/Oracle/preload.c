// In a program, preloaded or linked into it: has the oracle asked when the program ends,
// or instead of its main function, after the files of ORACLE_OPEN have been opened. What
// starts the program has it too.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void oracle_report(const char *path);

typedef int main_function(int, char **, char **);

static void report(void) { oracle_report(getenv("ORACLE")); }

static int isProgram(void) {
  char own[4096] = "";
  const char *program = getenv("ORACLE_PROGRAM");
  return program != NULL && readlink("/proc/self/exe", own, sizeof own - 1) > 0 &&
         strcmp(own, program) == 0;
}

static int opensAndReports(int count, char **arguments, char **environment) {
  (void)count, (void)arguments, (void)environment;
  char *rest = strdup(getenv("ORACLE_OPEN"));
  for (char *path; (path = strsep(&rest, ":")) != NULL;) {
    if (*path == 0 || dlopen(path, RTLD_NOW) != NULL) continue;
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  report();
  return 0;
}

#ifdef LINKED
// SwiftPM has renamed the program's.
int main(void) { return 1; }
#endif

int __libc_start_main(main_function *main, int count, char **arguments, void (*init)(void),
                      void (*fini)(void), void (*end)(void), void *stack) {
  __typeof__(__libc_start_main) *start = dlsym(RTLD_NEXT, "__libc_start_main");
  if (isProgram()) {
    if (getenv("ORACLE_OPEN") != NULL) main = opensAndReports;
    else atexit(report);
  }
  return start(main, count, arguments, init, fini, end, stack);
}
