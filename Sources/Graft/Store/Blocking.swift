// SPDX-License-Identifier: Apache-2.0

/// Extensions that do not count, by name.
enum Blocking {
  /// `GRAFT_BLOCK`: names as `Module.Name`, separated by commas.
  static var ofEnvironment: Set<String> { Set(Environment.list("GRAFT_BLOCK").map(String.init)) }
}
