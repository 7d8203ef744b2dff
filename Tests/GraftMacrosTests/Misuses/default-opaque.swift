import Graft

@Default
extension Screen where Self: Graft::AuthorDefault {
  var body: some Equatable { 1 }
}
