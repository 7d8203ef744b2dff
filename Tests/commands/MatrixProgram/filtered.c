// SPDX-License-Identifier: Apache-2.0
//
// Runs a program where the kernel refuses membarrier: filtered PROGRAM ARGUMENT…

#define _GNU_SOURCE
#include <errno.h>
#include <linux/membarrier.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "benchmarks.h"

int main(int count, char **arguments) {
  if (count < 2) return 64;
  if (!benchmark_forbid_membarrier()) {
    perror("filtered: no filter");
    return 69;
  }
  if (syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0) != -1 || errno != ENOSYS) {
    fputs("filtered: membarrier is not refused\n", stderr);
    return 70;
  }
  execv(arguments[1], arguments + 1);
  perror(arguments[1]);
  return 71;
}
