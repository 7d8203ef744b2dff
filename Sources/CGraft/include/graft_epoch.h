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
#define GRAFT_EPOCH 2
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

/// Brings a reference to the epoch into the object that calls it, and does
/// nothing else. Graft's inlinable code calls it, since that becomes part of
/// other images.
static inline __attribute__((always_inline)) void graft_refer_to_epoch(void) {
  __asm__ volatile(
      ".ifndef graft_p_epoch\n"
      ".set graft_p_epoch, 1\n"
      ".pushsection .data.rel.ro.graft_epoch,\"awGR\",%progbits," GRAFT_P_EPOCH_SYMBOL
      "_reference,comdat\n"
      ".balign " GRAFT_P_EPOCH_TEXT(__SIZEOF_POINTER__) "\n"
      GRAFT_P_EPOCH_WORD GRAFT_P_EPOCH_SYMBOL "\n"
      ".popsection\n"
      ".endif\n");
}

#ifdef __cplusplus
}
#endif

#endif
