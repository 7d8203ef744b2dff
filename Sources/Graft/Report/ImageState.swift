// SPDX-License-Identifier: Apache-2.0

/// The state of an image, which says whether its extensions count.
public enum ImageState: String, Hashable, Sendable, CaseIterable {
  /// `ExtensionImage.load` is checking it.
  case staged
  /// Its extensions count.
  case active
  /// `withdraw()` has removed it.
  case withdrawn
  /// A newer build of the same image counts.
  case superseded
  /// `rollBack()` has removed it, and the build before it counts.
  case rolledBack
  /// `ExtensionImage.load` has refused it.
  case refused

  /// An event of an image.
  enum Transition: String, Hashable, Sendable, CaseIterable {
    /// `load` accepts it, or is called for it again; or the file of a superseded build is back.
    case accept
    /// `load` refuses it, or another image that came with it.
    case refuse
    /// `ExtensionImage.withdraw()`.
    case withdraw
    /// `ExtensionImage.reinstate()`.
    case reinstate
    /// A newer build was accepted.
    case supersede
    /// `ExtensionImage.rollBack()`.
    case rollBack
    /// The build after it was rolled back.
    case restore
  }

  /// The state after a transition; nil if the transition is not possible.
  ///
  /// `docs/images.md` has the table.
  func after(_ transition: Transition) -> ImageState? {
    switch (self, transition) {
    case (_, .accept): .active
    case (.staged, .refuse), (.active, .refuse), (.withdrawn, .refuse), (.superseded, .refuse),
      (.rolledBack, .refuse):
      .refused
    case (.active, .withdraw): .withdrawn
    case (.withdrawn, .reinstate), (.rolledBack, .reinstate): .active
    case (.active, .supersede), (.withdrawn, .supersede): .superseded
    case (.active, .rollBack), (.withdrawn, .rollBack): .rolledBack
    case (.superseded, .restore): .active
    default: nil
    }
  }
}
