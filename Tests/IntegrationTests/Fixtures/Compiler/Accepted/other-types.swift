// SPDX-License-Identifier: Apache-2.0
import Foundation
import Graft

protocol Shelf { associatedtype Item: Hashable }
struct Book: Hashable {}
struct Loss: Error {}
protocol Cover {}
struct Box<Content> { struct Lid {} }

@Extensible
protocol Library: Shelf {
  func add(_ book: Book, at date: Foundation.Date)
  func boxes(_ box: Box<Book>, _ lid: Box<Int>.Lid) -> Box<Self.Item>
  func find<Item: Hashable>(_ item: Item, _ cover: any Cover, _ other: some Cover) -> Item
  func lend<Books: Sequence>(_ books: Books) throws(Loss) -> Book where Books.Element == Book
  func each(_ body: @escaping @Sendable (Book) -> Book?, _ type: Book.Type)
  var newest: Book! { get set }
  var next: @Sendable (Book) -> Void { get set }
  var data: Data { get }
}

@Extension
final class Lending<Subject: Library>: LibraryExtension<Subject> {
  override func newest(_ subject: Subject) -> Book! { Book() }
  override func setNewest(_ subject: inout Subject, _ newValue: Book!) {}
  override func each(
    _ subject: Subject, _ body: @escaping @Sendable (Book) -> Book?, _ type: Book.Type
  ) { _ = body(Book()) }
}

func advise() throws {
  try LibraryJoinPoints.everySubject.add.before { _, book, date in print(book, date) }
  try LibraryJoinPoints.everySubject.setNewest.around { subject, book, proceed in
    proceed(&subject, book ?? Book())
  }
}
