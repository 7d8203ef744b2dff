import Graft

let several = true

@Courier(concurrent: several)
protocol P {}
