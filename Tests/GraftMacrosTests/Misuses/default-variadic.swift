@Default
extension Handler where Self: Graft::Default {
  func sum(_ values: Int...) -> Int { 0 }
}
