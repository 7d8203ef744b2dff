struct Book {}

@Extensible
protocol Library: Shelf, Identifiable {
  func find(_ id: ID, like book: Book) throws -> Book?
  var newest: Book { get nonmutating set }
}
