// SPDX-License-Identifier: Apache-2.0
//
// The C shim: GRAFT_EXTENSION puts the descriptor of an extension into the
// section `graft_descriptors`, and the anchor makes the loader find it.
//
//   #include <graft.h>
//   void *named_greeting(const graft_request *);
//   GRAFT_EXTENSION(named_greeting, "Greeter", "Greetings.NamedGreeting",
//                   GRAFT_CONSTRAINTS("Named"), GRAFT_IMPLEMENTS("greet(_:)"));

#ifndef GRAFT_H
#define GRAFT_H

#include "graft_record.h"
#include "graft_anchor.h"

/// Emits one descriptor. ACCESSOR is a function of C linkage, declared before;
/// then come the protocol, the extension as `Module.Name`, and any of the parts
/// below, each at most once, in any order.
#define GRAFT_EXTENSION(accessor, ...)                                        \
  GRAFT_P_EMIT(GRAFT_P_JOIN(graft_record_, __COUNTER__), accessor, __VA_ARGS__, \
               (GRAFT_P_NONE, ""), (GRAFT_P_NONE, ""), (GRAFT_P_NONE, ""),     \
               (GRAFT_P_NONE, ""), (GRAFT_P_NONE, ""), ~)

/// Lists 1 to 20 constraints, as written in the source.
#define GRAFT_CONSTRAINTS(...) (GRAFT_P_CONSTRAINTS, __VA_ARGS__)
/// Lists 1 to 20 names of requirements, such as "greet(_:)".
#define GRAFT_IMPLEMENTS(...) (GRAFT_P_IMPLEMENTS, __VA_ARGS__)
/// Sets the priority; higher ones are tried first. The default is 0.
#define GRAFT_PRIORITY(number) (GRAFT_P_PRIORITY, number)
/// Says that the extension overrides `applies(to:)`.
#define GRAFT_PREDICATE (GRAFT_P_PREDICATE, "")
/// Sets the location of the declaration, as `Module/File.swift:line`. The
/// default is the location of GRAFT_EXTENSION.
#define GRAFT_SOURCE(text) (GRAFT_P_SOURCE, text)

/// Emits the image's manifest as a plug-in, at most once in an image: its name,
/// its version, then any of GRAFT_NEEDS, GRAFT_LIFECYCLE and GRAFT_SOURCE, each
/// at most once, in any order.
#define GRAFT_PLUGIN(...)                                             \
  GRAFT_P_EMIT_PLUGIN(GRAFT_P_JOIN(graft_record_, __COUNTER__), __VA_ARGS__, \
                      (GRAFT_P_NONE, ""), (GRAFT_P_NONE, ""), (GRAFT_P_NONE, ""), ~)

/// Lists 1 to 20 dependencies that the host has to provide: each a name without
/// spaces, optionally followed by a space and the lowest version that will do,
/// such as "greetings-host 2.1".
#define GRAFT_NEEDS(...) (GRAFT_P_NEEDS, __VA_ARGS__)
/// Names a function of C linkage, declared before, that answers
/// `GRAFT_OPERATION_LIFECYCLE`.
#define GRAFT_LIFECYCLE(accessor) (GRAFT_P_LIFECYCLE, accessor)

/// Emits a note `.note.dlopen`, from which packagers know libraries that the image
/// opens by itself: the feature that needs one, what it is used for, `required`,
/// `recommended` or `suggested` without quotes, and 1 to 20 sonames, the best
/// first. Each string is one literal without escapes.
#define GRAFT_DLOPEN(...)                                             \
  GRAFT_P_EMIT_DLOPEN(GRAFT_P_JOIN(graft_dlopen_, __COUNTER__), __VA_ARGS__)

// The rest is private.

// `retain` keeps --gc-sections in release builds from dropping the record.
#if defined(__ELF__) && defined(__has_attribute)
#if !__has_attribute(retain)
#error "Graft needs __attribute__((retain)): gcc 11, clang 13 or later."
#endif
#endif
#ifdef __ELF__
#define GRAFT_P_KEEP_NOTE __attribute__((used, retain, section(".note.dlopen"), aligned(4)))
#else
#define GRAFT_P_KEEP_NOTE __attribute__((used, section(".note.dlopen"), aligned(4)))
#endif

