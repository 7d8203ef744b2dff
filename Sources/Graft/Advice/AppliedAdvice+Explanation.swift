// SPDX-License-Identifier: Apache-2.0

extension Resolution.Advice {
  /// All that stand at one place.
  static func all(_ applied: AppliedAdvice) -> [Resolution.Advice] {
    switch applied.source {
    case .installed(let installed): [Resolution.Advice(installed)]
    case .objects(let group): group.advice.installed.map(Resolution.Advice.init)
    case .record(let record), .pointcut(let record):
      [Resolution.Advice(applied.kind, record.registered)]
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
