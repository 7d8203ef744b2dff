// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The answers of types before and after a change, as an HTML page.
public struct ChangePage: Sendable {
  /// A requirement's answer for one type on both sides; nil if a side has none.
  public struct Change: Sendable {
    public var before: ResolvedAnswer?
    public var after: ResolvedAnswer?
  }

  /// The answers that differ, in the order of the new side, then of the old
  /// one.
  public let changes: [Change]
  private let comparedCount: Int

  /// Compares answers.
  ///
  /// - Parameters:
  ///   - before: the old side's answers.
  ///   - after: the new side's answers.
  public init(_ before: [ResolvedAnswer], _ after: [ResolvedAnswer]) {
    // Types can have one name, as local ones do: those with equal answers are taken for the same.
    var rest = Dictionary(grouping: before, by: \.key)
    let others = after.filter { answer in
      guard let index = rest[answer.key]?.firstIndex(where: { $0.essence == answer.essence }) else {
        return true
      }
      rest[answer.key]?.remove(at: index)
      return false
    }
    var changes = others.map { answer in
      let known = rest[answer.key]?.isEmpty == false ? rest[answer.key]?.removeFirst() : nil
      return Change(before: known, after: answer)
    }
    let gone = Set(rest.values.joined())
    changes += before.filter(gone.contains).map { Change(before: $0, after: nil) }
    self.changes = changes
    comparedCount = after.count - others.count + changes.count
  }

  /// The page as HTML.
  ///
  /// - Parameter problems: parts of the input that could not be read; the page
  ///   lists them.
  public func text(_ problems: [Problem]) -> String {
    var body = HTMLText()
    body.raw("<header><h1>Who would answer, before and after</h1>")
    body.element("p", "Requirements of types that differ: \(changes.count) of \(comparedCount).")
    body.element("p", ResolvedAnswer.condition)
    body.raw(HTMLPage.filter)
    body.problems(problems)
    body.raw("</header><main>")
    for change in changes.filter(\.isWorse) + changes.filter({ !$0.isWorse }) {
      guard let answer = change.after ?? change.before else { continue }
      body.open(
        "section", words: [change.before, change.after].compactMap { $0?.searchText })
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
  /// Whether an answer was lost.
  fileprivate var isWorse: Bool { after?.isMissing == true && before?.isMissing != true }
}

extension ResolvedAnswer {
  fileprivate var key: [String] { [subject, protocolName, requirement.text] }

  /// The parts of an answer that make a difference; locations do not.
  var essence: [String] {
    [outcome.rawValue]
      + chain.map { $0.descriptor.descriptor.extensionName } + ["|"]
      + conflict.map(\.descriptor.extensionName) + ["|"]
      + dependencies.map { "\($0.descriptor?.descriptor.extensionName ?? ""): \($0.reason)" }
  }
}
