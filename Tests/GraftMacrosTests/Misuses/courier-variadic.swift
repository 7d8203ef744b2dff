import Graft

@Courier
protocol P {
  func add(_ numbers: Int...)
}
