// SPDX-License-Identifier: Apache-2.0
//
// The static probes of `graft_probes.h`, in the format of
// https://sourceware.org/systemtap/wiki/UserSpaceProbeImplementation, without
// <sys/sdt.h>, which few machines have.

#include "graft_probes.h"

#ifdef __ELF__

// Marks the link-time base: tools compare its address with the one in the notes
// to see whether a file was relocated on disk. An image has one, so it is
// common with other users of the format. It stands in the functions, since
// tools that read LLVM's intermediate code fail on assembly outside of them.
#define BASE                                                                       \
  ".ifndef _.stapsdt.base\n"                                                       \
  ".pushsection .stapsdt.base,\"aGR\",%%progbits,.stapsdt.base,comdat\n"           \
  ".weak _.stapsdt.base\n"                                                         \
  ".hidden _.stapsdt.base\n"                                                       \
  "_.stapsdt.base: .space 1\n"                                                     \
  ".size _.stapsdt.base, 1\n"                                                      \
  ".popsection\n"                                                                  \
  ".endif\n"

// Defines a probe: its semaphore, and a function with the `nop` and its note.
// Both are retained, since lld and gold drop what only a note refers to. Each
// operand is a word in a register, whose name the compiler writes into the text
// of the arguments.
#define PROBE(name, parameters, arguments, ...)                                    \
  __attribute__((used, retain, section(".probes")))                                \
  volatile unsigned short graft_##name##_semaphore = 0;                            \
  __attribute__((used, retain, noinline)) void graft_trace_##name parameters {     \
    __asm__ volatile(                                                              \
        "1: nop\n"                                                                 \
        ".pushsection .note.stapsdt,\"?\",%%note\n"                                \
        ".balign 4\n"                                                              \
        ".4byte 3f - 2f, 5f - 4f, 3\n"                                             \
        "2: .asciz \"stapsdt\"\n"                                                  \
        "3: .balign 4\n"                                                           \
        "4: .8byte 1b, _.stapsdt.base, graft_" #name "_semaphore\n"                \
        ".asciz \"graft\"\n"                                                       \
        ".asciz \"" #name "\"\n"                                                   \
        ".asciz \"" arguments "\"\n"                                               \
        "5: .balign 4\n"                                                           \
        ".popsection\n" BASE                                                       \
        :                                                                          \
        : __VA_ARGS__                                                              \
        : "memory");                                                               \
  }

#else

// Nothing traces them.
#define PROBE(name, parameters, arguments, ...)     \
  volatile unsigned short graft_##name##_semaphore; \
  void graft_trace_##name parameters { __asm__ volatile("" : : __VA_ARGS__); }

#endif

#define ONE "8@%0"
#define TWO ONE " 8@%1"
#define THREE TWO " 8@%2"
#define FOUR THREE " 8@%3"
#define FIVE FOUR " 8@%4"

PROBE(image_arrived, (const char *path, uint64_t record_count), TWO, "r"(path),
      "r"(record_count))
PROBE(image_refused, (const char *path, const char *reason), TWO, "r"(path), "r"(reason))
PROBE(image_withdrawn, (const char *path), ONE, "r"(path))
PROBE(image_reinstated, (const char *path), ONE, "r"(path))
PROBE(image_superseded, (const char *path, const char *newer_path), TWO, "r"(path),
      "r"(newer_path))
PROBE(image_rolled_back, (const char *path), ONE, "r"(path))

PROBE(answer_changed,
      (const char *protocol, const char *requirement, const char *subject,
       const char *extension),
      FOUR, "r"(protocol), "r"(requirement), "r"(subject), "r"(extension))

PROBE(advice_in, (const char *advice, const char *requirement, const char *subject), THREE,
      "r"(advice), "r"(requirement), "r"(subject))
PROBE(advice_out, (const char *advice, const char *requirement, const char *subject), THREE,
      "r"(advice), "r"(requirement), "r"(subject))

PROBE(call_begin,
      (uint64_t call, const char *protocol, const char *requirement, const char *subject),
      FOUR, "r"(call), "r"(protocol), "r"(requirement), "r"(subject))
PROBE(call_end,
      (uint64_t call, const char *protocol, const char *requirement, const char *subject,
       uint64_t has_thrown),
      FIVE, "r"(call), "r"(protocol), "r"(requirement), "r"(subject), "r"(has_thrown))
