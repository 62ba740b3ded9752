import { gifPicture, jpegPicture, pngPicture, webpPicture } from '@test/pictures'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPicture } from './read-picture'

const NOTE = 'taken at 52.5200 N 13.4050 E'
const kept = (bytes: Uint8Array) => Buffer.concat([...(readPicture(bytes)?.parts ?? [])])

describe('what the bytes of a picture say', () => {
  test('its type and its sides', () => {
    expect(readPicture(pngPicture(30, 20))).toMatchObject({ type: 'image/png', width: 30, height: 20 })
    expect(readPicture(jpegPicture(300, 200, NOTE))).toMatchObject({
      type: 'image/jpeg',
      width: 300,
      height: 200,
    })
    expect(readPicture(webpPicture(40_000, 7, { VP8L: 'pixels' }))).toMatchObject({
      type: 'image/webp',
      width: 40_000,
      height: 7,
    })
    expect(readPicture(gifPicture(1))).toMatchObject({ type: 'image/gif', width: 1, height: 1 })
  })

  test('R32 of several sizes that it says the largest', () => {
    const heads = [jpegPicture(40_000, 30_000, NOTE), jpegPicture(2, 3, NOTE)]
    for (const [first, second] of [heads, heads.toReversed()] as [Buffer, Buffer][]) {
      const frame = second.indexOf(Buffer.from([0xff, 0xc0]))
      const both = Buffer.concat([
        first.subarray(0, 2),
        second.subarray(frame, frame + 2 + second.readUInt16BE(frame + 2)),
        first.subarray(2),
      ])
      expect(readPicture(both)).toMatchObject({ width: 40_000, height: 30_000 })
    }
    const small = pngPicture(2, 3)
    const twice = Buffer.concat([small.subarray(0, 33), pngPicture(40_000, 30_000).subarray(8)])
    expect(readPicture(twice)).toMatchObject({ width: 40_000, height: 30_000 })
  })

  test('whether it moves', () => {
    expect(readPicture(gifPicture(1))?.isAnimated).toBe(false)
    expect(readPicture(gifPicture(2))?.isAnimated).toBe(true)
    expect(readPicture(pngPicture(1, 1, { acTL: '........' }))?.isAnimated).toBe(true)
    expect(readPicture(webpPicture(1, 1, { ANIM: '......', ANMF: 'frame' }))?.isAnimated).toBe(true)
  })

  test('what was noted in it is left out, and so is what follows its end', () => {
    const png = kept(Buffer.concat([pngPicture(2, 2, { eXIf: NOTE, tEXt: NOTE }), Buffer.from(NOTE)]))
    expect(png).toEqual(pngPicture(2, 2))
    const webp = webpPicture(2, 2, { ICCP: NOTE, VP8L: 'pixels', EXIF: NOTE, 'XMP ': NOTE })
    const plain = webpPicture(2, 2, { VP8L: 'pixels' })
    // Of the flags only the one for transparency is left.
    plain[20] = 0x10
    expect(kept(Buffer.concat([webp, Buffer.from(NOTE)]))).toEqual(plain)
    const jpeg = kept(jpegPicture(2, 2, NOTE))
    expect(jpeg.toString('latin1')).not.toContain('13.4')
    expect(jpeg.subarray(-9)).toEqual(Buffer.from([0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xd9]))
  })

  test('bytes that end too early or are no picture are none', () => {
    expect(readPicture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeNull()
    for (const whole of [pngPicture(2, 2), jpegPicture(2, 2, NOTE), webpPicture(2, 2, { VP8L: 'pixels' })])
      expect(readPicture(whole.subarray(0, whole.length - NOTE.length - 1))).toBeNull()
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom(pngPicture(2, 2), jpegPicture(2, 2, NOTE), webpPicture(2, 2, {}), gifPicture(1)),
        fc.nat(40),
        (noise, picture, at) => {
          readPicture(Buffer.concat([picture.subarray(0, at), noise]))
        },
      ),
    )
  })
})