#ifdef __cplusplus
#define GRAFT_P_ASSERT(condition, text) static_assert(condition, text)
#else
#define GRAFT_P_ASSERT(condition, text) _Static_assert(condition, text)
#endif

#ifdef __FILE_NAME__
#define GRAFT_P_FILE __FILE_NAME__
#else
#define GRAFT_P_FILE __FILE__
#endif
#define GRAFT_P_HERE GRAFT_P_FILE ":" GRAFT_P_STRING(__LINE__)

#define GRAFT_P_STRING(token) GRAFT_P_STRING_(token)
#define GRAFT_P_STRING_(token) #token
#define GRAFT_P_JOIN(a, b) GRAFT_P_JOIN_(a, b)
#define GRAFT_P_JOIN_(a, b) a##b
#define GRAFT_P_FIRST(...) GRAFT_P_FIRST_(__VA_ARGS__, ~)
#define GRAFT_P_FIRST_(first, ...) first

#define GRAFT_P_EMIT(symbol, accessor, ...) \
  GRAFT_P_EMIT_(symbol, accessor, __VA_ARGS__)
#define GRAFT_P_EMIT_(symbol, accessor, protocol, name, a, b, c, d, e, ...)       \
  GRAFT_P_RECORD(                                                                 \
      symbol, accessor, GRAFT_P_SUM(GRAFT_P_ONCE, a, b, c, d, e),                 \
      GRAFT_P_SUM(GRAFT_P_CONSTRAINTS, a, b, c, d, e),                            \
      GRAFT_P_SUM(GRAFT_P_REQUIREMENTS, a, b, c, d, e),                           \
      GRAFT_P_SUM(GRAFT_P_PRIORITY, a, b, c, d, e),                               \
      protocol "\0" name "\0" GRAFT_P_SUM(GRAFT_P_CONSTRAINT_TEXT, a, b, c, d, e) \
      GRAFT_P_SUM(GRAFT_P_REQUIREMENT_TEXT, a, b, c, d, e)                        \
      GRAFT_P_FIRST(GRAFT_P_SUM(GRAFT_P_SOURCE, a, b, c, d, e) GRAFT_P_HERE))

// The record is not const: the accessor is relocated, and some linkers split a
// section whose parts differ in being writable. `once` has a nibble for each
// part, and `text` is one string literal.
#define GRAFT_P_RECORD(symbol, function, once, constraints, requirements, number, text) \
  GRAFT_P_ASSERT(((once) & 0xeeeee) == 0, "GRAFT_EXTENSION takes each part once");     \
  GRAFT_P_ASSERT((constraints) <= 20, "GRAFT_CONSTRAINTS takes at most 20 strings");   \
  GRAFT_P_ASSERT((requirements) <= 20, "GRAFT_IMPLEMENTS takes at most 20 strings");   \
  static struct {                                                                      \
    graft_record header;                                                               \
    char bytes[(sizeof(text) + 7) & ~(unsigned long)7];                                \
  } symbol GRAFT_P_KEEP = {                                                            \
      {(uint32_t)sizeof(symbol), GRAFT_RECORD_VERSION, GRAFT_KIND_EXTENSION,           \
       (uint8_t)(((constraints) > 0 ? GRAFT_FLAG_CONSTRAINED : 0) |                    \
                 (((once) & 0x1000) ? GRAFT_FLAG_PREDICATE : 0)),                      \
       {function}, (number), (constraints), (requirements)},                           \
      text}

