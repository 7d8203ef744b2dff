// SPDX-License-Identifier: Apache-2.0

// What the process has one of, for generated code and for programs. Whatever is below this
// folder is given its store.

extension AdviceStore {
  static let shared: AdviceStore = {
    let store = AdviceStore()
    Trace.tellUnmatchedAtExit()
    return store
  }()
}

extension RegistryStore {
  static var shared: RegistryStore { AdviceStore.shared.registry }
}
