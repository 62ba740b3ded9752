import { type Block, type Inline, isInlineText } from '@/blocks/kit/block'
import { markdownForOthers } from '@/blocks/markdown/for-others'
import type { Notes } from '@/blocks/markdown/notes'
import { t } from '@/shared/i18n'

/*
 * Mammoth writes a note of Word as a number in the text and an item at the end. Both become footnotes of ours whose words
 * begin with a sign of their own, by which they are found again among the blocks. The signs are from the private part of
 * Unicode, taken out of the text before.
 */
const [REFERS, SAYS] = ['\ue000', '\ue001']

/** The most that a footnote of ours says. */
const LONGEST = 10_000

const atom = (note: string): string => `<span data-atom="footnote" data-note="${note}"></span>`

/** Marks where notes are referred to, and where they are. */
export const markNotes = (html: string): string =>
  html
    .replace(/<a href="#(?:foot|end)note-ref-[^"]*">[^<]*<\/a>/g, '')
    .replace(/<a href="#((?:foot|end)note-[^"]*)"[^>]*>([^<]*)<\/a>/g, (_, id: string, number: string) =>
      atom(`${REFERS}${id}${SAYS}${number}`),
    )
    .replace(
      /<li id="((?:foot|end)note-[^"]*)">((?:<p(?:\s[^<>]*)?>)?)/g,
      (_, id: string, paragraph: string) => `<li>${paragraph}${atom(`${SAYS}${id}`)}`,
    )

const REFERENCE = /<w:((?:foot|end)note)Reference\b[^<>]*?w:id="(-?\d{1,9})"/g
const NOTE = /<w:((?:foot|end)note)\s[^<>]*?w:id="(-?\d{1,9})"/
const NOTE_END = /<\/w:(?:foot|end)note>/

/** What a part of a Word file says that the document refers to: Word keeps notes to which nothing leads. */
export function referredText(part: string, document: string): string {
  if (!NOTE_END.test(part)) return part
  const used = new Set([...document.matchAll(REFERENCE)].map(([, kind, id]) => `${kind} ${id}`))
  const isUsed = (note: string) => {
    const [, kind, id] = NOTE.exec(note) ?? []
    return used.has(`${kind} ${id}`)
  }
  return part.split(NOTE_END).filter(isUsed).join('')
}

const noteOf = (piece: Inline | undefined): string | null =>
  piece && !isInlineText(piece) && piece.kind === 'footnote' ? String(piece.attributes?.note ?? '') : null

/** The note that a block begins, by its id. */
function idOfNote({ text }: Block): string | null {
  const said = noteOf(text?.[0])
  return said?.startsWith(SAYS) ? said.slice(SAYS.length) : null
}

/**
 * Puts the notes at the end of the blocks into the places that refer to them. One that says more than text stays an item
 * with its number, which is noted; so do all where `isKeptApart`.
 */
export function placeNotes(blocks: readonly Block[], isKeptApart: boolean, notes: Notes): Block[] {
  const first = blocks.findIndex((block) => idOfNote(block) !== null)
  if (first < 0) return [...blocks]
  const groups = new Map<string, Block[]>()
  let group: Block[] = []
  for (const block of blocks.slice(first)) {
    const id = idOfNote(block)
    if (id !== null) {
      group = []
      groups.set(id, group)
    }
    group.push(id === null ? block : { ...block, text: block.text!.slice(1) })
  }
  const said = new Map<string, string>()
  for (const [id, inside] of isKeptApart ? [] : groups) {
    const words = asMarkdown(inside)
    if (words !== null) said.set(id, words)
  }
  const placed = new Set<string>()
  const text = blocks.slice(0, first).map((block) => withNotes(block, said, placed, notes))
  const rest = [...groups].flatMap(([id, inside]) => (placed.has(id) ? [] : inside.map(withoutMarks)))
  return [...text, ...rest]
}

/** The words of a note as Markdown; `null` when it holds more than text. */
function asMarkdown(blocks: readonly Block[]): string | null {
  const isText = blocks.every(({ kind, text }, at) => {
    const isOwn = at === 0 ? kind === 'listItem' : kind === 'paragraph'
    return isOwn && !text?.some((piece) => noteOf(piece) !== null)
  })
  if (!isText) return null
  const paragraphs = blocks.map(
    ({ id, text }): Block => ({ id, kind: 'paragraph', text: trimmed(text ?? []) }),
  )
  const words = markdownForOthers(paragraphs).trim()
  return words.length <= LONGEST ? words : null
}

/** Word parts the number from the words by a space. */
const trimmed = ([first, ...rest]: readonly Inline[]): Inline[] =>
  first === undefined
    ? []
    : [isInlineText(first) ? { ...first, text: first.text.replace(/^\s+/, '') } : first, ...rest]

function withNotes(
  block: Block,
  said: ReadonlyMap<string, string>,
  placed: Set<string>,
  notes: Notes,
): Block {
  const { text, children } = block
  return {
    ...block,
    ...(text && {
      text: text.map((piece) => {
        const found = noteOf(piece)
        if (!found?.startsWith(REFERS)) return piece
        const [id = '', number = ''] = found.slice(REFERS.length).split(SAYS)
        const note = said.get(id)
        if (note === undefined) {
          notes.converted(t('Footnote'), t('numbered item at the end'))
          return asNumber(piece, number)
        }
        placed.add(id)
        const marks = piece.marks?.filter(({ kind }) => kind !== 'superscript') ?? []
        return { kind: 'footnote', attributes: { note }, ...(marks.length > 0 && { marks }) }
      }),
    }),
    ...(children && { children: children.map((child) => withNotes(child, said, placed, notes)) }),
  }
}

const asNumber = ({ marks }: Inline, number: string): Inline => ({ text: number, ...(marks && { marks }) })

/** A note that stays an item; what it refers to itself is but a number. */
const withoutMarks = (block: Block): Block => {
  const { text, children } = block
  return {
    ...block,
    ...(text && {
      text: text.map((piece) => {
        const found = noteOf(piece)
        return found?.startsWith(REFERS) ? asNumber(piece, found.split(SAYS)[1] ?? '') : piece
      }),
    }),
    ...(children && { children: children.map(withoutMarks) }),
  }
}
