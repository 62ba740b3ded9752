import type { Notes } from '@/blocks/markdown/notes'
import { t } from '@/shared/i18n'

/** Stands for a page break within a paragraph; from the private part of Unicode, taken out of the text before. */
export const PAGE_BREAK = '\ue006'

const PARTS = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>|\ue006/g
/** Elements that stand in a line of text. */
const INLINE: ReadonlySet<string> = new Set('a code em kbd mark s span strong sub sup u'.split(' '))

/** The paragraph that is read. */
interface Paragraph {
  tag: string
  /** Where it begins in what was made. */
  from: number
  hasWords: boolean
  hasBreak: boolean
}

/** Where a page ends within a paragraph, a new paragraph begins; in a heading or an item, words stay apart. */
export function withPageBreaks(html: string, notes: Notes): string {
  if (!html.includes(PAGE_BREAK)) return html
  const made: string[] = []
  /** What is open in the paragraph. */
  let open: { name: string; tag: string }[] = []
  let paragraph: Paragraph | null = null
  let at = 0
  for (const found of html.matchAll(PARTS)) {
    const [whole, slash, name = '', attributes = ''] = found
    const words = html.slice(at, found.index)
    made.push(words)
    at = found.index + whole.length
    if (paragraph && (name === 'img' || words.trim() !== '')) paragraph.hasWords = true
    if (whole === PAGE_BREAK) {
      notes.converted(t('Page break'), t('new paragraph'))
      if (!paragraph) made.push(' ')
      else if (paragraph.hasWords) {
        made.push(...[...open].reverse().map((one) => `</${one.name}>`), '</p>')
        const tag: string = paragraph.tag
        paragraph = { tag, from: made.length, hasWords: false, hasBreak: true }
        made.push(tag, ...open.map((one) => one.tag))
      } else paragraph.hasBreak = true
      continue
    }
    made.push(whole)
    if (INLINE.has(name)) {
      if (slash)
        open = open.slice(
          0,
          Math.max(
            0,
            open.findLastIndex((one) => one.name === name),
          ),
        )
      else if (open.length < 20) open.push({ name, tag: whole })
    } else if (!/^(?:br|img|input)$/.test(name)) {
      // A paragraph of nothing but page breaks is none.
      if (name === 'p' && slash && paragraph?.hasBreak && !paragraph.hasWords) made.length = paragraph.from
      open = []
      const isParagraph = name === 'p' && !slash && !attributes.endsWith('/')
      paragraph = isParagraph ? { tag: whole, from: made.length - 1, hasWords: false, hasBreak: false } : null
    }
  }
  made.push(html.slice(at))
  return made.join('')
}
