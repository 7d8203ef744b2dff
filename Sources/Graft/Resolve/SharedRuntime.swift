// SPDX-License-Identifier: Apache-2.0

/// The images whose Swift runtime is Graft's own, as one of their accessors has shown: a cast in
/// its code has found what Graft's table of conformances has. Which copy of the runtime a cast
/// asks is the same for all code of an image; an accessor can be in another than its record, and
/// then `ExtensionAccessor` still tells whether it shares the runtime.
enum SharedRuntime {
  /// By the loader's entries, which are never freed.
  private static let images = Guarded(KeyTable<UInt, Void>())

  static func isKnown(of record: ExtensionRecord) -> Bool {
    images.withLock { $0[record.loaderEntry] != nil }
  }

  static func note(_ record: ExtensionRecord) {
    images.withLock { $0[record.loaderEntry] = () }
  }
}
