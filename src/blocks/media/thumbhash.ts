/*
 * A picture in some 25 bytes (ThumbHash, https://evanw.github.io/thumbhash/): the beginning of its cosine transform in three channels of
 * light and color. Shown until the picture is there. Only pictures without transparency have one, since it stands behind the picture.
 */

/** The longest side, in pixels, of a picture that is made into a hash. */
export const HASH_SIDE = 100

/** The coefficients of a channel, in the order in which a hash has them; the first is its mean. */
function* places(nx: number, ny: number): Generator<[cx: number, cy: number]> {
  for (let cy = 0; cy < ny; cy += 1) for (let cx = 0; cx * ny < nx * (ny - cy); cx += 1) yield [cx, cy]
}

interface Channel {
  mean: number
  /** The others, each from 0 to 1. */
  rest: number[]
  scale: number
}

function transform(values: Float64Array, width: number, height: number, nx: number, ny: number): Channel {
  const wave = (n: number, count: number) =>
    Float64Array.from({ length: n }, (_, at) => Math.cos((Math.PI / n) * count * (at + 0.5)))
  const found = [...places(nx, ny)].map(([cx, cy]) => {
    const [across, down] = [wave(width, cx), wave(height, cy)]
    let sum = 0
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) sum += values[y * width + x]! * across[x]! * down[y]!
    return sum / (width * height)
  })
  const [mean = 0, ...rest] = found
  const scale = Math.max(0, ...rest.map(Math.abs))
  return { mean, scale, rest: scale > 0 ? rest.map((one) => 0.5 + (0.5 / scale) * one) : rest }
}

/** The hash of a picture of at most {@link HASH_SIDE} pixels a side, as base64; empty for one that is transparent somewhere. */
export function thumbhashOf(width: number, height: number, rgba: ArrayLike<number>): string {
  const count = width * height
  const [light, yellow, red] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)]
  for (let at = 0; at < count; at += 1) {
    const [r, g, b] = [rgba[at * 4]! / 255, rgba[at * 4 + 1]! / 255, rgba[at * 4 + 2]! / 255]
    if (rgba[at * 4 + 3]! < 255) return ''
    light[at] = (r + g + b) / 3
    yellow[at] = (r + g) / 2 - b
    red[at] = r - g
  }
  const longer = Math.max(width, height)
  const [lx, ly] = [
    Math.max(1, Math.round((7 * width) / longer)),
    Math.max(1, Math.round((7 * height) / longer)),
  ]
  const l = transform(light, width, height, Math.max(3, lx), Math.max(3, ly))
  const [p, q] = [transform(yellow, width, height, 3, 3), transform(red, width, height, 3, 3)]
  const isLandscape = width > height
  const first =
    Math.round(63 * l.mean) |
    (Math.round(31.5 + 31.5 * p.mean) << 6) |
    (Math.round(31.5 + 31.5 * q.mean) << 12) |
    (Math.round(31 * l.scale) << 18)
  const second =
    (isLandscape ? ly : lx) |
    (Math.round(63 * p.scale) << 3) |
    (Math.round(63 * q.scale) << 9) |
    (Number(isLandscape) << 15)
  const halves = [...l.rest, ...p.rest, ...q.rest].map((one) => Math.round(15 * one))
  const bytes = [first & 255, (first >> 8) & 255, first >> 16, second & 255, second >> 8]
  for (let at = 0; at < halves.length; at += 2) bytes.push(halves[at]! | ((halves[at + 1] ?? 0) << 4))
  return btoa(String.fromCharCode(...bytes))
}

/** The longest side of the small picture that is made of a hash; the browser draws it larger, and soft. */
const SMALL = 12

interface Small {
  width: number
  height: number
  /** Red, green and blue of each pixel, line by line. */
  rgb: Uint8Array
}

/** The small picture that a hash stands for; null for anything that is none. Anybody may have written it. */
export function pictureOfThumbhash(hash: string): Small | null {
  const bytes = bytesOf(hash)
  if (!bytes || bytes.length < 5) return null
  const first = bytes[0]! | (bytes[1]! << 8) | (bytes[2]! << 16)
  const second = bytes[3]! | (bytes[4]! << 8)
  const [hasAlpha, isLandscape] = [first >> 23 === 1, second >> 15 === 1]
  if (hasAlpha) return null
  const shorter = second & 7
  const [lx, ly] = isLandscape ? [7, Math.max(3, shorter)] : [Math.max(3, shorter), 7]
  let at = 0
  const next = (nx: number, ny: number, mean: number, scale: number) =>
    [...places(nx, ny)].map(([cx, cy]) => {
      if (cx === 0 && cy === 0) return { cx, cy, value: mean }
      const half = ((bytes[5 + (at >> 1)] ?? 0) >> ((at & 1) << 2)) & 15
      at += 1
      return { cx, cy, value: (half / 7.5 - 1) * scale * 2 }
    })
  const l = next(lx, ly, (first & 63) / 63, ((first >> 18) & 31) / 31)
  const p = next(3, 3, ((first >> 6) & 63) / 31.5 - 1, (((second >> 3) & 63) / 63) * 1.25)
  const q = next(3, 3, ((first >> 12) & 63) / 31.5 - 1, (((second >> 9) & 63) / 63) * 1.25)
  if (bytes.length < 5 + Math.ceil(at / 2)) return null
  const ratio = lx / ly
  const width = Math.max(1, Math.round(ratio > 1 ? SMALL : SMALL * ratio))
  const height = Math.max(1, Math.round(ratio > 1 ? SMALL / ratio : SMALL))
  const rgb = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const sum = (channel: ReturnType<typeof next>) =>
        channel.reduce(
          (all, { cx, cy, value }) =>
            all +
            value *
              Math.cos((Math.PI / width) * (x + 0.5) * cx) *
              Math.cos((Math.PI / height) * (y + 0.5) * cy),
          0,
        )
      const [light, yellow, red] = [sum(l), sum(p), sum(q)]
      const blue = light - (2 / 3) * yellow
      const r = (3 * light - blue + red) / 2
      for (const [index, value] of [r, r - red, blue].entries())
        rgb[(y * width + x) * 3 + index] = Math.round(255 * Math.min(1, Math.max(0, value)))
    }
  return { width, height, rgb }
}

function bytesOf(hash: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]{7,60}={0,2}$/.test(hash)) return null
  try {
    return Uint8Array.from(atob(hash), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

/** The small picture as an address: a BMP, which needs neither a checksum nor compressing. Null for what is no hash. */
export function addressOfThumbhash(hash: string): string | null {
  const small = pictureOfThumbhash(hash)
  if (!small) return null
  const { width, height, rgb } = small
  const line = Math.ceil((width * 3) / 4) * 4
  const bytes = new Uint8Array(54 + line * height)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, 0x424d)
  view.setUint32(2, bytes.length, true)
  view.setUint32(10, 54, true)
  view.setUint32(14, 40, true)
  view.setInt32(18, width, true)
  // Negative: the first line is the topmost.
  view.setInt32(22, -height, true)
  view.setUint16(26, 1, true)
  view.setUint16(28, 24, true)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (const index of [0, 1, 2])
        bytes[54 + y * line + x * 3 + index] = rgb[(y * width + x) * 3 + 2 - index]!
  return `data:image/bmp;base64,${btoa(String.fromCharCode(...bytes))}`
}
