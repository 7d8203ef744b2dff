import GraftCourier

func f() {
  @Courier
  protocol P {}
}
