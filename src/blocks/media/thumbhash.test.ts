import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOfThumbhash, pictureOfThumbhash, thumbhashOf } from './thumbhash'

/** A picture of which each pixel is what `colorAt` says. */
function drawn(width: number, height: number, colorAt: (x: number, y: number) => number[]): Uint8Array {
  const rgba = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      rgba.set([...colorAt(x / width, y / height), 255].slice(0, 4), (y * width + x) * 4)
  return rgba
}

test('a picture is told by some 25 bytes: what is light stays light, where it was', () => {
  const sunset = drawn(100, 60, (x) => [240 * x, 60 + 80 * x, 200 - 180 * x])
  const hash = thumbhashOf(100, 60, sunset)
  expect(atob(hash).length).toBeLessThan(26)
  const small = pictureOfThumbhash(hash)!
  expect(small.width / small.height).toBeCloseTo(7 / 4, 1)
  const at = (x: number, index: number) => small.rgb[(3 * small.width + x) * 3 + index]!
  expect(at(small.width - 1, 0)).toBeGreaterThan(190)
  expect(at(0, 0)).toBeLessThan(60)
  expect(at(0, 2)).toBeGreaterThan(150)
  expect(at(small.width - 1, 2)).toBeLessThan(70)
})

test('one color stays that color, in any shape', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 8, max: 100 }),
      fc.integer({ min: 8, max: 100 }),
      fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 255 }))),
      (width, height, color) => {
        const small = pictureOfThumbhash(
          thumbhashOf(
            width,
            height,
            drawn(width, height, () => color),
          ),
        )!
        for (const [at, value] of small.rgb.entries())
          expect(Math.abs(value - color[at % 3]!)).toBeLessThanOrEqual(16)
      },
    ),
    { numRuns: 60 },
  )
})

test('a transparent picture has none: the small one would show through it', () => {
  expect(thumbhashOf(2, 1, [255, 0, 0, 255, 0, 255, 0, 254])).toBe('')
})

test('R32 whatever stands in place of a hash is a small picture or nothing', () => {
  const any = fc.oneof(
    fc.string(),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => btoa(String.fromCharCode(...bytes))),
  )
  fc.assert(
    fc.property(any, (hash) => {
      const address = addressOfThumbhash(hash)
      if (address === null) return
      expect(address).toMatch(/^data:image\/bmp;base64,[A-Za-z0-9+/=]+$/)
      expect(address.length).toBeLessThan(1_000)
    }),
  )
})
