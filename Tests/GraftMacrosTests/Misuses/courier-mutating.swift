import Graft

@Courier
protocol P {
  mutating func change()
}
