const SCHEME = /^([a-z][a-z0-9+.-]*):/i
const ALLOWED = new Set(['http', 'https', 'mailto', 'tel'])
// What a browser strips or treats as space inside a URL, plus the invisible characters used to hide a scheme.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what must be found
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffd]/g
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(colon|tab|newline|lpar|rpar|sol|bsol));?/gi
const NAMED: Record<string, string> = {
  colon: ':',
  tab: '\t',
  newline: '\n',
  lpar: '(',
  rpar: ')',
  sol: '/',
  bsol: '\\',
}

const codePoint = (value: number): string => (value <= 0x10ffff ? String.fromCodePoint(value) : '')

/** What the address could mean to a reader that is more forgiving than we are. */
const laxest = (url: string): string =>
  url
    .replace(ENTITY, (_, hex?: string, decimal?: string, name?: string) =>
      hex
        ? codePoint(Number.parseInt(hex, 16))
        : decimal
          ? codePoint(Number.parseInt(decimal, 10))
          : (NAMED[name!.toLowerCase()] ?? ''),
    )
    .replace(HIDDEN, '')
    .trim()

/**
 * The address if a link may lead there, else `null` (R30). Allowed: `http:`, `https:`, `mailto:`, `tel:`, and
 * addresses without a scheme (`/page`, `#block`, `?x`, `docs/readme.md`, `//host`). Surrounding space is removed;
 * an address with control or invisible characters, or whose scheme is hidden behind entities, is refused.
 */
export function safeUrl(raw: unknown): string | null {
  if (typeof raw !== 'string') return null
  const url = raw.trim()
  if (url === '' || url.length > 4096 || !url.isWellFormed()) return null
  if (url.search(HIDDEN) !== -1) return null
  for (const reading of [url, laxest(url), laxest(decodePercent(url))]) {
    const scheme = SCHEME.exec(reading.replaceAll(/\s/g, ''))?.[1]?.toLowerCase()
    if (scheme !== undefined && !ALLOWED.has(scheme)) {
      // `localhost:3000/x` and `docs:intro` look like a scheme too; nobody needs them enough to guess.
      return null
    }
  }
  return url
}

const decodePercent = (url: string): string =>
  url.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
