import GraftCourier

let several = true

@Courier(concurrent: several)
protocol P {}
