import Shapes

struct Square: Shape {
  let sideCount = 4
}

print(Square().described())
