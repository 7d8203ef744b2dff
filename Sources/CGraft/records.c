// SPDX-License-Identifier: Apache-2.0
//
// Walks the bytes of a section and separates valid records from flawed ones. In
// C because it runs in a constructor, before Swift may be called.

#include <stdlib.h>
#include <string.h>

#include "loader.h"

// Whether bytes are padding: 8 zeros between records; an image's linker may
// leave fewer at the end.
static bool is_zero(const uint8_t *bytes, size_t count) {
  if (count > 0 && bytes[0] != 0) return false;
  while (count > 0 && bytes[count - 1] == 0) count--;
  return count == 0;
}

// The length of a well-formed UTF-8 sequence of two to four bytes, or 0
// (Unicode 15, table 3-7). It reads no byte after a NUL, which no sequence
// contains.
static size_t sequence_length(const uint8_t *s) {
  uint8_t low = 0x80, high = 0xbf;
  size_t length;
  if (s[0] >= 0xc2 && s[0] <= 0xdf) {
    length = 2;
  } else if ((s[0] & 0xf0) == 0xe0) {
    length = 3;
    if (s[0] == 0xe0) low = 0xa0;
    if (s[0] == 0xed) high = 0x9f;
  } else if (s[0] >= 0xf0 && s[0] <= 0xf4) {
    length = 4;
    if (s[0] == 0xf0) low = 0x90;
    if (s[0] == 0xf4) high = 0x8f;
  } else {
    return 0;
  }
  if (s[1] < low || s[1] > high) return 0;
  for (size_t i = 2; i < length; i++)
    if ((s[i] & 0xc0) != 0x80) return 0;
  return length;
}

// Whether a text is UTF-8. It must contain a NUL.
static bool is_utf8(const uint8_t *text, size_t length) {
  const uint8_t *end = text + length;
  while (text < end) {
    uint64_t word;
    if (end - text >= 8 && (memcpy(&word, text, 8), (word & 0x8080808080808080u) == 0)) {
      text += 8;
    } else if (*text < 0x80) {
      text++;
    } else {
      size_t step = sequence_length(text);
      if (step == 0) return false;
      text += step;
    }
  }
  return true;
}

// A word whose lowest byte is the first in memory.
static uint64_t first_byte_lowest(uint64_t word) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  return word;
#else
  return __builtin_bswap64(word);
#endif
}

// A word with the high bit set for each zero byte.
static uint64_t zero_bytes(uint64_t word) {
  const uint64_t low = 0x7f7f7f7f7f7f7f7fu;
  return ~(((word & low) + low) | word | low);
}

// The flaw of a record's strings, or 0. Reads them once, a word at a time: they
// start at a multiple of 8 and end at one.
static uint16_t text_flaw(const graft_record *record, uint32_t *value) {
  const uint8_t *start = (const uint8_t *)(record + 1);
  size_t byte_count = record->size - sizeof(graft_record);
  // The protocol, the extension and the source, in addition to the lists.
  size_t strings = (size_t)3 + record->constraint_count + record->requirement_count;
  size_t ended = 0, next = 0, empty_name = strings;
  uint64_t bits = 0;
  for (size_t at = 0; at < byte_count && ended < strings; at += 8) {
    uint64_t word;
    memcpy(&word, start + at, 8);
    bits |= word;
    uint64_t zeros = zero_bytes(first_byte_lowest(word));
    for (; zeros != 0 && ended < strings; zeros &= zeros - 1, ended++) {
      size_t nul = at + (size_t)__builtin_ctzll(zeros) / 8;
      // Names must not be empty. The source, the last string, may be.
      if (nul == next && ended + 1 < strings && empty_name == strings) empty_name = ended;
      next = nul + 1;
    }
  }
  *value = (uint32_t)ended;
  if (ended < strings)
    return next == byte_count ? GRAFT_FLAW_MISSING_TEXT : GRAFT_FLAW_UNTERMINATED_TEXT;
  *value = 0;
  if ((bits & 0x8080808080808080u) != 0 && !is_utf8(start, next)) return GRAFT_FLAW_NOT_UTF8;
  if (empty_name == strings) return 0;
  *value = (uint32_t)empty_name;
  return GRAFT_FLAW_MISSING_TEXT;
}

