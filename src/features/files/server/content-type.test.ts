import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rangeOf } from './byte-range'
import { handlingOf, typeOfContent } from './content-type'
import { pixelsOf } from './picture-size'

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    Buffer.concat(
      parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    ),
  )
const jpeg = (width: number, height: number, before: number[] = []) =>
  bytes(
    [0xff, 0xd8],
    before,
    [0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3],
    Array(12).fill(0),
  )

const PROLOGUE = bytes(
  ' <?xml version="1.0" standalone="yes"?>\n<!-- one --> <?xml-stylesheet href="a>b"?>',
  '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd"><!-- two\n--><svg\n>',
)

describe('what a file is', () => {
  it.each([
    ['a text', bytes('plain words'), 'x.txt', 'text/plain'],
    ['a table', bytes('a,b\n1,2'), 'x.CSV', 'text/csv'],
    ['a page that says it is a picture', bytes('<html><script>'), 'x.png', 'text/plain'],
    ['a script', bytes('alert(1)'), 'x.js', 'text/plain'],
    ['a drawing', bytes('<!-- made by hand -->\n<svg xmlns="x">'), 'x.png', 'image/svg+xml'],
    ['a drawing with all that may stand before it', PROLOGUE, 'x', 'image/svg+xml'],
    [
      'thousands of comments before a drawing',
      bytes('<!---->'.repeat(20_000), '<SVG>'),
      'x',
      'image/svg+xml',
    ],
    ['thousands of comments before none', bytes('<!---->'.repeat(20_000), 'x'), 'x.svg', 'text/plain'],
    ['thousands of comments that do not end', bytes('<!-- '.repeat(20_000)), 'x.svg', 'text/plain'],
    ['thousands of spaces', bytes(' \n'.repeat(50_000)), 'x.svg', 'text/plain'],
    ['a page with a drawing', bytes('<p><svg>'), 'x.svg', 'text/plain'],
    ['other XML', bytes('<?xml version="1.0"?><html/>'), 'x.html', 'text/plain'],
    ['a song', bytes('ID3\x04\x00\x00\x7f\x7f\x7f\x7f', Array(50).fill(0)), 'x', 'audio/mpeg'],
    ['noise', bytes([0, 1, 2, 3, 250]), 'x.png', 'application/octet-stream'],
    ['a photograph', jpeg(4000, 3000), 'x.exe', 'image/jpeg'],
    ['a photograph too large for any screen', jpeg(40_000, 40_000), 'x.jpg', 'application/x-huge-picture'],
    [
      'a photograph that hides its size',
      jpeg(10, 10, [0xff, 0xe1, 0xff, 0xff]),
      'x.jpg',
      'application/x-huge-picture',
    ],
  ])('R32 %s', async (_what, sample, name, type) => expect(await typeOfContent(sample, name)).toBe(type))

  it('R32 whatever is stored, nothing that a browser would run is handed out', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.constantFrom(
            'text/html',
            'application/xhtml+xml',
            'text/javascript',
            'text/css',
            'application/wasm',
            'image/svg+xml',
          ),
          fc.string(),
        ),
        (type) => {
          const { type: given, isShown, policy } = handlingOf(type)
          expect(policy).toContain("default-src 'none'")
          if (!isShown) expect(policy).toContain('sandbox')
          expect(given).not.toMatch(/html|script|css|wasm/)
          if (isShown) expect(given).toMatch(/^(image\/(?!svg)|audio\/|video\/|application\/pdf$)/)
        },
      ),
    )
    expect(handlingOf('video/mp4').isShown).toBe(true)
    expect(handlingOf('image/png').isShown).toBe(true)
    expect(handlingOf('image/svg+xml').isShown).toBe(false)
  })

  it('R32 any bytes at all are read to an end', () => {
    const types = ['image/png', 'image/gif', 'image/bmp', 'image/webp', 'image/jpeg', 'image/avif']
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.constantFrom(...types), (sample, type) => {
        const pixels = pixelsOf(type, sample)
        expect(pixels === null || pixels >= 0).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['image/png', bytes(Array(16).fill(0), [0, 0, 0, 20, 0, 0, 0, 10]), 200],
    ['image/gif', bytes('GIF89a', [20, 0, 10, 0]), 200],
    ['image/bmp', bytes('BM', Array(16).fill(0), [20, 0, 0, 0], [0xf6, 0xff, 0xff, 0xff]), 200],
    ['image/webp', bytes('RIFF....WEBPVP8X', Array(8).fill(0), [19, 0, 0, 9, 0, 0]), 200],
    ['image/webp', bytes('RIFF....WEBPVP8 ', Array(10).fill(0), [20, 0, 10, 0]), 200],
    ['image/webp', bytes('RIFF....WEBPVP8L', Array(4).fill(0), [0x2f, 19, 0x40, 0x02, 0]), 200],
    ['image/jpeg', jpeg(20, 10, [0xff, 0xe0, 0, 4, 1, 2]), 200],
    ['image/avif', bytes('....ispe', [0, 0, 0, 0], [0, 0, 0, 20], [0, 0, 0, 10]), 200],
    ['image/heic', bytes('anything'), null],
  ])('the pixels of %s are counted without unpacking it', (type, sample, pixels) => {
    expect(pixelsOf(type, sample)).toBe(pixels)
  })
})

describe('parts of a file', () => {
  it.each([
    [undefined, 10, null],
    ['bytes=0-', 10, { first: 0, last: 9 }],
    ['bytes=2-4', 10, { first: 2, last: 4 }],
    ['bytes=-3', 10, { first: 7, last: 9 }],
    ['bytes=-30', 10, { first: 0, last: 9 }],
    ['bytes=9-99', 10, { first: 9, last: 9 }],
    ['bytes=10-', 10, 'beyond'],
    ['bytes=-0', 10, 'beyond'],
    ['bytes=4-2', 10, null],
    ['bytes=-', 10, null],
    ['bytes=0-1,3-4', 10, null],
    ['bytes=99999999999999999999-', 10, null],
    ['seconds=1-2', 10, null],
    [' bytes = 0 - 4 ', 10, { first: 0, last: 4 }],
    [`bytes=${' '.repeat(15_000)}0-4`, 10, null],
  ])('%s of %i bytes', (header, size, range) => expect(rangeOf(header, size)).toEqual(range))
})
