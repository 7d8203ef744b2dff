@Default
struct Flushing {}