// Skips dot-separated identifiers of letters, digits and hyphens; NULL if there
// are none.
static const char *skip_marks(const char *text) {
  while (true) {
    const char *start = text;
    while ((*text >= '0' && *text <= '9') || (*text >= 'A' && *text <= 'Z') ||
           (*text >= 'a' && *text <= 'z') || *text == '-')
      text++;
    if (text == start) return NULL;
    if (*text != '.' || text[1] == '.') return text;
    text++;
  }
}

// Skips a version, by the rules of `PluginVersion`; NULL if there is none.
static const char *skip_version(const char *text) {
  while (true) {
    const char *start = text;
    while (*text >= '0' && *text <= '9') text++;
    // A number of 18 digits fits into 64 bits.
    if (text == start || text - start > 18) return NULL;
    if (*text != '.' || text[1] == '.') break;
    text++;
  }
  if (*text == '-' && (text = skip_marks(text + 1)) == NULL) return NULL;
  if (*text == '+' && (text = skip_marks(text + 1)) == NULL) return NULL;
  return text;
}

// Whether a text is a version, or two versions as `2.1..<3`.
static bool is_version(const char *text, bool is_need) {
  text = skip_version(text);
  if (is_need && text != NULL && strncmp(text, "..<", 3) == 0) text = skip_version(text + 3);
  return text != NULL && *text == 0;
}

// The flaw of a manifest whose strings are complete, or 0.
static uint16_t manifest_flaw(const graft_record *record, uint32_t *value) {
  const char *text = (const char *)(record + 1);
  *value = 2;
  if (record->constraint_count != 0) return GRAFT_FLAW_MALFORMED_MANIFEST;
  for (uint32_t number = 0; number < 2u + record->requirement_count; number++) {
    *value = number;
    // A name, a version, then needs: each a name with or without versions.
    const char *space = number >= 2 ? strchr(text, ' ') : NULL;
    const char *version = number == 1 ? text : space != NULL ? space + 1 : NULL;
    if (space == text || (version != NULL && !is_version(version, number >= 2)))
      return GRAFT_FLAW_MALFORMED_MANIFEST;
    text += strlen(text) + 1;
  }
  *value = 0;
  return 0;
}

typedef struct {
  bool (*is_code)(uint64_t accessor, void *context);
  void *context;
} code_check;

// The flaw of a record of valid size, or 0.
static uint16_t record_flaw(const graft_record *record, const code_check *check,
                            uint32_t *value) {
  *value = 0;
  if (record->version != GRAFT_RECORD_VERSION) {
    *value = record->version;
    return GRAFT_FLAW_UNKNOWN_VERSION;
  }
  switch (record->kind) {
    case GRAFT_KIND_EXTENSION:
    case GRAFT_KIND_ADVICE:
    case GRAFT_KIND_POINTCUT:
    case GRAFT_KIND_PLUGIN:
      break;
    default:
      *value = record->kind;
      return GRAFT_FLAW_UNKNOWN_KIND;
  }
  uint16_t flaw = text_flaw(record, value);
  if (flaw != 0) return flaw;
  if (record->kind == GRAFT_KIND_PLUGIN) {
    flaw = manifest_flaw(record, value);
    // An accessor is optional here.
    if (flaw != 0 || record->accessor.slot == 0) return flaw;
  }
  if (record->accessor.slot == 0) return GRAFT_FLAW_NULL_ACCESSOR;
  if (check->is_code != NULL && !check->is_code(record->accessor.slot, check->context))
    return GRAFT_FLAW_ACCESSOR_OUTSIDE_CODE;
  return 0;
}

