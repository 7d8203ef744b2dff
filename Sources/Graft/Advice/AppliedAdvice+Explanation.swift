// SPDX-License-Identifier: Apache-2.0

extension ExtensionResolution.Advice {
  /// All that stand at one place.
  static func all(_ applied: AppliedAdvice) -> [ExtensionResolution.Advice] {
    switch applied.source {
    case .installed(let installed): [ExtensionResolution.Advice(installed)]
    case .objects(let group): group.advice.installed.map(ExtensionResolution.Advice.init)
    case .record(let record), .pointcut(let record):
      [ExtensionResolution.Advice(applied.kind, record.registered)]
    }
  }

  private init(_ installed: InstalledAdvice) {
    kind = installed.body.kind
    name = installed.options.name
    subjects = installed.scope.description
    precedence = installed.options.precedence
    source = installed.source
    `extension` = nil
  }

  private init(_ kind: AdviceKind, _ registered: RegisteredExtension) {
    self.kind = kind
    (name, subjects, precedence, source) = (nil, nil, nil, nil)
    `extension` = registered
  }
}
