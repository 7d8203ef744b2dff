// SPDX-License-Identifier: Apache-2.0

@testable import Graft
import Testing

@Extensible
private protocol Orchard {
  func pick() -> String
}

@Extension
private final class Apples<Subject: Orchard>: OrchardExtension<Subject> {
  override func pick(_ subject: Subject) -> String { "apples" }
}

private struct Grove: Orchard {}
private struct Garden: Orchard {}

@Suite("Links, each made once")
struct LinkTableTests {
  private let table = LinkTable()
  private let grove: any ExtensionBase.Type = OrchardExtension<Grove>.self
  private let garden: any ExtensionBase.Type = OrchardExtension<Garden>.self

  private func extensions(of base: any ExtensionBase.Type) -> SubjectExtensions {
    let store = Registry()
    return store.answer(store.catchUp { $0.question(base, $1) }).resolved.extensions
  }

  /// The record of the only extension.
  private func record() throws -> ExtensionRecord {
    let store = Registry()
    let answer = store.answer(store.catchUp { $0.question(grove, $1) })
    return try #require(answer.resolved.chains.heads[0]).record
  }

  private func end(of base: any ExtensionBase.Type) -> LinkAddress {
    table.finalLink(of: base) { _, _ in fatalError("a call came to the end") }
  }

  /// The link to which a link hands a call of the only requirement.
  private static func successor(of link: LinkAddress) -> LinkAddress {
    Unmanaged<ExtensionLink>.fromOpaque(link.address).takeUnretainedValue()
      .successors.address(of: 0)
  }

  @Test("A node is one for a record above the same successors")
  func nodes() throws {
    let record = try record()
    let last = table.node(record, [nil])
    let first = table.node(record, [last])
    #expect(first !== last)
    #expect(table.node(record, [nil]) === last && table.node(record, [last]) === first)
    #expect(table.count == 0)
  }

  @Test("A node has a link for each subject, and the end of a chain is the final link")
  func links() throws {
    let node = table.node(try record(), [nil])
    let ends = [end(of: grove), end(of: garden)]
    #expect(ends[0] != ends[1] && end(of: grove) == ends[0])
    let subjects = [extensions(of: grove), extensions(of: garden)]
    let links = zip(subjects, ends).map { table.link(node, of: $0, above: $1) }
    #expect(Set(links + ends).count == 4 && table.count == 4)
    #expect(zip(subjects, ends).map { table.link(node, of: $0, above: $1) } == links)
    #expect(table.links([nil, node], of: subjects[0], above: ends[0]) == [ends[0], links[0]])
    #expect(table.count == 4)
  }

  @Test("Each link is above the link of its node's successor")
  func order() throws {
    let record = try record()
    let last = table.node(record, [nil])
    let (subject, end) = (extensions(of: grove), end(of: grove))
    let head = table.link(table.node(record, [last]), of: subject, above: end)
    // Those below were made with it.
    #expect(table.count == 3)
    let below = table.link(last, of: subject, above: end)
    #expect(table.count == 3)
    #expect(Self.successor(of: head) == below)
    #expect(Self.successor(of: below) == end)
  }

  @Test("The record of a link is found, for the subject of the link alone")
  func records() throws {
    let record = try record()
    let (subject, end) = (extensions(of: grove), end(of: grove))
    let link = table.link(table.node(record, [nil]), of: subject, above: end)
    let other = table.link(record, of: subject, above: [link, end])
    for known in [link, other] {
      #expect(table.record(of: known, for: ObjectIdentifier(grove)) == record.id)
      #expect(table.record(of: known, for: ObjectIdentifier(garden)) == nil)
    }
    #expect(table.record(of: end, for: ObjectIdentifier(grove)) == nil)
  }

  @Test("The link of a key is made by the first who asks for it")
  func keys() throws {
    let subject = extensions(of: grove)
    let record = try record()
    let end = end(of: grove)
    var made = 0
    func link(_ requirement: Int?) -> LinkAddress {
      let key = LinkTable.Key(
        record: nil, base: ObjectIdentifier(grove), successors: [], requirement: requirement)
      return table.link(key) {
        made += 1
        return subject.makeLink(record, on: .allocate([end, end]))
      }
    }
    #expect(link(nil) == link(nil) && link(0) == link(0) && link(nil) != link(0))
    #expect(made == 2 && table.count == 3)
  }

  @Test("Threads that ask for one link at one time get one")
  func threads() async throws {
    let end = end(of: grove)
    var node = table.node(try record(), [nil])
    for _ in 0..<200 { node = table.node(node.record, [node]) }
    let links = await withTaskGroup(of: LinkAddress.self) { group in
      for _ in 0..<8 {
        group.addTask { [node] in table.link(node, of: extensions(of: grove), above: end) }
      }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(links.count == 1 && table.count == 202)
  }
}