// The flaw that makes the next record impossible to find, or 0.
static uint16_t size_flaw(const graft_record *record, size_t rest) {
  size_t size = record->size;
  if (size % GRAFT_RECORD_ALIGNMENT != 0) return GRAFT_FLAW_SIZE_MISALIGNED;
  if (size < sizeof(graft_record)) return GRAFT_FLAW_SIZE_TOO_SMALL;
  if (size > rest) return GRAFT_FLAW_SIZE_BEYOND_SECTION;
  return 0;
}

// Makes room for another entry by doubling; `count` entries are in use.
static bool reserve(void **array, size_t count, size_t entry_byte_count) {
  if ((count & (count - 1)) != 0) return true;
  void *grown = realloc(*array, (count == 0 ? 1 : 2 * count) * entry_byte_count);
  if (grown != NULL) *array = grown;
  return grown != NULL;
}

static bool add_flaw(graft_scan *scan, size_t offset, uint16_t code, uint32_t value) {
  if (!reserve((void **)&scan->flaws, scan->flaw_count, sizeof(graft_flaw))) return false;
  scan->flaws[scan->flaw_count++] =
      (graft_flaw){.offset = (uint32_t)offset, .code = code, .value = value};
  return true;
}

static bool add_offset(uint32_t **offsets, size_t *count, size_t offset) {
  if (!reserve((void **)offsets, *count, sizeof(uint32_t))) return false;
  (*offsets)[(*count)++] = (uint32_t)offset;
  return true;
}

static bool add_record(graft_scan *scan, const graft_record *record, size_t offset) {
  return record->kind == GRAFT_KIND_PLUGIN
             ? add_offset(&scan->manifests, &scan->manifest_count, offset)
             : add_offset(&scan->records, &scan->record_count, offset);
}

static bool fail(graft_scan *scan) {
  free(scan->records);
  free(scan->manifests);
  free(scan->flaws);
  *scan = (graft_scan){0};
  return false;
}

bool graft_scan_records(const void *start, size_t byte_count, graft_scan *scan) {
  return graft_p_scan_records(start, byte_count, NULL, NULL, scan);
}

bool graft_p_scan_records(const void *start, size_t byte_count,
                          bool (*is_code)(uint64_t accessor, void *context), void *context,
                          graft_scan *scan) {
  const code_check check = {is_code, context};
  const uint8_t *bytes = start;
  *scan = (graft_scan){0};
  for (size_t offset = 0; offset < byte_count;) {
    size_t rest = byte_count - offset;
    const graft_record *record = (const graft_record *)(bytes + offset);
    // A rest smaller than any record can only be padding.
    bool padding = rest < sizeof(graft_record) ? is_zero(bytes + offset, rest)
                                               : is_zero(bytes + offset, 8);
    if (padding) {
      offset += rest < 8 ? rest : 8;
      continue;
    }
    uint32_t size = 0;
    memcpy(&size, bytes + offset, rest < sizeof(size) ? rest : sizeof(size));
    uint16_t code = size == 0 ? GRAFT_FLAW_SIZE_ZERO
                    : rest < sizeof(graft_record) ? GRAFT_FLAW_SIZE_BEYOND_SECTION
                                                  : size_flaw(record, rest);
    if (code != 0) {
      if (!add_flaw(scan, offset, code, size)) return fail(scan);
      return true;
    }
    // Only readers of files use protocol records; the process knows its
    // protocols.
    if (record->version == GRAFT_RECORD_VERSION && record->kind == GRAFT_KIND_PROTOCOL) {
      offset += size;
      continue;
    }
    uint32_t value;
    code = record_flaw(record, &check, &value);
    bool kept = code == 0 ? add_record(scan, record, offset) : add_flaw(scan, offset, code, value);
    if (!kept) return fail(scan);
    offset += size;
  }
  return true;
}
