@Default
extension Handler where Self: Graft::Default {
  func count<Values: Sequence>(_ values: Values) -> Int { 0 }
}
