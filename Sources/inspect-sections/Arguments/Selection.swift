// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

/// The descriptors that the arguments select.
struct Selection: Sendable {
  private let protocols: [String]
  private let extensions: [String]
  private let architectures: [String]

  init(_ arguments: Arguments) {
    protocols = arguments.protocols
    extensions = arguments.extensions
    architectures = arguments.architectures
  }

  func selects(architecture: String) -> Bool { Self.matches(architecture, architectures) }

  func selects(_ descriptor: ExtensionDescriptor) -> Bool {
    Self.matches(descriptor.protocolName, protocols)
      && Self.matches(descriptor.extensionName, extensions)
  }

  /// Whether advice of a process is selected, which is of no extension.
  func selects(_ advice: RunningProgram.Advice) -> Bool {
    extensions.isEmpty && Self.matches(advice.protocolName, protocols)
  }

  /// Whether manifests are selected.
  ///
  /// They belong to no protocol or extension, so selecting these excludes manifests.
  var selectsManifests: Bool { protocols.isEmpty && extensions.isEmpty }

  private static func matches(_ name: String, _ globs: [String]) -> Bool {
    globs.isEmpty || globs.contains { Path(name).matches($0) }
  }
}