#define GRAFT_P_EMIT_PLUGIN(symbol, ...) GRAFT_P_EMIT_PLUGIN_(symbol, __VA_ARGS__)
#define GRAFT_P_EMIT_PLUGIN_(symbol, name, version, a, b, c, ...)                      \
  GRAFT_P_MANIFEST(                                                                    \
      symbol, GRAFT_P_SUM_OF_3(GRAFT_P_PLUGIN_ONCE, a, b, c),                          \
      GRAFT_P_FIRST(GRAFT_P_SUM_OF_3(GRAFT_P_ACCESSOR, a, b, c) 0),                    \
      GRAFT_P_SUM_OF_3(GRAFT_P_NEED_COUNT, a, b, c),                                   \
      name "\0" version "\0" GRAFT_P_SUM_OF_3(GRAFT_P_NEED_TEXT, a, b, c)              \
      GRAFT_P_FIRST(GRAFT_P_SUM_OF_3(GRAFT_P_SOURCE, a, b, c) GRAFT_P_HERE))
#define GRAFT_P_MANIFEST(symbol, once, function, needs, text)                     \
  GRAFT_P_ASSERT(((once) & 0xeee) == 0, "GRAFT_PLUGIN takes each part once");     \
  GRAFT_P_ASSERT((needs) <= 20, "GRAFT_NEEDS takes at most 20 strings");          \
  static struct {                                                                 \
    graft_record header;                                                          \
    char bytes[(sizeof(text) + 7) & ~(unsigned long)7];                           \
  } symbol GRAFT_P_KEEP = {                                                       \
      {(uint32_t)sizeof(symbol), GRAFT_RECORD_VERSION, GRAFT_KIND_PLUGIN, 0,      \
       {function}, 0, 0, (needs)},                                                \
      text}

// The owner, the type and the JSON are specified by the UAPI Group, "ELF dlopen
// metadata". Literals without escapes and quotes are JSON once they are in quotes.
#define GRAFT_P_EMIT_DLOPEN(symbol, ...) GRAFT_P_EMIT_DLOPEN_(symbol, __VA_ARGS__)
#define GRAFT_P_EMIT_DLOPEN_(symbol, feature, description, priority, ...)              \
  GRAFT_P_ASSERT(GRAFT_P_IS_TEXT(feature) && GRAFT_P_IS_TEXT(description) &&           \
                     GRAFT_P_EACH(GRAFT_P_IS_TEXT, &&, __VA_ARGS__),                   \
                 "GRAFT_DLOPEN takes literals that are not empty and have no escapes"); \
  GRAFT_P_ASSERT(GRAFT_P_SECOND(GRAFT_P_JOIN(GRAFT_P_PRIORITY_, priority), 0),         \
                 "the priority is required, recommended or suggested");                \
  GRAFT_P_ASSERT(GRAFT_P_COUNT(__VA_ARGS__) <= 20, "GRAFT_DLOPEN takes at most 20 sonames"); \
  GRAFT_P_NOTE(symbol,                                                                 \
               "[{\"feature\":\"" feature "\",\"description\":\"" description            \
               "\",\"priority\":\"" GRAFT_P_STRING(priority) "\",\"soname\":["           \
               GRAFT_P_EACH(GRAFT_P_QUOTED, ",", __VA_ARGS__) "]}]")
#ifdef __ELF__
#define GRAFT_P_NOTE(symbol, text)                                 \
  static const struct {                                            \
    uint32_t owner_size, size, type;                               \
    char owner[4], bytes[(sizeof(text) + 3) & ~(unsigned long)3];  \
  } symbol GRAFT_P_KEEP_NOTE = {4, sizeof(text), 0x407c0c0a, "FDO", text}
#else
#define GRAFT_P_NOTE(symbol, text) GRAFT_P_ASSERT(sizeof(text) > 0, "note")
#endif

#define GRAFT_P_PRIORITY_required ~, 1
#define GRAFT_P_PRIORITY_recommended ~, 1
#define GRAFT_P_PRIORITY_suggested ~, 1
#define GRAFT_P_SECOND(...) GRAFT_P_SECOND_(__VA_ARGS__, ~)
#define GRAFT_P_SECOND_(first, second, ...) second
#define GRAFT_P_QUOTED(text) "\"" text "\""
// Escapes and adjacent literals are longer in the source than in the program.
#define GRAFT_P_IS_TEXT(text) \
  (sizeof("" text) > 1 && sizeof(GRAFT_P_STRING(text)) == sizeof("" text) + 2)

