// SPDX-License-Identifier: Apache-2.0
//
// The epoch of the layouts that are compiled into generated code. It makes the
// dynamic linker refuse images of another epoch. `docs/abi.md` specifies it.

#ifndef GRAFT_EPOCH_H
#define GRAFT_EPOCH_H

#ifdef __cplusplus
extern "C" {
#endif

/// The epoch: the version of all layouts that code outside Graft is compiled
/// with, those of cells, tables, links and their successors, advice and
/// couriers' lists. Any change of one of them increases it.
#ifndef GRAFT_EPOCH
#define GRAFT_EPOCH 3
#endif

#define GRAFT_P_EPOCH_TEXT(number) GRAFT_P_EPOCH_TEXT_(number)
#define GRAFT_P_EPOCH_TEXT_(number) #number
#define GRAFT_P_EPOCH_SYMBOL "graft_epoch_" GRAFT_P_EPOCH_TEXT(GRAFT_EPOCH)

/// A symbol that exists for its name, which contains the epoch.
extern const char graft_epoch __asm__(GRAFT_P_EPOCH_SYMBOL);

// The reference is data, and equal in all objects of an image, so the linker
// keeps one: no instruction, and one relocation. The group's name contains the
// epoch too, so that objects of two epochs can't be linked into one image.
// Without the flag R the linker collects it.
#if __SIZEOF_POINTER__ == 8
#define GRAFT_P_EPOCH_WORD ".8byte "
#else
#define GRAFT_P_EPOCH_WORD ".4byte "
#endif

// The compiler that compiles this header through Swift's importer: the
// language's version, which equals the compiler's in language mode 6, and the
// version of its clang.
#if defined(__swift__) && defined(__ELF__)
#ifndef GRAFT_SWIFT
#define GRAFT_SWIFT __swift__
#endif
#define GRAFT_P_ORIGIN                                        \
  "swift=" GRAFT_P_EPOCH_TEXT(GRAFT_SWIFT) "\\0"             \
  "clang=" __clang_version__ "\\0"                           \
  "epoch=" GRAFT_P_EPOCH_TEXT(GRAFT_EPOCH) "\\0"

// The note with the compiler. It is padded to a multiple of 8, so that it is the
// same in segments of either alignment. An image keeps one note of each compiler.
#define GRAFT_P_ORIGIN_NOTE                                                                 \
  ".ifndef graft_p_origin\n"                                                                \
  ".set graft_p_origin, 1\n"                                                                \
  ".pushsection .note.graft,\"aGR\",%note,graft_origin_" GRAFT_P_EPOCH_TEXT(GRAFT_SWIFT) ",comdat\n" \
  ".balign 4\n"                                                                             \
  ".4byte 12, .Lgraft_p_origin_end - .Lgraft_p_origin_start, 1\n"                               \
  ".asciz \"GraftOrigin\"\n"                                                                \
  ".Lgraft_p_origin_start:\n"                                                                 \
  ".ascii \"" GRAFT_P_ORIGIN "\"\n"                                                         \
  ".fill (-(. - .Lgraft_p_origin_start)) & 7, 1, 0\n"                                         \
  ".Lgraft_p_origin_end:\n"                                                                   \
  ".popsection\n"                                                                           \
  ".endif\n"
#else
#define GRAFT_P_ORIGIN_NOTE ""
#endif

/// The note's text for the code that calls this; NULL unless a Swift compiler
/// compiles it. It is a list of strings, each with a NUL, and an empty one at
/// the end.
static inline __attribute__((always_inline)) const char *graft_origin(void) {
#ifdef GRAFT_P_ORIGIN
  return "swift=" GRAFT_P_EPOCH_TEXT(GRAFT_SWIFT) "\0"
         "clang=" __clang_version__ "\0"
         "epoch=" GRAFT_P_EPOCH_TEXT(GRAFT_EPOCH) "\0";
#else
  return (const char *)0;
#endif
}

/// Brings the note into the object that calls it, and does nothing.
static inline __attribute__((always_inline)) void graft_note_origin(void) {
  __asm__ volatile(GRAFT_P_ORIGIN_NOTE);
}

/// Brings a reference to the epoch into the object that calls it, and does
/// nothing. Graft's inlinable code calls it, since that code becomes part of
/// other images, which Graft opens on ELF platforms only.
static inline __attribute__((always_inline)) void graft_refer_to_epoch(void) {
#ifdef __ELF__
  __asm__ volatile(
      ".ifndef graft_p_epoch\n"
      ".set graft_p_epoch, 1\n"
      ".pushsection .data.rel.ro.graft_epoch,\"awGR\",%progbits," GRAFT_P_EPOCH_SYMBOL
      "_reference,comdat\n"
      ".balign " GRAFT_P_EPOCH_TEXT(__SIZEOF_POINTER__) "\n"
      GRAFT_P_EPOCH_WORD GRAFT_P_EPOCH_SYMBOL "\n"
      ".popsection\n"
      ".endif\n" GRAFT_P_ORIGIN_NOTE);
#endif
}

#ifdef __cplusplus
}
#endif

#endif
