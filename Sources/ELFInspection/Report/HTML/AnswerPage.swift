// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A program's answers as an HTML page: protocols on one side, images on the other,
/// and each requirement's chain as a row of tiles between them.
///
/// Types with the same answer share a row.
public struct AnswerPage: Sendable {
  private var answers: [ResolvedAnswer] = []

  /// Creates a page without answers.
  public init() {}

  /// Adds an answer.
  ///
  /// Answers keep their order, after those that need attention.
  public mutating func add(_ answer: ResolvedAnswer) { answers.append(answer) }

  /// The page as HTML.
  ///
  /// - Parameter problems: parts of the input that could not be read; the page
  ///   lists them.
  public func text(_ problems: [Problem]) -> String {
    var body = HTMLText()
    let missing = answers.filter(\.isMissing)
    let open = answers.filter { $0.outcome == .depends }
    body.raw("<header><h1>Who answers</h1>")
    body.element(
      "p",
      "Requirements of types: \(answers.count); without an answer or in conflict:"
        + " \(missing.count); depending on what no file says: \(open.count).")
    body.element("p", ResolvedAnswer.condition)
    body.raw(HTMLPage.filter)
    body.problems(problems)
    body.raw("</header><div class=\"columns\">")
    let protocols = AnswerGroup.byProtocol(answers)
    contents(protocols, &body)
    body.raw("<main>")
    attention("Without an answer, or in conflict", missing, &body)
    attention("Depending on what no file says", open, &body)
    for (number, (name, groups)) in protocols.enumerated() {
      body.open("section id=\"protocol-\(number)\"", words: groups.map(\.searchText))
      body.element("h2", class: "name", name)
      var requirement: RequirementName?
      // Requirements without answer are listed above.
      for group in groups where group.answer.outcome != .nobody {
        body.open("div", words: [group.searchText])
        if requirement != group.answer.requirement {
          body.element("h3", group.answer.requirement.text)
        }
        requirement = group.answer.requirement
        body.types(group.subjects)
        body.tiles(group.answer)
        body.raw("</div>")
      }
      body.raw("</section>")
    }
    body.raw("</main>")
    images(&body)
    body.raw("</div>")
    return HTMLPage.page(title: "Who answers", body.text)
  }

  private func contents(
    _ protocols: [(name: String, groups: [AnswerGroup])], _ body: inout HTMLText
  ) {
    body.raw("<nav aria-label=\"Protocols\"><h2>Protocols</h2><ul>")
    for (number, (name, groups)) in protocols.enumerated() {
      body.open("li", words: groups.map(\.searchText))
      body.raw("<a class=\"name\" href=\"#protocol-\(number)\">")
      body.addName(name)
      body.raw("</a>")
      body.name("quiet", "types: \(Set(groups.flatMap(\.subjects)).count)")
      body.raw("</li>")
    }
    body.raw("</ul></nav>")
  }

  /// A list of requirements that need attention, one line for each requirement
  /// and reason.
  private func attention(_ title: String, _ answers: [ResolvedAnswer], _ body: inout HTMLText) {
    guard !answers.isEmpty else { return }
    body.open("section", words: answers.map(\.searchText))
    body.element("h2", title)
    for group in AnswerGroup.byProtocol(answers).flatMap(\.groups) {
      let answer = group.answer
      body.open("div", words: [group.searchText])
      body.raw("<p class=\"\(answer.isMissing ? "bad" : "open") line\">")
      body.element("code", "\(answer.protocolName).\(answer.requirement)")
      body.add(" \(answer.attention)")
      body.raw("</p>")
      body.types(group.subjects)
      body.raw("</div>")
    }
    body.raw("</section>")
  }

  private func images(_ body: inout HTMLText) {
    var extensions: [String: Set<String>] = [:]
    for located in answers.flatMap({ $0.chain.map(\.descriptor) + $0.conflict }) {
      extensions[located.origin.shortDisplay, default: []]
        .insert(located.descriptor.extensionName)
    }
    body.raw("<aside aria-label=\"Images\"><h2>Images</h2><ul>")
    for (image, names) in extensions.sorted(by: { $0.key < $1.key }) {
      body.open("li", words: [image] + names.sorted())
      body.name("name", image)
      for name in names.sorted() { body.name("quiet", name) }
      body.raw("</li>")
    }
    body.raw("</ul></aside>")
  }
}

/// The types with the same answer to one requirement.
private struct AnswerGroup {
  /// The first type's answer.
  let answer: ResolvedAnswer
  let subjects: [String]

  /// The groups in the order of the answers; a requirement's groups are
  /// adjacent.
  static func byProtocol(_ answers: [ResolvedAnswer]) -> [(name: String, groups: [AnswerGroup])] {
    answers.grouped(by: \.protocolName).map { answers in
      let alike = answers.grouped(by: \.requirement).flatMap { $0.grouped(by: \.essence) }
      return (
        answers[0].protocolName,
        alike.map { AnswerGroup(answer: $0[0], subjects: $0.map(\.subject)) }
      )
    }
  }

  var searchText: String { (subjects + [answer.searchText]).joined(separator: " ") }
}

extension ResolvedAnswer {
  /// The reason why the answer needs attention.
  fileprivate var attention: String {
    func names(_ all: [LocatedDescriptor]) -> String {
      all.map(\.descriptor.extensionName).joined(separator: ", ")
    }
    switch outcome {
    case .conflict:
      let below = chain.first.map { ", and \($0.descriptor.descriptor.extensionName) answers" }
      return "conflict of \(names(conflict))" + (below ?? ", and nobody answers")
    case .depends:
      let reasons = dependencies.map { dependency in
        let name = dependency.descriptor.map { $0.descriptor.extensionName + " " } ?? ""
        return "\(name)on \(dependency.reason)"
      }
      return "depends: " + reasons.joined(separator: "; ")
    case .nobody: return "nobody: a call traps"
    case .answered: return ""
    }
  }
}

extension HTMLText {
  /// Adds a start tag that the filter finds by these words.
  mutating func open(_ tag: String, words: [String]) {
    raw("<\(tag) data-filter=\"\(Self.escaped(words.joined(separator: " ")))\">")
  }

  /// The most names in a line; the others are folded.
  private static var namedCount: Int { 8 }

  fileprivate mutating func types(_ subjects: [String]) {
    raw("<p class=\"types\">")
    if subjects.count > 1 { element("span", class: "mark", "\(subjects.count) types") }
    for subject in subjects.prefix(Self.namedCount) { name("name", subject) }
    raw("</p>")
    guard subjects.count > Self.namedCount else { return }
    let rest = subjects.dropFirst(Self.namedCount)
    raw("<details><summary class=\"quiet\">\(rest.count) more</summary><p class=\"types\">")
    for subject in rest { name("name", subject) }
    raw("</p></details>")
  }

  mutating func problems(_ problems: [Problem]) {
    guard !problems.isEmpty else { return }
    raw("<section><h2>What could not be read</h2><ul>")
    for problem in problems {
      element("li", "\(problem.origin.display): \(problem.severity.rawValue): \(problem.error)")
    }
    raw("</ul></section>")
  }
}
