/** An escaped character, backticks, an address or tag in pointed brackets, a bracket. */
const SIGN = /\\[\s\S]|`+|<[a-z/](?:[^<>[\]"]|"[^"<>]*")*>|!?\[|\]/gi
/** The address behind the words of a link, in pointed brackets or with balanced round ones, and its title. */
const TARGET =
  /\([ \t\n]{0,9}(<(?:[^<>\\\n]|\\\S)+>|(?:[^\s()\\<]|\\\S)(?:[^\s()\\]|\\\S|\((?:[^\s()\\]|\\\S){0,2000}\))*)(?:[ \t\n]{1,9}(?:"(?:[^"\\]|\\[\s\S]){0,2000}"|'(?:[^'\\]|\\[\s\S]){0,2000}'))?[ \t\n]{0,9}\)/y

/** The most that a footnote says (`blocks/footnote`). */
const LONGEST = 10_000

/**
 * The text of a footnote, which is inline Markdown, with the addresses of its links and pictures changed; `undefined` leaves one as it is.
 * Everything else stays letter by letter, as does what only looks like a link, and all of it where
 * it would be longer than a footnote can be. Linear in the length of the text (R34).
 */
export function mapNoteLinks(note: string, to: (url: string) => string | undefined): string {
  if (!note.includes('](')) return note
  // Neither links nor code reach over an empty line.
  const parts = note.split(/(\n[ \t]*\n)/)
  const mapped = parts.map((part) => mapParagraph(part, to)).join('')
  return mapped.length <= LONGEST ? mapped : note
}

function mapParagraph(text: string, to: (url: string) => string | undefined): string {
  const codeEnd = codeEnds(text)
  const open: string[] = []
  /** How many of the open brackets hold a link, so that they can begin none themselves; pictures can. */
  let around = 0
  let mapped = ''
  let done = 0
  SIGN.lastIndex = 0
  for (let found = SIGN.exec(text); found; found = SIGN.exec(text)) {
    const { 0: sign, index } = found
    if (sign.startsWith('`')) {
      SIGN.lastIndex = codeEnd(index, sign.length) ?? SIGN.lastIndex
    } else if (sign.endsWith('[') && !sign.startsWith('\\')) {
      open.push(sign)
    } else if (sign === ']') {
      const opener = open.pop()
      const isLink = opener === '![' || (opener === '[' && open.length >= around)
      around = Math.min(around, open.length)
      TARGET.lastIndex = index + 1
      const target = isLink ? TARGET.exec(text) : null
      if (!target) continue
      if (opener === '[') around = open.length
      SIGN.lastIndex = TARGET.lastIndex
      const written = target[1]!
      const address = to(bare(written))
      if (address === undefined) continue
      const start = index + 1 + target[0].indexOf(written)
      mapped += text.slice(done, start) + asTarget(address)
      done = start + written.length
    }
  }
  return mapped + text.slice(done)
}

/** Tells where the code ends that begins with these backticks: behind the next run of equally many. Asked from left to right. */
function codeEnds(text: string): (start: number, length: number) => number | undefined {
  const runs = Map.groupBy(text.matchAll(/`+/g), ([run]) => run.length)
  const passed = new Map<number, number>()
  return (start, length) => {
    const same = runs.get(length) ?? []
    let at = passed.get(length) ?? 0
    while (at < same.length && same[at]!.index <= start) at++
    passed.set(length, at)
    const end = same[at]
    return end && end.index + length
  }
}

/** An address without its brackets and escapes. */
const bare = (written: string): string =>
  written.replace(/^<(.*)>$/, '$1').replace(/\\([!-/:-@[-`{-~])/g, '$1')

/** An address as it can stand between round brackets. */
const asTarget = (url: string): string =>
  url.replace(
    /[ \t\n<>()\\]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
