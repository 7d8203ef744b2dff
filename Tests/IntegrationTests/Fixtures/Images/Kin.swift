import ImagesAPI

struct Fox: Speaker, Named {}

/// From the code of the host, for a type of this image.
@c(kin_speaks)
public func kinSpeaks() {
  print("Fox \(Fox().speak())")
}
