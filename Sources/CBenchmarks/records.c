// SPDX-License-Identifier: Apache-2.0
//
// Protocols with one, ten and a hundred extensions. The extensions of a
// protocol share an accessor and differ in priority, so all are in the chain.

#include <graft.h>

void *benchmark_one(const graft_request *);
void *benchmark_ten(const graft_request *);
void *benchmark_hundred(const graft_request *);

#define EXTENSION(accessor, protocol, requirement, number)                   \
  GRAFT_EXTENSION(accessor, protocol, "BenchmarkSubjects." protocol #number, \
                  GRAFT_IMPLEMENTS(requirement), GRAFT_PRIORITY(number));
#define TEN(accessor, protocol, requirement, tens)       \
  EXTENSION(accessor, protocol, requirement, tens##0)    \
  EXTENSION(accessor, protocol, requirement, tens##1)    \
  EXTENSION(accessor, protocol, requirement, tens##2)    \
  EXTENSION(accessor, protocol, requirement, tens##3)    \
  EXTENSION(accessor, protocol, requirement, tens##4)    \
  EXTENSION(accessor, protocol, requirement, tens##5)    \
  EXTENSION(accessor, protocol, requirement, tens##6)    \
  EXTENSION(accessor, protocol, requirement, tens##7)    \
  EXTENSION(accessor, protocol, requirement, tens##8)    \
  EXTENSION(accessor, protocol, requirement, tens##9)

EXTENSION(benchmark_one, "One", "one()", 1)
TEN(benchmark_ten, "Ten", "ten()", 1)
TEN(benchmark_hundred, "Hundred", "hundred()", 1)
TEN(benchmark_hundred, "Hundred", "hundred()", 2)
TEN(benchmark_hundred, "Hundred", "hundred()", 3)
TEN(benchmark_hundred, "Hundred", "hundred()", 4)
TEN(benchmark_hundred, "Hundred", "hundred()", 5)
TEN(benchmark_hundred, "Hundred", "hundred()", 6)
TEN(benchmark_hundred, "Hundred", "hundred()", 7)
TEN(benchmark_hundred, "Hundred", "hundred()", 8)
TEN(benchmark_hundred, "Hundred", "hundred()", 9)
TEN(benchmark_hundred, "Hundred", "hundred()", 10)
