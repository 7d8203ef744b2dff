// SPDX-License-Identifier: Apache-2.0
//
// The anchor: what every image with descriptors carries so that the loader and
// the inspector find its section. `docs/abi.md` specifies the note.

#ifndef GRAFT_ANCHOR_H
#define GRAFT_ANCHOR_H

#ifdef __cplusplus
extern "C" {
#endif

/// Announces the records of one image, from `start` up to `stop`. Called by the
/// anchor's constructor; calling it again for the same image does nothing.
void graft_image_arrived(const void *start, const void *stop);

// Named in C too: under LTO, lld does not see names that only assembly uses.
extern const char graft_section_start[] __asm__("__start_graft_descriptors")
    __attribute__((visibility("hidden")));
extern const char graft_section_stop[] __asm__("__stop_graft_descriptors")
    __attribute__((visibility("hidden")));

// A function and not file-scope assembly, because Swift's importer emits the
// functions of a header into the Swift objects that use them, and no file-scope
// assembly. The guard serves repeated inlining and full LTO. The empty section
// defines __start_ and __stop_ where an image has no record. The note's group
// leaves one note in an image; without R, lld and bfd collect it.
static __attribute__((used, constructor)) void graft_image_arrives(void) {
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
  // Through a register, so that an image without a loader fails to load: a lazily
  // bound call would end the process from inside dlopen.
  void (*arrived)(const void *, const void *) = graft_image_arrived;
  __asm__("" : "+r"(arrived));
  arrived(graft_section_start, graft_section_stop);
  // Not a tail call: the loader finds this image by the return address.
  __asm__ volatile("");
}

/// Brings the anchor into the object that calls it. Each accessor written in
/// Swift does; a C file that includes this header has it anyway.
static inline __attribute__((always_inline)) void graft_anchor(void) {
  __asm__ volatile("" : : "r"(graft_image_arrives));
}

#ifdef __cplusplus
}
#endif

#endif
