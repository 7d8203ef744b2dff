// SPDX-License-Identifier: Apache-2.0

/// The version of the command, which follows that of Graft.
enum CommandVersion {
  static let text = "1.0"
}
