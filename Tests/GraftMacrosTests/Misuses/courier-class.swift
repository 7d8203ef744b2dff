import GraftCourier

@Courier
class Delegate {}
