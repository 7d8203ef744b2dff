// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A graph of images, extensions, requirements and types in Graphviz's
/// language.
public struct DotGraph: Sendable {
  private var nodes: [Node] = []
  private var numbers: [Node: Int] = [:]
  private var edges: [Edge] = []
  private var known: Set<Edge> = []
  /// The line above the graph; nil for none.
  private var title: String?

  /// A node.
  ///
  /// Equal nodes are drawn once.
  public struct Node: Hashable, Sendable {
    enum Kind: Hashable, Sendable { case `extension`, requirement, type, nobody }
    var kind: Kind
    var label: String
    /// The extension's file, and `offset` its offset there; nil in other nodes.
    var image: Origin?
    var offset: UInt64 = 0
  }

  private struct Edge: Hashable {
    var from: Int
    var to: Int
    var label: String
    var style: String
  }

  /// Creates an empty graph.
  public init() {}

  private mutating func number(_ node: Node) -> Int {
    if let known = numbers[node] { return known }
    numbers[node] = nodes.count
    nodes.append(node)
    return nodes.count - 1
  }

  private mutating func connect(_ from: Node, _ to: Node, _ label: String, _ style: Style) {
    let edge = Edge(from: number(from), to: number(to), label: label, style: style.rawValue)
    if known.insert(edge).inserted { edges.append(edge) }
  }

  private enum Style: String {
    case plain = "solid"
    case following = "dashed"
    case bad = "bold\", color=\"red"
    case open = "dotted"
  }
}

extension DotGraph {
  /// Adds an extension and the requirements that it implements.
  public mutating func add(_ located: LocatedDescriptor) {
    for requirement in located.descriptor.requirements {
      connect(.of(located), .requirement(located.descriptor.protocolName, requirement), "", .plain)
    }
    if located.descriptor.requirements.isEmpty { _ = number(.of(located)) }
  }

  /// Adds an order: each extension points to those of the next position.
  public mutating func add(_ chain: ExtensionOrder) {
    let requirement = Node.requirement(chain.protocolName, chain.requirement)
    for step in chain.steps {
      let isOpen = step.reason.others != nil
      if step.position == 1 {
        connect(requirement, .of(step.descriptor), isOpen ? step.reason.name : "", .plain)
      }
      for next in chain.steps where next.position == step.position + 1 {
        connect(
          .of(step.descriptor), .of(next.descriptor), step.reason.name,
          isOpen ? .open : .following)
      }
    }
  }

  /// Adds a type's answer: the first extension and its successors.
  public mutating func add(_ answer: ResolvedAnswer) {
    title = ResolvedAnswer.condition
    let type = Node(kind: .type, label: answer.subject)
    let name = answer.requirement.text
    switch answer.outcome {
    case .nobody: connect(type, Node(kind: .nobody, label: "nobody"), name, .bad)
    case .conflict:
      for party in answer.conflict { connect(type, .of(party), "\(name): conflict", .bad) }
    case .depends:
      for dependency in answer.dependencies {
        guard let descriptor = dependency.descriptor else {
          _ = number(type)
          continue
        }
        connect(type, .of(descriptor), "\(name): depends", .open)
      }
    case .answered: break
    }
    if let first = answer.chain.first {
      connect(type, .of(first.descriptor), name, .plain)
    }
    for (link, next) in zip(answer.chain, answer.chain.dropFirst()) {
      connect(.of(link.descriptor), .of(next.descriptor), link.rule?.rawValue ?? "", .following)
    }
  }
}

extension DotGraph.Node {
  fileprivate static func of(_ located: LocatedDescriptor) -> Self {
    let constraints = located.descriptor.constraints.joined(separator: ", ")
    let label =
      located.descriptor.extensionName + (constraints.isEmpty ? "" : "\nwhere \(constraints)")
    return Self(kind: .extension, label: label, image: located.origin, offset: located.offset)
  }

  fileprivate static func requirement(_ name: String, _ requirement: RequirementName) -> Self {
    Self(kind: .requirement, label: "\(name).\(requirement)")
  }

  fileprivate var shape: String {
    switch kind {
    case .extension: "box"
    case .requirement: "ellipse"
    case .type: "component"
    case .nobody: "octagon"
    }
  }
}

extension DotGraph {
  /// The graph as text for `dot`.
  public var text: String {
    var lines = [
      "digraph extensions {", "  rankdir=LR;", "  node [fontname=\"sans-serif\"];",
      "  edge [fontname=\"sans-serif\", fontsize=10];",
    ]
    if let title {
      lines.append("  label=\(title.quotedForDot); labelloc=t; fontname=\"sans-serif\";")
    }
    let images = Dictionary(grouping: nodes.indices) { nodes[$0].image }
    for (number, image) in images.keys.compactMap(\.self).sorted(by: { $0.display < $1.display })
      .enumerated()
    {
      lines.append("  subgraph cluster_\(number) {")
      lines.append("    label=\(image.shortDisplay.quotedForDot);")
      lines += (images[image] ?? []).map { "    " + line($0) }
      lines.append("  }")
    }
    lines += (images[nil] ?? []).map { "  " + line($0) }
    for edge in edges {
      let label = edge.label.isEmpty ? "" : "label=\(edge.label.quotedForDot), "
      lines.append("  n\(edge.from) -> n\(edge.to) [\(label)style=\"\(edge.style)\"];")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  private func line(_ number: Int) -> String {
    "n\(number) [shape=\(nodes[number].shape), label=\(nodes[number].label.quotedForDot)];"
  }
}

extension String {
  /// A quoted string, with newlines as ` `.
  ///
  /// Long strings are cut, since renderers have limits.
  fileprivate var quotedForDot: String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line).abbreviated(to: 1024).escapingControls
        .replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
    return "\"\(lines.joined(separator: "\\n"))\""
  }
}
