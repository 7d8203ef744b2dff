// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// A trait of requirements for which some generated code can't be written: a row of the table.
///
/// Each kind of such code has a column, or a name in `lacks`.
struct Trait: Sendable {
  /// Code that is left out without a word.
  enum Part {
    /// The look-up of the link in the caller's own code.
    ///
    /// Only the requirements whose cost is promised have it; others pay more for their link
    /// anyway.
    case inlinedLookUp
    /// The check that no refined protocol has a member of the name.
    case ancestorCheck
    /// The advice of couriers.
    case courierAdvice
  }

  let isOf: @Sendable (Requirement) -> Bool
  var lacks: Set<Part> = []
  /// The reason why no advice can run before its chain.
  var joinPoint: String?
  /// The reason why only a class with `@Advice`, but no closure, can advise it.
  var closure: String?
  /// The error of `@Advisable`.
  var advisable: SyntaxProblem.Kind?

  fileprivate static let all = [
    Trait(isOf: \.isUnadvised, lacks: [.courierAdvice], joinPoint: "it is marked @Unadvised"),
    Trait(
      isOf: \.context.isNoncopyable, lacks: [.inlinedLookUp],
      joinPoint: "its subjects are not copyable"),
    Trait(isOf: \.context.isActor, lacks: [.inlinedLookUp]),
    Trait(
      isOf: \.isGeneric, lacks: [.courierAdvice], closure: "it is generic, which no closure is",
      advisable: .advisableGeneric),
    Trait(
      isOf: \.needsStrongLink, lacks: [.inlinedLookUp, .courierAdvice],
      joinPoint: "a parameter or result can't be passed on twice", advisable: .advisableConsuming),
    Trait(
      isOf: \.effects.isRethrowing, lacks: [.inlinedLookUp, .courierAdvice],
      joinPoint: "it rethrows, which no closure does"),
    Trait(
      isOf: \.changesNonescapable, lacks: [.courierAdvice],
      joinPoint: "an inout parameter is ~Escapable, so that no reference to it can be passed on"),
    Trait(isOf: \.neverReturns, lacks: [.courierAdvice], joinPoint: "it never returns"),
    Trait(
      isOf: \.isConcurrent, lacks: [.courierAdvice],
      joinPoint: "it is @concurrent, which no closure follows: write a class with @Advice"),
    Trait(isOf: \.effects.isAsync, lacks: [.inlinedLookUp]),
    // A courier's method is on no actor, and such a value can't be sent there.
    Trait(
      isOf: { $0.effects.isAsync && !$0.has(\.isIsolated) && $0.has { $0.isKept || $0.isLent } },
      lacks: [.courierAdvice]),
    Trait(isOf: { $0.kind == .initialiser }, lacks: [.inlinedLookUp]),
    // The check is of the result.
    Trait(isOf: { $0.declaredName == "init" || $0.newValue != nil }, lacks: [.ancestorCheck]),
    // Operators are not looked up in types.
    Trait(isOf: { $0.kind == .operator }, lacks: [.ancestorCheck]),
    // The check's call could not infer the parameter.
    Trait(isOf: \.isGenericInResultOnly, lacks: [.ancestorCheck]),
    Trait(isOf: { $0.has(\.isVariadic) }, lacks: [.ancestorCheck]),
    // The check's `Self` conforms to the refined protocols only.
    Trait(isOf: \.hasArgumentOfSelf, lacks: [.ancestorCheck]),
    Trait(
      isOf: { $0.has(\.isEffectfulAutoclosure) },
      closure: "a parameter's expression can throw, be suspended or run on an actor, and a "
        + "closure is given its value"),
    Trait(isOf: { $0.has(\.isVoid) }, closure: "a parameter is Void"),
    Trait(
      isOf: { $0.has(\.isIsolated) },
      closure: "it says itself where it runs, which no closure follows"),
    Trait(
      isOf: { requirement in requirement.has { requirement.isPinnedSpan($0) } },
      closure: "a parameter is a span that no closure can be handed"),
    Trait(isOf: { $0.has { $0.writtenName == nil } }, advisable: .advisableUnnamedParameter),
  ]
}

extension Requirement {
  func lacks(_ part: Trait.Part) -> Bool {
    Trait.all.contains { $0.lacks.contains(part) && $0.isOf(self) }
  }

  /// The first entry in a column of the table of traits; nil if the requirement has no such trait.
  func obstacle<Entry>(to column: (Trait) -> Entry?) -> Entry? {
    Trait.all.first { column($0) != nil && $0.isOf(self) }.flatMap(column)
  }
}
