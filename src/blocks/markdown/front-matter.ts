const FORM = /^---[ \t]*\n(?:([\s\S]*?)\n)?---[ \t]*(?:\n|$)/
const PROPERTY = /^(?:[\w"'][^:\n]*:(?:\s|$)|\s|#|-\s|$)/

export interface FrontMatter {
  title: string | null
  /** All of its lines. */
  source: string
  /** Lines that say something else than the title. */
  others: string
  /** The text after it. */
  body: string
}

/** The properties at the top of a Markdown file, between two lines `---` (rulings 6). */
export function readFrontMatter(text: string): FrontMatter {
  const found = FORM.exec(text)
  const lines = found?.[1]?.split('\n') ?? []
  // Two lines `---` with nothing between them are two rules.
  const isFrontMatter = lines.some((line) => line.trim() !== '') && lines.every((line) => PROPERTY.test(line))
  if (!found || !isFrontMatter) return { title: null, source: '', others: '', body: text }
  const titleLine = lines.find((line) => /^title:/.test(line))
  return {
    title: titleLine === undefined ? null : readScalar(titleLine.slice('title:'.length).trim()),
    source: lines.join('\n'),
    others: lines.filter((line) => line !== titleLine && line.trim() !== '').join('\n'),
    body: text.slice(found[0].length),
  }
}

function readScalar(value: string): string | null {
  if (value.startsWith('"')) {
    try {
      return String(JSON.parse(value))
    } catch {
      // A YAML string that is not JSON too: what stands between the quotes will do.
      return value.slice(1, value.endsWith('"') ? -1 : undefined)
    }
  }
  if (value.startsWith("'")) return value.slice(1, -1).replaceAll("''", "'")
  return value || null
}

/** The title and other properties as front matter; nothing when there is neither. `title`: null is not written. */
export function writeFrontMatter(title: string | null, others: readonly string[] = []): string {
  const lines = title === null ? others : [`title: ${JSON.stringify(title)}`, ...others]
  return lines.length === 0 ? '' : `---\n${lines.join('\n')}\n---\n\n`
}
