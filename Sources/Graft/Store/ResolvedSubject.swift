// SPDX-License-Identifier: Apache-2.0

/// The chains of a subject, and what is to stand in front of them.
struct ResolvedSubject {
  let chains: ResolvedChains
  let interceptors: (any AppliedInterceptors)?

  var diagnostics: [RegistryDiagnostic] {
    chains.diagnostics + (interceptors?.diagnostics ?? [])
  }

  /// Asks accessors of what stands in front: no lock may be held.
  init(_ chains: ResolvedChains, _ snapshot: RegistryStore.Snapshot) {
    self.chains = chains
    interceptors = snapshot.interceptors?.applied()
  }
}

extension ExtensionResolution {
  init(_ resolved: ResolvedSubject) {
    self.init(resolved.chains) { resolved.interceptors?.explanations(of: $0) ?? [] }
  }
}
