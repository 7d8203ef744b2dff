// SPDX-License-Identifier: Apache-2.0

extension RunningCall {
  /// The extension or class of advice that `proceed` runs next; nil if that is the type's own
  /// implementation or the protocol's default, and after the call.
  public var implementation: RegisteredExtension? {
    guard let nextLink, let base else { return nil }
    return Registry.shared.registered(nextLink, of: ObjectIdentifier(base))
  }
}
