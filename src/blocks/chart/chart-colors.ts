import { COLORS } from '../kit/colors'

/** The eight colours that series and slices take in turn (product.md 9.12); with a value of their own where no theme is. */
export const PALETTE: readonly string[] = [
  '#4a6bd6',
  '#c8702a',
  '#3d8f5f',
  '#a35bc2',
  '#c64d6d',
  '#24899a',
  '#97791f',
  '#7b7f89',
].map((color, at) => `var(--chart-${at + 1}, ${color})`)

const NAMED = new Set(
  'aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blueviolet burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru plum powderblue rebeccapurple rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellowgreen'.split(
    ' ',
  ),
)
const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i
const FUNCTION = /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([\d\s.,%/+-]+(?:deg|turn|rad)?[\d\s.,%/+-]*\)$/i
const OWN = /^(?:hsl\(|rgb\()?\s*var\(--(?:chart-|color-chart-)([1-8])\)\s*\)?$/
const THEME: ReadonlySet<string> = new Set(COLORS)

/** A colour as CSS has it, the names of our own text colours, or `var(--chart-1)`; `null` for what is no colour. */
export function colorOf(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > 80) return null
  const color = given.trim()
  const own = OWN.exec(color)?.[1]
  if (own) return PALETTE[Number(own) - 1]!
  const name = color.toLowerCase()
  if (THEME.has(name)) return `var(--color-text-${name}, ${name})`
  return HEX.test(color) || FUNCTION.test(color) || NAMED.has(name) ? color : null
}

/** How words are drawn on a colour: light or dark, with an edge of the other kind. */
interface WordsOn {
  fill: string
  stroke: string
}
const LIGHT_WORDS: WordsOn = { fill: '#fff', stroke: 'rgb(0 0 0 / 0.55)' }
const DARK_WORDS: WordsOn = { fill: '#16181c', stroke: 'rgb(255 255 255 / 0.35)' }
/** On the colours of a theme: those of the dark one are light (chart.css). */
const THEME_WORDS: WordsOn = {
  fill: `var(--chart-words, ${LIGHT_WORDS.fill})`,
  stroke: `var(--chart-words-edge, ${LIGHT_WORDS.stroke})`,
}

/** Words that can be read on a colour of `colorOf`. */
export function wordsOn(color: string): WordsOn {
  if (color.startsWith('var(')) return THEME_WORDS
  const lightness = lightnessOf(color)
  return lightness !== null && lightness > 0.25 ? DARK_WORDS : LIGHT_WORDS
}

/** The relative luminance of a colour written as `#rgb` or `#rrggbb`, with or without its opacity. */
function lightnessOf(color: string): number | null {
  if (!HEX.test(color)) return null
  const digits = color.length < 6 ? color.slice(1).replace(/./g, '$&$&') : color.slice(1)
  const [red, green, blue] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
