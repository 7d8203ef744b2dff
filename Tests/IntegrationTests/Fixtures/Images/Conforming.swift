public import ImagesAPI

extension Cat: @retroactive Named {}
