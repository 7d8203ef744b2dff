// SPDX-License-Identifier: Apache-2.0

#include <ctype.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "rival.h"

static void print_bytes(const uint8_t *bytes, size_t count) {
  for (size_t row = 0; row < count; row += 16) {
    printf("  0x%-8zx", row);
    size_t length = count - row < 16 ? count - row : 16;
    for (size_t i = 0; i < 16; i++)
      i < length ? printf(i % 2 ? "%02x" : " %02x", bytes[row + i]) : printf(i % 2 ? "  " : "   ");
    printf("  ");
    for (size_t i = 0; i < length; i++)
      putchar(bytes[row + i] < 0x7f && isprint(bytes[row + i]) ? bytes[row + i] : '.');
    putchar('\n');
  }
}

static void print_strings(const uint8_t *bytes, size_t count) {
  size_t first = 0;
  for (size_t i = 0; i < count; i++) {
    if (bytes[i] >= 0x20 && bytes[i] != 0x7f) continue;
    if (bytes[i] == 0 && i - first >= 4) printf("  0x%zx  %s\n", first, (const char *)bytes + first);
    first = i + 1;
  }
}

static void print_relocation(Elf *elf, const GElf_Shdr *table, Elf_Data *symbols,
                             uint64_t offset, uint64_t info, int64_t addend) {
  GElf_Sym symbol;
  GElf_Shdr header;
  const char *name = "";
  Elf_Scn *section = elf_getscn(elf, table->sh_link);
  if (GELF_R_SYM(info) != 0 && section != NULL && gelf_getshdr(section, &header) != NULL &&
      gelf_getsym(symbols, (int)GELF_R_SYM(info), &symbol) != NULL)
    name = elf_strptr(elf, header.sh_link, symbol.st_name);
  printf("  0x%" PRIx64 "  type %u  %s+0x%" PRIx64 "\n", offset, (unsigned)GELF_R_TYPE(info),
         name == NULL ? "" : name, (uint64_t)addend);
}

// Prints the relocations of one table that fall into the section.
static void print_table(Elf *elf, Elf_Scn *source, const GElf_Shdr *table,
                        const GElf_Shdr *section) {
  Elf_Data *data = elf_getdata(source, NULL);
  Elf_Scn *linked = elf_getscn(elf, table->sh_link);
  Elf_Data *symbols = linked == NULL ? NULL : elf_getdata(linked, NULL);
  if (data == NULL) return;
  size_t count = table->sh_entsize == 0 ? 0 : table->sh_size / table->sh_entsize;
  for (size_t i = 0; i < count; i++) {
    GElf_Rela entry;
    if (gelf_getrela(data, (int)i, &entry) == NULL) return;
    if (entry.r_offset - section->sh_addr < section->sh_size)
      print_relocation(elf, table, symbols, entry.r_offset - section->sh_addr, entry.r_info,
                       entry.r_addend);
  }
}

static void print_relocations(Elf *elf, const GElf_Shdr *section) {
  for (Elf_Scn *source = NULL; (source = elf_nextscn(elf, source)) != NULL;) {
    GElf_Shdr table;
    if (gelf_getshdr(source, &table) != NULL && table.sh_type == SHT_RELA &&
        (table.sh_flags & SHF_ALLOC))
      print_table(elf, source, &table, section);
  }
}

int rival_dump(Elf *elf, const char *path, const char *wanted) {
  size_t names;
  if (elf_getshdrstrndx(elf, &names) != 0) return 0;
  for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section)) != NULL;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == NULL) return 0;
    const char *name = elf_strptr(elf, names, header.sh_name);
    if (name == NULL || strcmp(name, wanted) != 0) continue;
    printf("%s: section %zu %s\n", path, elf_ndxscn(section), name);
    Elf_Data *data = elf_rawdata(section, NULL);
    if (data != NULL && data->d_buf != NULL) print_bytes(data->d_buf, data->d_size);
    print_relocations(elf, &header);
    if (data != NULL && data->d_buf != NULL) print_strings(data->d_buf, data->d_size);
  }
  return 1;
}
