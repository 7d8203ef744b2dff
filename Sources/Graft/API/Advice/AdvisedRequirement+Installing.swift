// SPDX-License-Identifier: Apache-2.0

extension AdvisedRequirement {
  /// Installs an advice: the next call of the requirement runs it.
  ///
  /// - Parameter source: where the program does so, as `Module/File.swift:line`.
  func install(
    _ body: AdviceBody, _ options: [AdviceOption], source: String
  ) throws(AdviceError) -> AdviceToken {
    try Registry.shared.install(body, at: self, AdviceOptions(options), source: source)
  }
}
