// SPDX-License-Identifier: Apache-2.0

public import BenchmarkProtocols

/// 64 types with an implementation each.
public let manySubjects: [any Native & Grafted & Sendable] = [
  S0(), S1(), S2(), S3(), S4(), S5(), S6(), S7(),
  S8(), S9(), S10(), S11(), S12(), S13(), S14(), S15(),
  S16(), S17(), S18(), S19(), S20(), S21(), S22(), S23(),
  S24(), S25(), S26(), S27(), S28(), S29(), S30(), S31(),
  S32(), S33(), S34(), S35(), S36(), S37(), S38(), S39(),
  S40(), S41(), S42(), S43(), S44(), S45(), S46(), S47(),
  S48(), S49(), S50(), S51(), S52(), S53(), S54(), S55(),
  S56(), S57(), S58(), S59(), S60(), S61(), S62(), S63(),
]

struct S0: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 0 } }
struct S1: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 1 } }
struct S2: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 2 } }
struct S3: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 3 } }
struct S4: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 4 } }
struct S5: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 5 } }
struct S6: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 6 } }
struct S7: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 7 } }
struct S8: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 8 } }
struct S9: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 9 } }
struct S10: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 10 } }
struct S11: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 11 } }
struct S12: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 12 } }
struct S13: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 13 } }
struct S14: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 14 } }
struct S15: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 15 } }
struct S16: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 16 } }
struct S17: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 17 } }
struct S18: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 18 } }
struct S19: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 19 } }
struct S20: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 20 } }
struct S21: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 21 } }
struct S22: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 22 } }
struct S23: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 23 } }
struct S24: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 24 } }
struct S25: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 25 } }
struct S26: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 26 } }
struct S27: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 27 } }
struct S28: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 28 } }
struct S29: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 29 } }
struct S30: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 30 } }
struct S31: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 31 } }
struct S32: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 32 } }
struct S33: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 33 } }
struct S34: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 34 } }
struct S35: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 35 } }
struct S36: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 36 } }
struct S37: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 37 } }
struct S38: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 38 } }
struct S39: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 39 } }
struct S40: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 40 } }
struct S41: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 41 } }
struct S42: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 42 } }
struct S43: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 43 } }
struct S44: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 44 } }
struct S45: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 45 } }
struct S46: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 46 } }
struct S47: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 47 } }
struct S48: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 48 } }
struct S49: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 49 } }
struct S50: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 50 } }
struct S51: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 51 } }
struct S52: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 52 } }
struct S53: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 53 } }
struct S54: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 54 } }
struct S55: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 55 } }
struct S56: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 56 } }
struct S57: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 57 } }
struct S58: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 58 } }
struct S59: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 59 } }
struct S60: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 60 } }
struct S61: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 61 } }
struct S62: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 62 } }
struct S63: Native, Grafted { @inline(never) func native(_ number: Int) -> Int { number &+ 63 } }
