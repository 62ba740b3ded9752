import { crc32, deflateSync } from 'node:zlib'

/* Small pictures, written byte by byte. */

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))])
}

/** A PNG of one color; `extra` are chunks that stand before what is drawn. */
export function pngPicture(width: number, height: number, extra: Record<string, string> = {}): Buffer {
  const head = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 2, 0, 0, 0])])
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x66)])
  const lines = deflateSync(Buffer.concat(Array.from({ length: Math.min(height, 2_000) }, () => line)))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    ...Object.entries(extra).map(([name, text]) => chunk(name, Buffer.from(text, 'latin1'))),
    chunk('IDAT', lines),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const segment = (marker: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff]), data])

/** The segments of a JPEG with a camera's notes in it. Nobody can draw it. */
export function jpegPicture(width: number, height: number, note: string): Buffer {
  const size = Buffer.from([8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0', 'latin1')),
    segment(0xe1, Buffer.from(`Exif\0\0${note}`, 'latin1')),
    segment(0xfe, Buffer.from(note, 'latin1')),
    segment(0xc0, size),
    segment(0xda, Buffer.from([1, 1, 0, 0, 0x3f, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xd9]),
    Buffer.from(note, 'latin1'),
  ])
}

/** A WebP with these chunks behind the one that says its size. */
export function webpPicture(width: number, height: number, chunks: Record<string, string>): Buffer {
  const side = (value: number) => [(value - 1) & 0xff, ((value - 1) >> 8) & 0xff, (value - 1) >> 16]
  const part = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(data.length)
    return Buffer.concat([Buffer.from(name, 'latin1'), length, data, Buffer.alloc(data.length % 2)])
  }
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    part('VP8X', Buffer.from([0x3c, 0, 0, 0, ...side(width), ...side(height)])),
    ...Object.entries(chunks).map(([name, text]) => part(name, Buffer.from(text, 'latin1'))),
  ])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), length, body])
}

/** A GIF of `frames` pictures, each of one pixel. */
export function gifPicture(frames: number): Buffer {
  const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
  return Buffer.from([
    ...Buffer.from('GIF89a', 'latin1'),
    ...[1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255],
    ...Array.from({ length: frames }, () => [0x21, 0xf9, 4, 0, 10, 0, 0, 0, ...frame]).flat(),
    0x3b,
  ])
}
