import ChangedAPI

/// It has nothing of Graft but calls of defaults.
struct Stall: Shop {}

print(Stall().price(7), Stall().name())
