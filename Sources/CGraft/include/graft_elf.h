// SPDX-License-Identifier: Apache-2.0
//
// What plug-ins' files are read by: the C library's <elf.h>. A system without
// it opens no plug-ins, so this is only what compiles the code that would.

#ifndef GRAFT_ELF_H
#define GRAFT_ELF_H

#if __has_include(<elf.h>)
#include <elf.h>
#else
#include <stdint.h>

typedef struct {
  unsigned char e_ident[16];
  uint16_t e_type, e_machine;
  uint32_t e_version;
  uint64_t e_entry, e_phoff, e_shoff;
  uint32_t e_flags;
  uint16_t e_ehsize, e_phentsize, e_phnum, e_shentsize, e_shnum, e_shstrndx;
} Elf64_Ehdr;

typedef struct {
  uint32_t p_type, p_flags;
  uint64_t p_offset, p_vaddr, p_paddr, p_filesz, p_memsz, p_align;
} Elf64_Phdr;

typedef struct {
  uint32_t sh_name, sh_type;
  uint64_t sh_flags, sh_addr, sh_offset, sh_size;
  uint32_t sh_link, sh_info;
  uint64_t sh_addralign, sh_entsize;
} Elf64_Shdr;

typedef struct {
  uint32_t st_name;
  unsigned char st_info, st_other;
  uint16_t st_shndx;
  uint64_t st_value, st_size;
} Elf64_Sym;

typedef struct {
  int64_t d_tag;
  union {
    uint64_t d_val, d_ptr;
  } d_un;
} Elf64_Dyn;

typedef struct {
  uint64_t r_offset, r_info;
  int64_t r_addend;
} Elf64_Rela;

#define EI_CLASS 4
#define EI_DATA 5
#define ELFCLASS64 2
#define ELFDATA2MSB 2
#define PT_LOAD 1
#define PT_DYNAMIC 2
#define PT_NOTE 4
#define SHT_PROGBITS 1
#define DT_NULL 0
#define DT_NEEDED 1
#define DT_HASH 4
#define DT_STRTAB 5
#define DT_SYMTAB 6
#define DT_RELA 7
#define DT_RELASZ 8
#define DT_PLTRELSZ 2
#define DT_SONAME 14
#define DT_RPATH 15
#define DT_JMPREL 23
#define DT_RUNPATH 29
#define DT_GNU_HASH 0x6ffffef5
#endif

#endif