// The contribution of a part, which is a pair of tag and values, to a field of
// the record. Tags and fields have private names, since macros of users would
// replace others.
#define GRAFT_P_SUM(field, a, b, c, d, e)                              \
  GRAFT_P_OF(field, a) GRAFT_P_OF(field, b) GRAFT_P_OF(field, c)       \
  GRAFT_P_OF(field, d) GRAFT_P_OF(field, e)
#define GRAFT_P_SUM_OF_3(field, a, b, c) \
  GRAFT_P_OF(field, a) GRAFT_P_OF(field, b) GRAFT_P_OF(field, c)
#define GRAFT_P_OF(field, part) GRAFT_P_OF_(field, GRAFT_P_UNWRAP part)
#define GRAFT_P_UNWRAP(...) __VA_ARGS__
#define GRAFT_P_OF_(field, ...) GRAFT_P_OF__(field, __VA_ARGS__)
#define GRAFT_P_OF__(field, tag, ...) field##_OF_##tag(__VA_ARGS__)

#define GRAFT_P_ONCE_OF_GRAFT_P_NONE(...) +0
#define GRAFT_P_ONCE_OF_GRAFT_P_CONSTRAINTS(...) +1
#define GRAFT_P_ONCE_OF_GRAFT_P_IMPLEMENTS(...) +0x10
#define GRAFT_P_ONCE_OF_GRAFT_P_PRIORITY(...) +0x100
#define GRAFT_P_ONCE_OF_GRAFT_P_PREDICATE(...) +0x1000
#define GRAFT_P_ONCE_OF_GRAFT_P_SOURCE(...) +0x10000

#define GRAFT_P_CONSTRAINTS_OF_GRAFT_P_NONE(...) +0
#define GRAFT_P_CONSTRAINTS_OF_GRAFT_P_CONSTRAINTS(...) +GRAFT_P_COUNT(__VA_ARGS__)
#define GRAFT_P_CONSTRAINTS_OF_GRAFT_P_IMPLEMENTS(...) +0
#define GRAFT_P_CONSTRAINTS_OF_GRAFT_P_PRIORITY(...) +0
#define GRAFT_P_CONSTRAINTS_OF_GRAFT_P_PREDICATE(...) +0
#define GRAFT_P_CONSTRAINTS_OF_GRAFT_P_SOURCE(...) +0

#define GRAFT_P_REQUIREMENTS_OF_GRAFT_P_NONE(...) +0
#define GRAFT_P_REQUIREMENTS_OF_GRAFT_P_CONSTRAINTS(...) +0
#define GRAFT_P_REQUIREMENTS_OF_GRAFT_P_IMPLEMENTS(...) +GRAFT_P_COUNT(__VA_ARGS__)
#define GRAFT_P_REQUIREMENTS_OF_GRAFT_P_PRIORITY(...) +0
#define GRAFT_P_REQUIREMENTS_OF_GRAFT_P_PREDICATE(...) +0
#define GRAFT_P_REQUIREMENTS_OF_GRAFT_P_SOURCE(...) +0

#define GRAFT_P_PRIORITY_OF_GRAFT_P_NONE(...) +0
#define GRAFT_P_PRIORITY_OF_GRAFT_P_CONSTRAINTS(...) +0
#define GRAFT_P_PRIORITY_OF_GRAFT_P_IMPLEMENTS(...) +0
#define GRAFT_P_PRIORITY_OF_GRAFT_P_PRIORITY(number) +(number)
#define GRAFT_P_PRIORITY_OF_GRAFT_P_PREDICATE(...) +0
#define GRAFT_P_PRIORITY_OF_GRAFT_P_SOURCE(...) +0

