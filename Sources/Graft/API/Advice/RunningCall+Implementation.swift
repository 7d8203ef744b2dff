// SPDX-License-Identifier: Apache-2.0

extension RunningCall {
  /// The extension or class of advice that `proceed` runs next; nil if that is the type's own
  /// implementation or the protocol's default, and after the call.
  public var implementation: RegisteredExtension? {
    guard let nextClass else { return nil }
    let name = SwiftRuntime.name(of: nextClass, isQualified: true).prefix { $0 != "<" }
    return ExtensionRegistry.descriptors.first { $0.name == name }
  }
}
