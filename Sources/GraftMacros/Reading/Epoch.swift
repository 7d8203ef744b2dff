// SPDX-License-Identifier: Apache-2.0

/// The epoch of generated code, which equals `GRAFT_EPOCH` in `graft_epoch.h`.
enum Epoch {
  /// The prefix of functions in the protocol's module that code in other modules
  /// calls.
  ///
  /// That code contains the layouts of this epoch, so it must not find the functions
  /// of a module that was compiled with another.
  static let prefix = "_graft3_"
}
