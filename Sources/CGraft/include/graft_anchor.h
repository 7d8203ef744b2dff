// SPDX-License-Identifier: Apache-2.0
//
// The anchor, by which the loader and the inspector find the section of an
// image with descriptors. `docs/abi.md` specifies the note.

#ifndef GRAFT_ANCHOR_H
#define GRAFT_ANCHOR_H

#ifdef __cplusplus
extern "C" {
#endif

// Other object formats have no bounds of a section, so nothing is announced.
#if defined(__ELF__) || defined(__MACH__)
#define GRAFT_P_HAS_BOUNDS
#endif

/// Announces the records of one image, from `start` up to `stop`. The anchor's
/// constructor calls it; calling it again for the same image does nothing.
void graft_image_arrived(const void *start, const void *stop);

#ifdef GRAFT_P_HAS_BOUNDS

// Linkers define the bounds of an image's section under these names. They are
// declared in C too: under LTO, lld does not see names that only assembly uses.
#ifdef __MACH__
#define GRAFT_P_SECTION_START "section$start$__DATA$graft_records"
#define GRAFT_P_SECTION_STOP "section$end$__DATA$graft_records"
#else
#define GRAFT_P_SECTION_START "__start_graft_descriptors"
#define GRAFT_P_SECTION_STOP "__stop_graft_descriptors"
#endif
extern const char graft_section_start[] __asm__(GRAFT_P_SECTION_START)
    __attribute__((visibility("hidden")));
extern const char graft_section_stop[] __asm__(GRAFT_P_SECTION_STOP)
    __attribute__((visibility("hidden")));

// A function and not file-scope assembly: Swift's importer emits the functions
// of a header into the Swift objects that use them, but no file-scope assembly.
// The guard allows repeated inlining and full LTO. The empty section defines
// __start_ and __stop_ in an image without records. The note's group leaves one
// note in an image; without the flag R, lld and bfd collect it. Mach-O has no
// notes.
static __attribute__((used, constructor)) void graft_image_arrives(void) {
#ifdef __ELF__
  __asm__ volatile(
      ".ifndef graft_p_anchor\n"
      ".set graft_p_anchor, 1\n"
      ".hidden __ehdr_start\n"
      ".hidden __start_graft_descriptors\n"
      ".hidden __stop_graft_descriptors\n"
      ".pushsection graft_descriptors,\"awR\",%progbits\n"
      ".popsection\n"
      ".pushsection .note.graft,\"aGR\",%note,graft_anchor_note,comdat\n"
      ".balign 4\n"
      ".4byte 12, 16, 1\n"
      ".asciz \"GraftAnchor\"\n"
      ".4byte 1\n"
      ".4byte __ehdr_start - .\n"
      ".4byte __start_graft_descriptors - .\n"
      ".4byte __stop_graft_descriptors - .\n"
      ".popsection\n"
      ".endif\n");
#endif
  // Called through a register, so that an image without a loader fails to load;
  // a lazily bound call would end the process from inside dlopen.
  void (*arrived)(const void *, const void *) = graft_image_arrived;
  __asm__("" : "+r"(arrived));
  arrived(graft_section_start, graft_section_stop);
  // Prevents a tail call: the loader finds this image by the return address.
  __asm__ volatile("");
}

#endif

/// Brings the anchor into the object that calls it. Each accessor in Swift
/// calls it; a C file that includes this header has the anchor anyway.
static inline __attribute__((always_inline)) void graft_anchor(void) {
#ifdef GRAFT_P_HAS_BOUNDS
  __asm__ volatile("" : : "r"(graft_image_arrives));
#endif
}

#ifdef __cplusplus
}
#endif

#endif
