// SPDX-License-Identifier: Apache-2.0

/// Installs and removes advice in front of the chains of a registry store, which is made
/// with it.
final class AdviceStore: Sendable {
  let registry: RegistryStore
  let tables = AdviceTables()

  init(source: ImageSource = .process) {
    registry = RegistryStore(source: source, interceptors: tables)
  }

  /// - Parameter source: where the program does so, as `Module/File.swift:line`.
  func install(
    _ body: AdviceBody, at place: AdvisedPlace, _ options: AdviceOptions, source: String
  ) throws(AdviceError) -> AdviceToken {
    if case .object = place.scope, place.isCalledOnType {
      throw .notAdvisable(
        place.extended.requirements[place.requirement].name, protocolName: place.extended.name,
        reason: "no object is in a call of it: advise the type, by joinPoints")
    }
    if let path = withdrawnImage(of: place.scope) {
      throw .imageWithdrawn(path: path, type: place.scope.description)
    }
    let advice = InstalledAdvice(body, at: place, options, source: source, in: self)
    guard install(advice) else { throw .nameTaken(options.name ?? "") }
    return advice.token
  }

  /// False if another advice has its name.
  func install(_ advice: InstalledAdvice) -> Bool {
    // Objects are let go of after the lock.
    var kept: [AnyObject] = []
    defer { extendLifetime(kept) }
    for id in tables.state.withLock({ $0.advice.someGone(keeping: &kept) }) { remove(id) }
    let change = tables.state.withLock { $0.advice.install(advice, keeping: &kept) }
    switch change {
    case nil: return false
    case .objects(let retired): RetiredAdvice.retire(retired)
    case .chains(let retired):
      _ = registry.change { _ in .intercepted(where: advice.concerns) }
      tables.state.withLock { $0.advice.noteInChains(advice) }
      RetiredAdvice.retire(retired)
    }
    return true
  }

  /// False if it is not installed.
  @discardableResult
  func remove(_ id: UInt64) -> Bool {
    let removed = tables.state.withLock(and: registry.state) { tables, registry in
      tables.advice.remove(id).map { advice, change in
        // What another thread has computed with it is older than this.
        registry.version += 1
        return (advice, change, tables.links.remove(id, version: registry.version))
      }
    }
    guard let (advice, change, ofLinks) = removed else { return false }
    switch change {
    case .objects(let retired): RetiredAdvice.retire(retired + ofLinks)
    case .chains(let retired):
      _ = registry.change { _ in .intercepted(where: advice.concerns) }
      RetiredAdvice.retire(retired + ofLinks)
    }
    return true
  }

  func contains(_ id: UInt64) -> Bool { tables.state.withLock { $0.advice[id] != nil } }

  /// By age.
  var installed: [InstalledAdvice] { tables.state.withLock { $0.advice.installed } }

  func installed(named name: String) -> InstalledAdvice? {
    tables.state.withLock { $0.advice.named(name) }
  }

  /// How many links run advice for a base class's subject, or did.
  func linkCount(at base: any ExtensionBase.Type) -> Int {
    tables.state.withLock { $0.links.count(at: base) }
  }
}
