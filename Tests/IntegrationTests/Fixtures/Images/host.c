// A C program that knows nothing of Swift. Its first argument is what it opens.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>

int main(int count, char **arguments) {
  void *commands = dlopen(arguments[1], RTLD_NOW);
  void (*run)(int32_t, char **) = commands == NULL ? NULL : dlsym(commands, "images_run");
  if (run == NULL) return puts(dlerror()), 1;
  arguments[1] = arguments[0];
  run(count - 1, arguments + 1);
}
