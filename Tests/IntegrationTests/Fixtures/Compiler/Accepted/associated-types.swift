// SPDX-License-Identifier: Apache-2.0
import Graft

@Extensible
public protocol Entity: Identifiable, Comparable {
  func load(_ id: ID) async throws -> Self
  func pair(_ other: (ID, Self)) -> [ID: Int]
}

@Extensible
public protocol Row: Collection {
  @Required var first: Element? { get set }
  subscript(safe index: Index) -> Element? { get }
  func part(_ part: SubSequence, _ body: (Element, Index) -> Void)
}

@Extensible
public protocol Option: RawRepresentable where RawValue == String {
  func described(as value: RawValue) -> String
}

@Extension
final class Loading<Subject: Entity>: EntityExtension<Subject> where Subject.ID == Int {
  override func load(_ subject: Subject, _ id: Subject.ID) async throws -> Subject { subject }
}

@Extension
final class Reading<Subject: Row>: RowExtension<Subject> {
  override func `subscript`(_ subject: Subject, safe index: Subject.Index) -> Subject.Element? {
    subject.indices.contains(index) ? subject[index] : nil
  }
}