#define GRAFT_P_CONSTRAINT_TEXT_OF_GRAFT_P_NONE(...)
#define GRAFT_P_CONSTRAINT_TEXT_OF_GRAFT_P_CONSTRAINTS(...) GRAFT_P_TEXTS(__VA_ARGS__)
#define GRAFT_P_CONSTRAINT_TEXT_OF_GRAFT_P_IMPLEMENTS(...)
#define GRAFT_P_CONSTRAINT_TEXT_OF_GRAFT_P_PRIORITY(...)
#define GRAFT_P_CONSTRAINT_TEXT_OF_GRAFT_P_PREDICATE(...)
#define GRAFT_P_CONSTRAINT_TEXT_OF_GRAFT_P_SOURCE(...)

#define GRAFT_P_REQUIREMENT_TEXT_OF_GRAFT_P_NONE(...)
#define GRAFT_P_REQUIREMENT_TEXT_OF_GRAFT_P_CONSTRAINTS(...)
#define GRAFT_P_REQUIREMENT_TEXT_OF_GRAFT_P_IMPLEMENTS(...) GRAFT_P_TEXTS(__VA_ARGS__)
#define GRAFT_P_REQUIREMENT_TEXT_OF_GRAFT_P_PRIORITY(...)
#define GRAFT_P_REQUIREMENT_TEXT_OF_GRAFT_P_PREDICATE(...)
#define GRAFT_P_REQUIREMENT_TEXT_OF_GRAFT_P_SOURCE(...)

#define GRAFT_P_SOURCE_OF_GRAFT_P_NONE(...)
#define GRAFT_P_SOURCE_OF_GRAFT_P_CONSTRAINTS(...)
#define GRAFT_P_SOURCE_OF_GRAFT_P_IMPLEMENTS(...)
#define GRAFT_P_SOURCE_OF_GRAFT_P_PRIORITY(...)
#define GRAFT_P_SOURCE_OF_GRAFT_P_PREDICATE(...)
#define GRAFT_P_SOURCE_OF_GRAFT_P_SOURCE(text) text,
#define GRAFT_P_SOURCE_OF_GRAFT_P_NEEDS(...)
#define GRAFT_P_SOURCE_OF_GRAFT_P_LIFECYCLE(...)

#define GRAFT_P_PLUGIN_ONCE_OF_GRAFT_P_NONE(...) +0
#define GRAFT_P_PLUGIN_ONCE_OF_GRAFT_P_NEEDS(...) +1
#define GRAFT_P_PLUGIN_ONCE_OF_GRAFT_P_LIFECYCLE(...) +0x10
#define GRAFT_P_PLUGIN_ONCE_OF_GRAFT_P_SOURCE(...) +0x100

#define GRAFT_P_ACCESSOR_OF_GRAFT_P_NONE(...)
#define GRAFT_P_ACCESSOR_OF_GRAFT_P_NEEDS(...)
#define GRAFT_P_ACCESSOR_OF_GRAFT_P_LIFECYCLE(function) function,
#define GRAFT_P_ACCESSOR_OF_GRAFT_P_SOURCE(...)

#define GRAFT_P_NEED_COUNT_OF_GRAFT_P_NONE(...) +0
#define GRAFT_P_NEED_COUNT_OF_GRAFT_P_NEEDS(...) +GRAFT_P_COUNT(__VA_ARGS__)
#define GRAFT_P_NEED_COUNT_OF_GRAFT_P_LIFECYCLE(...) +0
#define GRAFT_P_NEED_COUNT_OF_GRAFT_P_SOURCE(...) +0

#define GRAFT_P_NEED_TEXT_OF_GRAFT_P_NONE(...)
#define GRAFT_P_NEED_TEXT_OF_GRAFT_P_NEEDS(...) GRAFT_P_TEXTS(__VA_ARGS__)
#define GRAFT_P_NEED_TEXT_OF_GRAFT_P_LIFECYCLE(...)
#define GRAFT_P_NEED_TEXT_OF_GRAFT_P_SOURCE(...)

// Counts 1 to 20 arguments; 21 stands for 21 to 63, which GRAFT_P_RECORD
// rejects.
#define GRAFT_P_COUNT(...) \
  GRAFT_P_64TH( \
      __VA_ARGS__, \
      21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, \
      21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 20, \
      19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, ~)
