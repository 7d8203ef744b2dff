import Graft

@Courier
protocol P: Actor {
  func call()
}
