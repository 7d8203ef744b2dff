// Opens an image without having the loader that it needs.

#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    puts(dlopen(argv[i], RTLD_LAZY) == NULL ? dlerror() : "opened");
  return 0;
}
