import { COLORS, type Color } from '../kit/colors'

/** Red, green, blue (0 … 255) and how opaque (0 … 1). */
type Rgba = readonly [red: number, green: number, blue: number, alpha: number]

/** The names that other programs write most; what is not here is dropped like any colour that is not understood. */
const NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'black 000000 white ffffff gray 808080 grey 808080 silver c0c0c0 lightgray d3d3d3 lightgrey d3d3d3 darkgray a9a9a9 ' +
    'darkgrey a9a9a9 dimgray 696969 dimgrey 696969 red ff0000 darkred 8b0000 maroon 800000 crimson dc143c firebrick b22222 ' +
    'tomato ff6347 salmon fa8072 coral ff7f50 orange ffa500 darkorange ff8c00 orangered ff4500 brown a52a2a ' +
    'saddlebrown 8b4513 sienna a0522d chocolate d2691e tan d2b48c beige f5f5dc yellow ffff00 gold ffd700 khaki f0e68c ' +
    'lightyellow ffffe0 olive 808000 goldenrod daa520 green 008000 lime 00ff00 lightgreen 90ee90 darkgreen 006400 ' +
    'forestgreen 228b22 seagreen 2e8b57 limegreen 32cd32 palegreen 98fb98 teal 008080 aqua 00ffff cyan 00ffff ' +
    'turquoise 40e0d0 blue 0000ff navy 000080 darkblue 00008b mediumblue 0000cd royalblue 4169e1 dodgerblue 1e90ff ' +
    'steelblue 4682b4 lightblue add8e6 skyblue 87ceeb lightskyblue 87cefa cornflowerblue 6495ed purple 800080 ' +
    'darkviolet 9400d3 blueviolet 8a2be2 rebeccapurple 663399 indigo 4b0082 violet ee82ee orchid da70d6 plum dda0dd ' +
    'lavender e6e6fa fuchsia ff00ff magenta ff00ff pink ffc0cb lightpink ffb6c1 hotpink ff69b4 deeppink ff1493'
  )
    .match(/\S+ \S+/g)!
    .map((pair) => pair.split(' ') as [string, string]),
)

/** Reads `#abc`, `#aabbcc`, `rgb(…)`, `hsl(…)` and the usual names; `null` for everything else. */
function readColor(value: string): Rgba | null {
  const text = value.trim().toLowerCase()
  const hex = NAMES[text] ?? /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(text)?.[1]
  if (hex !== undefined) {
    const long = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex
    const part = (at: number) => Number.parseInt(long.slice(at, at + 2), 16)
    return [part(0), part(2), part(4), long.length === 8 ? part(6) / 255 : 1]
  }
  const call = /^(rgb|hsl)a?\(([^()]{1,80})\)$/.exec(text)
  if (!call) return null
  const parts = call[2]!.split(/[\s,/]+/).filter(Boolean)
  const numbers = parts.map((part) => Number.parseFloat(part))
  if (numbers.length < 3 || numbers.some((number) => !Number.isFinite(number))) return null
  const [a = 0, b = 0, c = 0, d = 1] = numbers
  const alpha = parts[3]?.endsWith('%') ? d / 100 : d
  if (call[1] === 'hsl') return [...fromHsl(a, b / 100, c / 100), alpha]
  const scale = (part: number, at: number) => (parts[at]!.endsWith('%') ? part * 2.55 : part)
  return [scale(a, 0), scale(b, 1), scale(c, 2), alpha]
}

function fromHsl(hue: number, saturation: number, lightness: number): [number, number, number] {
  const channel = (shift: number) => {
    const at = (((shift + hue / 30) % 12) + 12) % 12
    const spread = saturation * Math.min(lightness, 1 - lightness)
    return 255 * (lightness - spread * Math.max(-1, Math.min(at - 3, 9 - at, 1)))
  }
  return [channel(0), channel(8), channel(4)]
}

/** Lightness (0 … 1), chroma and hue (degrees) as people see them: OKLCH. */
function seen([red, green, blue]: Rgba): { lightness: number; chroma: number; hue: number } {
  const linear = (part: number) => {
    const share = Math.min(255, Math.max(0, part)) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  const [r, g, b] = [linear(red), linear(green), linear(blue)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(x, y),
    hue: ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360,
  }
}

/** Which of ours a colourful colour is called by people. */
function hueName(lightness: number, chroma: number, hue: number): Color {
  if (hue < 15) return 'pink'
  if (hue < 42) return lightness < 0.5 && chroma < 0.12 ? 'brown' : 'red'
  if (hue < 75) return lightness < 0.65 && chroma < 0.15 ? 'brown' : 'orange'
  if (hue < 120) return lightness < 0.45 ? 'brown' : 'yellow'
  if (hue < 205) return hue >= 190 && lightness > 0.7 ? 'blue' : 'green'
  if (hue < 283) return 'blue'
  return hue < 323 ? 'purple' : 'pink'
}

/**
 * The nearest of our text colours to one of another program; `null` when that is none: black, white and what is nearly
 * so is the colour that text has anyway, in a light page or a dark one. Raw colours never get into a page.
 */
export function nearestTextColor(value: string): Color | null {
  const own = COLORS.find((name) => name === value.trim().toLowerCase())
  if (own) return own
  const color = readColor(value)
  if (!color || color[3] < 0.2) return null
  const { lightness, chroma, hue } = seen(color)
  if (chroma < 0.04) return lightness > 0.45 && lightness < 0.78 ? 'gray' : null
  if (lightness < 0.34 && chroma < 0.1) return null
  return hueName(lightness, chroma, hue)
}

/** The same for backgrounds: near white and near black are the page's own, light or dark. */
export function nearestBackground(value: string): Color | null {
  const own = COLORS.find((name) => name === value.trim().toLowerCase())
  if (own) return own
  const color = readColor(value)
  if (!color || color[3] < 0.1) return null
  const { lightness, chroma, hue } = seen(color)
  if (chroma < 0.016) return lightness > 0.35 && lightness < 0.96 ? 'gray' : null
  if (lightness < 0.34 && chroma < 0.1) return null
  return hueName(lightness, chroma, hue)
}
