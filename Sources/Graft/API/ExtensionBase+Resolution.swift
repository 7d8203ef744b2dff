// SPDX-License-Identifier: Apache-2.0

extension ExtensionBase {
  /// Who answers for this subject, and why: as of now.
  public static var resolution: ExtensionResolution {
    ExtensionRegistry.resolution(of: Self.self)
  }
}
