import GraftCourier

struct S {
  @Courier
  private protocol P {}
}
