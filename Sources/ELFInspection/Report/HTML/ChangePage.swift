// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// What types would answer before and after, as one page.
public struct ChangePage: Sendable {
  /// The answer of one requirement of one type on both sides; nil where a side does not have it.
  public struct Change: Sendable {
    public var before: ResolvedAnswer?
    public var after: ResolvedAnswer?
  }

  /// Those whose answers differ, in the order of the new side, then of the old one.
  public let changes: [Change]
  private let comparedCount: Int

  /// - Parameters:
  ///   - before: the answers of the old side.
  ///   - after: those of the new one.
  public init(_ before: [ResolvedAnswer], _ after: [ResolvedAnswer]) {
    let old = Dictionary(before.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let new = Set(after.map(\.key))
    changes =
      after.compactMap { answer in
        let known = old[answer.key]
        return known?.essence == answer.essence ? nil : Change(before: known, after: answer)
      } + before.filter { !new.contains($0.key) }.map { Change(before: $0, after: nil) }
    comparedCount = new.union(old.keys).count
  }

  /// - Parameter problems: what could not be read, which the page says too.
  public func text(_ problems: [Problem]) -> String {
    var body = HTMLText()
    body.raw("<header><h1>Who would answer, before and after</h1>")
    body.element("p", "\(changes.count) of \(comparedCount) requirements of types differ.")
    body.raw(HTMLPage.filter)
    body.problems(problems)
    body.raw("</header><main>")
    for change in changes.filter(\.isWorse) + changes.filter({ !$0.isWorse }) {
      guard let answer = change.after ?? change.before else { continue }
      body.raw("<section")
      body.filtered(
        by: [change.before, change.after].compactMap { $0?.searchText }.joined(separator: " "))
      body.element("h2", "\(answer.subject): \(answer.protocolName).\(answer.requirement)")
      for (title, side) in [("before", change.before), ("after", change.after)] {
        body.element("h3", title)
        if let side { body.tiles(side) } else { body.element("p", "there is no such requirement") }
      }
      body.raw("</section>")
    }
    body.raw("</main>")
    return HTMLPage.page(title: "Who would answer, before and after", body.text)
  }
}

extension ChangePage.Change {
  /// Somebody loses an answer.
  fileprivate var isWorse: Bool { after?.isMissing == true && before?.isMissing != true }
}

extension ResolvedAnswer {
  fileprivate var key: [String] { [subject, protocolName, requirement.text] }

  /// What of it is a difference: not where it lies.
  var essence: [String] {
    [outcome.rawValue, ownSymbol == nil ? "" : "own"]
      + chain.map { $0.descriptor.descriptor.extensionName } + ["|"]
      + conflict.map(\.descriptor.extensionName) + ["|"]
      + dependencies.map { "\($0.descriptor?.descriptor.extensionName ?? ""): \($0.reason)" }
  }
}
