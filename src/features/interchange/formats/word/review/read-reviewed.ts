import { normalizeBlocks } from '@/blocks'
import type { Block, Inline } from '@/blocks/kit/block'
import { isInlineText } from '@/blocks/kit/block'
import type { ReadPage } from '@/blocks/markdown'
import { Notes } from '@/blocks/markdown/notes'
import { blocksAs, type CarriedReview, type CarriedSpan, sameBlocks } from '@/document'
import type { CarriedDiscussion } from '@/features/comments/carried'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { Parts } from '../read-word'
import { FileChanges } from './file-changes'
import { mergedReadings } from './merged-readings'
import { mergedText } from './merged-text'
import { type CommentedText, type CommentParts, readComments } from './read-comments'
import { bareXml, bySegment, plainBlocks, segmentsIn, spansOf, withoutSegments } from './segments'
import { type CommentPlace, TrackedParts } from './tracked-parts'

/** A comment is looked for in this many segments of text. */
const MOST_SEGMENTS = 5_000

const DAMAGED = () => t('This file is no Word file (.docx), or it is damaged. Nothing was imported.')

/** A page of a file, with what the file suggests of it and says about it. */
interface Reviewed {
  read: ReadPage
  review: CarriedReview | undefined
  discussions: CarriedDiscussion[]
}

/**
 * Reads a file as it was before its tracked changes, which is what the page settles to, and once more with them. What leads from the
 * one to the other is suggested. `reader` gives what reads parts and notes what it leaves out.
 */
export async function readReviewed(
  given: Parts,
  comments: CommentParts,
  reader: (notes: Notes) => (parts: Parts) => Promise<ReadPage>,
  notes: Notes,
): Promise<Reviewed> {
  const now = Date.now()
  const changes = new FileChanges(now)
  const tracked = new TrackedParts(changes, notes)
  const [settled, proposed] = [new Map<string, string>(), new Map<string, string>()]
  for (const [path, xml] of given.texts) {
    const both = tracked.take(xml)
    if (!both) throw new AppError('bad-input', DAMAGED())
    settled.set(path, both.settled)
    proposed.set(path, both.proposed)
  }
  const { segments } = tracked
  const bare = new Map([...settled].map(([path, xml]) => [path, bareXml(xml)]))
  const read = await reader(notes)({ ...given, texts: bare })
  const discuss = (textAt: (place: CommentPlace) => CommentedText) =>
    readComments(comments, tracked.comments, textAt, now, notes)
  if (segments.length === 0) return { read, review: undefined, discussions: discuss(() => NOWHERE) }
  const unsaid = new Notes()
  const before = await reader(unsaid)({ ...given, texts: settled })
  const isChanged = changes.all.length > 0
  const after = isChanged ? await reader(unsaid)({ ...given, texts: proposed }) : before
  const isFaithful = areSame(plainBlocks(before.blocks), read.blocks)
  // Where what is marked reads as something else than without marks, changes of whole blocks are all that can be said.
  const { blocks: marked, tags } = mergedReadings(
    isFaithful ? before.blocks : read.blocks,
    after.blocks,
    segments,
  )
  const blocks = plainBlocks(marked)
  const title = titleOf(before.title, after.title, tracked)
  const textAt = placesIn(marked, before.title, tracked)
  const discussions = discuss(textAt)
  if (!isChanged && isFaithful)
    return { read: { ...read, blocks: asPage(blocks) }, review: undefined, discussions }
  const own = blocksAs('settled', blocks, tags)
  if (!isChanged || !areSame(own, read.blocks)) {
    for (const _ of changes.all) notes.dropped(t('Tracked change that could not be read'))
    return { read, review: undefined, discussions: discussions.map(withoutPlace) }
  }
  return {
    // Those of the suggestions say the same, with the ids that the suggestions name.
    read: { ...read, blocks: asPage(own) },
    review: { changes: changes.all, title, blocks, tags },
    discussions,
  }
}

/** Do they say the same but for space and empty lines? Where text is marked, more of these is read. */
const areSame = (one: readonly Block[], other: readonly Block[]): boolean =>
  sameBlocks(withoutSpace(one), withoutSpace(other))

const withoutSpace = (blocks: readonly Block[]): Block[] =>
  blocks
    .map(({ text, children, ...block }) => ({
      ...block,
      ...(text && {
        text: text.flatMap((piece) => {
          if (!isInlineText(piece)) return piece
          const words = piece.text.replace(/\s+/g, '')
          return words === '' ? [] : { ...piece, text: words }
        }),
      }),
      ...(children && { children: withoutSpace(children) }),
    }))
    .filter(({ kind, text, children }) => kind !== 'paragraph' || text?.length || children?.length)

const asPage = (blocks: Block[]): Block[] => (blocks.length > 0 ? normalizeBlocks(blocks) : [])

const NOWHERE: CommentedText = { spans: [], block: null, words: '', isTitle: false }

const withoutPlace = (one: CarriedDiscussion): CarriedDiscussion => ({
  ...one,
  kind: 'page',
  block: null,
  spans: [],
})

function titleOf(before: string, after: string, { segments }: TrackedParts): Inline[] {
  const [one, other] = [before, after].map((text) => bySegment([{ text }]))
  if (!one || !other || withoutSegments(before) === withoutSegments(after)) return []
  const title = mergedText(one, other, segments, 0)
  return (plainBlocks([{ id: '', kind: 'paragraph', text: title }])[0]?.text ?? []).map((piece) =>
    // A title has no looks.
    isInlineText(piece) ? piece : { text: '' },
  )
}

/** Says where on the page a comment of the file stands, and at which words. */
function placesIn(
  marked: readonly Block[],
  title: string,
  { segments }: TrackedParts,
): (place: CommentPlace) => CommentedText {
  const spans = spansOf(marked)
  const words = new Map<string, string>()
  const blockOf = new Map<number, string>()
  const visit = (blocks: readonly Block[]): void => {
    for (const { id, text = [], children = [] } of blocks) {
      const plain = text
        .map((piece) => (isInlineText(piece) ? withoutSegments(piece.text) : '\ufffc'))
        .join('')
      words.set(id, plain)
      for (const segment of segmentsIn(text)) {
        const paragraph = segments[segment]?.paragraph ?? -1
        if (!blockOf.has(paragraph)) blockOf.set(paragraph, id)
      }
      visit(children)
    }
  }
  visit(marked)
  const inTitle = new Set(segmentsIn([{ text: title }]))
  const titleParagraphs = new Set([...inTitle].map((segment) => segments[segment]?.paragraph))
  return ({ from, to, paragraph }) => {
    const found: CarriedSpan[] = []
    let isTitle = false
    for (let segment = from; segment < Math.min(to, from + MOST_SEGMENTS); segment++) {
      isTitle ||=
        inTitle.has(segment) && titleParagraphs.has(paragraph) && segments[segment]?.paragraph === paragraph
      for (const span of spans.get(segment) ?? []) {
        const last = found.at(-1)
        if (span.from === span.to) continue
        if (last?.block === span.block && last.to === span.from) last.to = span.to
        else found.push({ ...span })
      }
    }
    const quote = found
      .slice(0, 50)
      .map((span) => words.get(span.block)?.slice(span.from, span.to) ?? '')
      .join(' ')
    const block = found[0]?.block ?? blockOf.get(paragraph) ?? null
    return { spans: found, block, words: quote, isTitle: isTitle && found.length === 0 }
  }
}
