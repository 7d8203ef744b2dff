// SPDX-License-Identifier: Apache-2.0

import Greetings

struct Dog: Greeter {}

print(Dog().greet("Ann"))
