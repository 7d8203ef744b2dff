import Graft

@Courier
protocol P: ~Copyable {
  func call()
}
