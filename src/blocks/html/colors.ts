import type { Color } from '../kit/colors'
import { COLORS } from '../kit/colors'

type Rgb = readonly [red: number, green: number, blue: number]

/** Names that office programs use besides ours. */
const NAMED: Readonly<Record<string, Color>> = {
  aqua: 'blue',
  cyan: 'blue',
  fuchsia: 'pink',
  grey: 'gray',
  lightgrey: 'gray',
  lightgray: 'gray',
  lime: 'green',
  magenta: 'pink',
  maroon: 'red',
  navy: 'blue',
  olive: 'yellow',
  silver: 'gray',
  teal: 'green',
  turquoise: 'blue',
  violet: 'purple',
}

function channels(css: string): Rgb | null {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(css)?.[1]
  if (hex) {
    const step = hex.length / 3
    const part = (at: number) =>
      Number.parseInt(hex.slice(at * step, at * step + step).padEnd(2, hex[at]!), 16)
    return [part(0), part(1), part(2)]
  }
  const rgb = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+([\d.]+)%?)?\s*\)$/.exec(css)
  if (!rgb || Number(rgb[4] ?? 1) === 0) return null
  return [Number(rgb[1]), Number(rgb[2]), Number(rgb[3])]
}

/** Up to which hue a colour has which name; brown is a dark orange. */
const HUES: readonly (readonly [until: number, name: Color])[] = [
  [15, 'red'],
  [42, 'orange'],
  [70, 'yellow'],
  [170, 'green'],
  [255, 'blue'],
  [290, 'purple'],
  [345, 'pink'],
  [360, 'red'],
]

/**
 * The one of our colours that comes nearest to a colour of CSS, such as `#f4cccc`; `null` for none, for white, and for
 * what can not be read.
 */
export function nearestColor(css: string): Color | null {
  const value = css.trim().toLowerCase()
  const own = COLORS.find((color) => color === value)
  if (own) return own
  const rgb = channels(value)
  if (!rgb) return NAMED[value] ?? null
  const [red, green, blue] = rgb
  const most = Math.max(red, green, blue)
  const least = Math.min(red, green, blue)
  const range = most - least
  if (least >= 250) return null
  if (range < 14) return 'gray'
  const sixth =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4
  const name = HUES.find(([until]) => sixth * 60 <= until)![1]
  return name === 'orange' && most < 170 ? 'brown' : name
}
