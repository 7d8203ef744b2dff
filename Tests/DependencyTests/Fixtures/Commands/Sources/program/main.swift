// SPDX-License-Identifier: Apache-2.0

import Greetings

struct Dog: Greeter, Named { let name = "Rex" }

print(Dog().greet("Ann"))
