// SPDX-License-Identifier: Apache-2.0

/// The requirements of all worlds. One name means the same kind in each.
enum Requirement: String, CaseIterable, Sendable {
  case plain, failing, typed, later, laterFailing, change, changeFailing, kind, title, setTitle
  case item, setItem, fill, apply, several
  /// Isolated to nobody, in worlds of actors.
  case label
  /// With a parameter of type `Self`, whose number is the call's.
  case with
  /// An initialiser.
  case make
  /// With a parameter and result of an associated type.
  case hand
  /// Generic: each call has a type of its own.
  case pass
  /// Consumes the subject.
  case close

  var isAsync: Bool { self == .later || self == .laterFailing }

  /// Whether closures throw.
  var throwsAny: Bool { self == .failing || self == .laterFailing || self == .changeFailing }

  var canThrow: Bool { throwsAny || self == .typed }

  var isMutating: Bool { self == .change || self == .changeFailing }

  var isSetter: Bool { self == .setTitle || self == .setItem }

  /// Whether calls are made on the type, so that no object is in them.
  var isStatic: Bool { self == .kind || self == .make }

  /// Whether the type that the compiler sees at the call answers.
  var isChosenByStaticType: Bool { self == .with }

  /// Whether closures can advise it: nobody can write one for all types.
  var hasJoinPoint: Bool { self != .pass }

  /// Whether the pattern of `CallLog` means it.
  var isLogged: Bool { [.plain, .failing, .later, .title].contains(self) }

  /// Whether the patterns of `CallGuard` mean it.
  var isGuarded: Bool {
    switch self {
    case .plain, .failing, .typed, .later, .laterFailing, .change, .changeFailing, .kind, .several,
      .fill, .pass:
      true
    default: false
    }
  }

  /// As tables show it.
  var shown: String {
    switch self {
    case .title: "get title"
    default: rawValue + "(_:)"
    }
  }
}

/// What a call hands on, by value: some of the requirements take more than a text.
struct Arguments: Equatable, Sendable {
  var text: String
  var number: Int

  init(_ text: String, _ number: Int = 7) {
    self.text = text
    self.number = number
  }
}
