import Graft

@Extensible
protocol Writer {
  @_disfavoredOverload func write() -> Int
}

@Default
extension Writer where Self: Graft::AuthorDefault {
  @_disfavoredOverload func write() -> Int { 7 }
}
