// SPDX-License-Identifier: Apache-2.0

/// The command's version, which is Graft's.
enum CommandVersion {
  static let text = "0.1"
}
