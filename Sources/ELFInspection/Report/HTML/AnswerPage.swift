// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The answers of a program as one page: types on one side, images on the other, and each
/// requirement's chain as a row of tiles between them.
public struct AnswerPage: Sendable {
  private var answers: [ResolvedAnswer] = []

  /// A page without answers, for some to be added.
  public init() {}

  /// In the order in which they are to stand, but for those that need somebody to look.
  public mutating func add(_ answer: ResolvedAnswer) { answers.append(answer) }

  /// - Parameter problems: what could not be read, which the page says too.
  public func text(_ problems: [Problem]) -> String {
    var body = HTMLText()
    let missing = answers.filter(\.isMissing)
    let open = answers.filter { $0.outcome == .depends }
    body.raw("<header><h1>Who answers</h1>")
    body.element(
      "p",
      "\(answers.count) requirements of types: \(missing.count) without an answer or in conflict,"
        + " \(open.count) that depend on what no file says.")
    body.raw(HTMLPage.filter)
    body.problems(problems)
    body.raw("</header><div class=\"columns\">")
    let subjects = answers.reduce(into: [String]()) { list, answer in
      if list.last != answer.subject, !list.contains(answer.subject) { list.append(answer.subject) }
    }
    types(subjects, &body)
    body.raw("<main>")
    section("Without an answer, or in conflict", missing, &body)
    section("Depending on what no file says", open, &body)
    let bySubject = Dictionary(grouping: answers, by: \.subject)
    for (number, subject) in subjects.enumerated() {
      let own = bySubject[subject] ?? []
      body.raw("<section id=\"type-\(number)\"")
      body.filtered(by: own.map(\.searchText).joined(separator: " "))
      body.element("h2", class: "name", subject)
      rows(own, &body)
      body.raw("</section>")
    }
    body.raw("</main>")
    images(&body)
    body.raw("</div>")
    return HTMLPage.page(title: "Who answers", body.text)
  }

  private func types(_ subjects: [String], _ body: inout HTMLText) {
    body.raw("<nav aria-label=\"Types\"><h2>Types</h2><ul>")
    for (number, subject) in subjects.enumerated() {
      body.raw("<li")
      body.filtered(by: subject)
      body.raw("<a class=\"name\" href=\"#type-\(number)\">")
      body.addName(subject)
      body.raw("</a></li>")
    }
    body.raw("</ul></nav>")
  }

  private func section(
    _ title: String, _ answers: [ResolvedAnswer], _ body: inout HTMLText
  ) {
    guard !answers.isEmpty else { return }
    body.raw("<section")
    body.filtered(by: answers.map(\.searchText).joined(separator: " "))
    body.element("h2", title)
    rows(answers, showsSubject: true, &body)
    body.raw("</section>")
  }

  private func rows(
    _ answers: [ResolvedAnswer], showsSubject: Bool = false, _ body: inout HTMLText
  ) {
    for answer in answers {
      body.raw("<div")
      body.filtered(by: answer.searchText)
      let name = "\(answer.protocolName).\(answer.requirement)"
      body.element("h3", showsSubject ? "\(answer.subject): \(name)" : name)
      body.tiles(answer)
      body.raw("</div>")
    }
  }

  private func images(_ body: inout HTMLText) {
    var extensions: [String: Set<String>] = [:]
    for located in answers.flatMap({ $0.chain.map(\.descriptor) + $0.conflict }) {
      extensions[located.origin.shortDisplay, default: []]
        .insert(located.descriptor.extensionName)
    }
    body.raw("<aside aria-label=\"Images\"><h2>Images</h2><ul>")
    for (image, names) in extensions.sorted(by: { $0.key < $1.key }) {
      body.raw("<li")
      body.filtered(by: ([image] + names.sorted()).joined(separator: " "))
      body.name("name", image)
      for name in names.sorted() { body.name("quiet", name) }
      body.raw("</li>")
    }
    body.raw("</ul></aside>")
  }
}

extension HTMLText {
  /// Ends a tag that the filter finds by these words.
  mutating func filtered(by words: String) {
    raw(" data-filter=\"\(Self.escaped(words))\">")
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
