// SPDX-License-Identifier: Apache-2.0

/// The epoch of generated code, as `GRAFT_EPOCH` in `graft_epoch.h` is.
enum Epoch {
  /// Begins the names of functions in the protocol's module that code in other modules
  /// calls. That code has the layouts of this epoch in it, and does not find the functions of
  /// a module that was compiled with others.
  static let prefix = "_graft2_"
}
