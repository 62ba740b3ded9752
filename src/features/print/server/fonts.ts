import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The style sheets of the faces, as paths: a worker that was bundled elsewhere cannot look for packages itself. */
export interface FontFiles {
  sans: string[]
  serif: string[]
  mono: string[]
  /** Japanese, Chinese, Korean. */
  japanese: string
  chinese: string
  korean: string
  math: string
}

/** A face of a style sheet: which characters it has and where its bytes are. */
interface Face {
  css: string
  file: string
  ranges: [from: number, to: number][]
}

/** What a document needs of the faces. */
export interface FontNeeds {
  text: string
  isItalic: boolean
  hasCode: boolean
  hasMath: boolean
  look: 'default' | 'serif' | 'mono'
  /** Where the document asks for the face with emoji, which is too large to stand in it; `null`: the system's is used. */
  emojiPath: string | null
}

/** The families in the order in which a browser looks for a character, by the variables of ui/theme.css. */
export function familiesFor(text: string): string {
  const cjk = cjkOrder(text).map((name) => FAMILY[name])
  const all = [...cjk, FAMILY.emoji].map((family) => `"${family}"`).join(',')
  return `:root{--font-sans:"Inter Variable",${all},sans-serif;--font-serif:"Source Serif 4 Variable",${all},serif;--font-mono:"JetBrains Mono Variable",${all},monospace}`
}

const FAMILY = {
  japanese: 'Noto Sans JP Variable',
  chinese: 'Noto Sans SC Variable',
  korean: 'Noto Sans KR Variable',
  emoji: 'Noto Color Emoji',
} as const

/** The same character looks different in Japanese and Chinese: kana on the page say that it is Japanese, Hangul Korean. */
const cjkOrder = (text: string): ('japanese' | 'chinese' | 'korean')[] =>
  /[\u3041-\u30ff]/.test(text)
    ? ['japanese', 'chinese', 'korean']
    : /[\uac00-\ud7af]/.test(text)
      ? ['korean', 'chinese', 'japanese']
      : ['chinese', 'japanese', 'korean']

/**
 * The faces that a document needs, with their bytes, as a style sheet: of families in many parts only the parts in whose
 * characters it is written.
 */
export async function fontFaces(files: FontFiles, needs: FontNeeds): Promise<string> {
  const missing = new Set<number>()
  for (const character of needs.text) missing.add(character.codePointAt(0)!)
  const sheets: string[] = []
  const [upright, italic] = needs.isItalic ? [0, 1] : [0, 0]
  const withItalic = (paths: string[]) => (italic === upright ? [paths[0]!] : paths)
  const latin = [
    ...withItalic(files.sans),
    ...(needs.look === 'serif' ? withItalic(files.serif) : []),
    ...(needs.hasCode || needs.look === 'mono' ? withItalic(files.mono) : []),
  ]
  const covered = new Set<number>()
  for (const path of latin) {
    for (const face of await facesIn(path)) {
      const own = [...missing].filter((point) => has(face, point))
      if (own.length === 0) continue
      for (const point of own) covered.add(point)
      sheets.push(await embedded(face))
    }
  }
  for (const point of covered) missing.delete(point)
  for (const name of cjkOrder(needs.text))
    sheets.push(...(await take(files[name], missing, (point) => isDrawnBy(name, point))))
  if (
    needs.emojiPath !== null &&
    /\p{Extended_Pictographic}|\p{Regional_Indicator}|\ufe0f|\u20e3/u.test(stringOf(missing))
  )
    // As in ui/theme.css: what a person's own system has is not fetched.
    sheets.push(
      `@font-face{font-family:"${FAMILY.emoji}";src:local("Apple Color Emoji"),local("Segoe UI Emoji"),url(${needs.emojiPath}) format("woff2")}`,
    )
  if (needs.hasMath) sheets.push(await mathStyles(files.math))
  return sheets.join('\n')
}

/** The faces of a family for the characters that no face before has; these are not missing any more. */
async function take(
  path: string,
  missing: Set<number>,
  isOurs: (point: number) => boolean,
): Promise<string[]> {
  const sheets: string[] = []
  for (const face of await facesIn(path)) {
    const own = [...missing].filter((point) => isOurs(point) && has(face, point))
    if (own.length === 0) continue
    for (const point of own) missing.delete(point)
    sheets.push(await embedded(face))
  }
  return sheets
}

const stringOf = (points: Iterable<number>): string =>
  [...points].map((point) => String.fromCodePoint(point)).join('')

const CJK: readonly (readonly [number, number])[] = [
  [0x1100, 0x11ff],
  [0x2e80, 0x9fff],
  [0xa960, 0xa97f],
  [0xac00, 0xd7ff],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe4f],
  [0xff00, 0xffef],
  [0x20000, 0x3ffff],
]
const isCjk = (point: number): boolean => CJK.some(([from, to]) => point >= from && point <= to)

const isHangul = (point: number): boolean => /\p{Script=Hangul}/u.test(String.fromCodePoint(point))

/** The Chinese faces name some Hangul among their characters, and have no form for it. */
const isDrawnBy = (name: ReturnType<typeof cjkOrder>[number], point: number): boolean =>
  isCjk(point) && (name === 'korean' || !isHangul(point))

const has = ({ ranges }: Face, point: number): boolean =>
  ranges.some(([from, to]) => point >= from && point <= to)

async function facesIn(path: string): Promise<Face[]> {
  const css = await readFile(path, 'utf8')
  return [...css.matchAll(/@font-face\s*\{[^}]*\}/g)].flatMap(([face]) => {
    const file = /url\(\s*["']?([^"')]+\.woff2)["']?\s*\)/.exec(face)?.[1]
    if (file === undefined) return []
    const ranges = /unicode-range:\s*([^;}]+)/.exec(face)?.[1] ?? 'U+0-10FFFF'
    return [{ css: face, file: join(dirname(path), file), ranges: rangesOf(ranges) }]
  })
}

/** `U+0-7f, U+131, U+4??` */
const rangesOf = (list: string): [number, number][] =>
  list.split(',').map((part) => {
    const [from = '', to] = part.trim().replace(/^u\+/i, '').split('-')
    return [
      Number.parseInt(from.replaceAll('?', '0'), 16),
      Number.parseInt(to ?? from.replaceAll('?', 'f'), 16),
    ]
  })

async function embedded({ css, file }: Face): Promise<string> {
  const bytes = await readFile(file, 'base64')
  return css.replace(/src:[^;}]*/, `src:url(data:font/woff2;base64,${bytes}) format("woff2")`)
}

/** KaTeX's own styles with its faces in them. */
async function mathStyles(path: string): Promise<string> {
  const css = await readFile(path, 'utf8')
  const faces = await Promise.all((await facesIn(path)).map(embedded))
  return `${faces.join('\n')}${css.replace(/@font-face\s*\{[^}]*\}/g, '')}`
}