#define GRAFT_P_64TH( \
    a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, \
    a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, \
    a39, a40, a41, a42, a43, a44, a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55, a56, \
    a57, a58, a59, a60, a61, a62, a63, count, ...) \
  count
#define GRAFT_P_TEXTS(...) GRAFT_P_EACH(GRAFT_P_TEXT, "", __VA_ARGS__)
#define GRAFT_P_TEXT(text) text "\0"

// Applies a macro to 1 to 20 arguments, with a separator between the results.
#define GRAFT_P_EACH(macro, between, ...) \
  GRAFT_P_JOIN(GRAFT_P_EACH_, GRAFT_P_COUNT(__VA_ARGS__))(macro, between, __VA_ARGS__)
#define GRAFT_P_EACH_1(macro, between, text) macro(text)
#define GRAFT_P_EACH_2(macro, between, text, ...) \
  macro(text) between GRAFT_P_EACH_1(macro, between, __VA_ARGS__)
#define GRAFT_P_EACH_3(macro, between, text, ...) \
  macro(text) between GRAFT_P_EACH_2(macro, between, __VA_ARGS__)
#define GRAFT_P_EACH_4(macro, between, text, ...) \
  macro(text) between GRAFT_P_EACH_3(macro, between, __VA_ARGS__)
#define GRAFT_P_EACH_5(macro, between, text, ...) \
  macro(text) between GRAFT_P_EACH_4(macro, between, __VA_ARGS__)
#define GRAFT_P_EACH_6(macro, between, text, ...) \
  macro(text) between GRAFT_P_EACH_5(macro, between, __VA_ARGS__)
#define GRAFT_P_EACH_7(macro, between, text, ...) \
  macro(text) between GRAFT_P_EACH_6(macro, between, __VA_ARGS__)
#define GRAFT_P_EACH_8(macro, between, text, ...) \
  macro(text) between GRAFT_P_EACH_7(macro, between, __VA_ARGS__)
#define GRAFT_P_EACH_9(macro, between, text, ...) \
  macro(text) between GRAFT_P_EACH_8(macro, between, __VA_ARGS__)
#define GRAFT_P_EACH_10(macro, between, text, ...) \
  macro(text) between GRAFT_P_EACH_9(macro, between, __VA_ARGS__)
#define GRAFT_P_EACH_11(macro, between, text, ...) \
  macro(text) between GRAFT_P_EACH_10(macro, between, __VA_ARGS__)
#define GRAFT_P_EACH_12(macro, between, text, ...) \
  macro(text) between GRAFT_P_EACH_11(macro, between, __VA_ARGS__)
#define GRAFT_P_EACH_13(macro, between, text, ...) \
  macro(text) between GRAFT_P_EACH_12(macro, between, __VA_ARGS__)
#define GRAFT_P_EACH_14(macro, between, text, ...) \
  macro(text) between GRAFT_P_EACH_13(macro, between, __VA_ARGS__)
#define GRAFT_P_EACH_15(macro, between, text, ...) \
  macro(text) between GRAFT_P_EACH_14(macro, between, __VA_ARGS__)
#define GRAFT_P_EACH_16(macro, between, text, ...) \
  macro(text) between GRAFT_P_EACH_15(macro, between, __VA_ARGS__)
#define GRAFT_P_EACH_17(macro, between, text, ...) \
  macro(text) between GRAFT_P_EACH_16(macro, between, __VA_ARGS__)
#define GRAFT_P_EACH_18(macro, between, text, ...) \
  macro(text) between GRAFT_P_EACH_17(macro, between, __VA_ARGS__)
#define GRAFT_P_EACH_19(macro, between, text, ...) \
  macro(text) between GRAFT_P_EACH_18(macro, between, __VA_ARGS__)
#define GRAFT_P_EACH_20(macro, between, text, ...) \
  macro(text) between GRAFT_P_EACH_19(macro, between, __VA_ARGS__)
#define GRAFT_P_EACH_21(macro, between, text, ...) macro(text)

#endif
