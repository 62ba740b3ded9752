import type { Block, BlockMark, Inline, Json } from '@/blocks/kit/block'
import { isInlineText } from '@/blocks/kit/block'

/*
 * What is suggested of a page as files carry it: by places in a tree of blocks, without the ids of characters that only one
 * document knows. `readReview` takes it from a page, `writeReview` suggests it of a page that was made from its settled blocks.
 */

/** One suggestion. Its number is its place in the list. */
export interface CarriedChange {
  /** A name in a file, an id while it is on its way there. */
  author: string
  /** Milliseconds since 1970. */
  at: number
  /** The program or model that wrote it. */
  via?: string
}

/** What is suggested of a block as a whole, each by the number of the suggestion. */
export interface BlockTags {
  added?: number
  removed?: number
  /** It begins with an Enter that is suggested: what it settles to belongs to the block before. */
  split?: number
  /** Its text is to go on in the block before. */
  joined?: number
  /** What it settles to, when other kinds or attributes are suggested. */
  was?: { by: number; kind: string; attributes?: Record<string, Json> }
}

/**
 * A page with what is suggested in place and what is suggested away still there. What is suggested of its text are marks: `added`
 * and `removed` with `by`, and `reformatted` with `by` and the `marks` that the text settles to.
 */
export interface CarriedReview {
  changes: CarriedChange[]
  title: Inline[]
  blocks: Block[]
  /** By block. */
  tags: Record<string, BlockTags>
}

/** The marks by which text says what is suggested of it. */
export const TAG = { added: 'added', removed: 'removed', reformatted: 'reformatted' } as const
const TAGS: ReadonlySet<string> = new Set(Object.values(TAG))

/** What is suggested of a piece of text. */
export interface PieceTags {
  added: number | null
  removed: number | null
  was: { by: number; marks: BlockMark[] } | null
}

const markOf = (piece: Inline, kind: string): BlockMark | undefined =>
  piece.marks?.find((mark) => mark.kind === kind)

const byOf = (mark: BlockMark | undefined): number | null =>
  typeof mark?.attributes?.by === 'number' ? mark.attributes.by : null

export function tagsOf(piece: Inline): PieceTags {
  const was = markOf(piece, TAG.reformatted)
  const by = byOf(was)
  const marks = was?.attributes?.marks
  return {
    added: byOf(markOf(piece, TAG.added)),
    removed: byOf(markOf(piece, TAG.removed)),
    was: by === null ? null : { by, marks: Array.isArray(marks) ? (marks as unknown as BlockMark[]) : [] },
  }
}

/** The piece with these marks and no others. */
export function withMarks(piece: Inline, marks: readonly BlockMark[]): Inline {
  const { marks: _before, ...rest } = piece
  return marks.length > 0 ? { ...rest, marks: [...marks] } : rest
}

/** The marks of a piece without what they say of suggestions. */
export const plainMarks = (piece: Inline): BlockMark[] =>
  (piece.marks ?? []).filter(({ kind }) => !TAGS.has(kind))

/** The piece, tagged. */
export function tagged(piece: Inline, { added, removed, was }: Partial<PieceTags>): Inline {
  const said = (kind: string, by: number | null | undefined, more: Record<string, Json> = {}): BlockMark[] =>
    typeof by === 'number' ? [{ kind, attributes: { by, ...more } }] : []
  return withMarks(piece, [
    ...plainMarks(piece),
    ...said(TAG.added, added),
    ...said(TAG.removed, removed),
    ...said(TAG.reformatted, was?.by, { marks: (was?.marks ?? []) as unknown as Json[] }),
  ])
}

/** The text as it settles, or as it reads with everything accepted. */
export function textAs(reading: 'settled' | 'proposed', text: readonly Inline[]): Inline[] {
  return joined(
    text.flatMap((piece) => {
      const { added, removed, was } = tagsOf(piece)
      if (reading === 'settled')
        return added === null ? withMarks(piece, was?.marks ?? plainMarks(piece)) : []
      return removed === null ? withMarks(piece, plainMarks(piece)) : []
    }),
  )
}

/** Pieces of the same marks as one. */
function joined(text: readonly Inline[]): Inline[] {
  const pieces: Inline[] = []
  for (const piece of text) {
    const last = pieces.at(-1)
    const isSame =
      last &&
      isInlineText(last) &&
      isInlineText(piece) &&
      JSON.stringify(last.marks ?? []) === JSON.stringify(piece.marks ?? [])
    if (isSame) pieces[pieces.length - 1] = { ...last, text: last.text + piece.text }
    else pieces.push(piece)
  }
  return pieces
}

export const titleAs = (reading: 'settled' | 'proposed', title: readonly Inline[]): string =>
  textAs(reading, title)
    .map((piece) => (isInlineText(piece) ? piece.text : ''))
    .join('')

/** The blocks as they settle, or as they read with everything accepted; not in the form of `normalizeBlocks`. */
export function blocksAs(
  reading: 'settled' | 'proposed',
  blocks: readonly Block[],
  tags: CarriedReview['tags'],
): Block[] {
  const isSettled = reading === 'settled'
  const read: Block[] = []
  for (const block of blocks) {
    const { added, removed, split, joined: isJoined, was } = tags[block.id] ?? {}
    if ((isSettled ? added : removed) !== undefined) continue
    const text = block.text ? textAs(reading, block.text) : undefined
    const before = read.at(-1)
    if ((isSettled ? split : isJoined) !== undefined && before) {
      read[read.length - 1] = { ...before, text: joined([...(before.text ?? []), ...(text ?? [])]) }
      continue
    }
    const { attributes, kind } = isSettled && was ? was : block
    read.push({
      id: block.id,
      kind,
      ...(attributes && { attributes }),
      ...(text && text.length > 0 && { text }),
      ...(block.children && { children: blocksAs(reading, block.children, tags) }),
    })
  }
  return read
}
