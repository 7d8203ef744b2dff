// SPDX-License-Identifier: Apache-2.0

/// The requirements of `Speaker`.
enum Requirement: String, CaseIterable, Sendable {
  case plain, failing, typed, later, laterFailing, change, changeFailing, kind, title, setTitle
  case item, setItem, fill, apply, several

  var isAsync: Bool { self == .later || self == .laterFailing }

  /// Whether closures throw.
  var throwsAny: Bool { self == .failing || self == .laterFailing || self == .changeFailing }

  var canThrow: Bool { throwsAny || self == .typed }

  var isMutating: Bool { self == .change || self == .changeFailing }

  var isSetter: Bool { self == .setTitle || self == .setItem }

  /// Whether the pattern of `CallLog` means it.
  var isLogged: Bool { [.plain, .failing, .later, .title].contains(self) }

  /// As tables show it.
  var shown: String {
    switch self {
    case .title: "get title"
    default: rawValue + "(_:)"
    }
  }
}

/// What a call hands on, by value: two of the requirements take more than a text.
struct Arguments: Equatable, Sendable {
  var text: String
  var number: Int

  init(_ text: String, _ number: Int = 7) {
    self.text = text
    self.number = number
  }
}
