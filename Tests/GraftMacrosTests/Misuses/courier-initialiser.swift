import Graft

@Courier
protocol P {
  init(size: Int)
}
