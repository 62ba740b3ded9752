import { z } from 'zod'
import { type Block, normalizeBlocks } from '@/blocks'
import { type Inline, isInlineText } from '@/blocks/kit/block'
import { type BlockTags, blocksAs, type CarriedReview, sameBlocks } from '@/document'
import { readBlocks } from '@/features/pages/content-input'
import { importedVia } from '@/features/review/imported-author'
import { SUGGESTED } from '../model'

/* What is suggested of a page, in a file of our own: by names, with the time of each suggestion. */

const Name = z
  .string()
  .max(200)
  .transform((name) => name.replaceAll('\0', '').toWellFormed())
const Change = z.object({ author: Name, at: z.iso.datetime(), via: Name.optional() })
const By = z.number().int().nonnegative().max(SUGGESTED.changes)
const Tags = z.object({
  added: By.optional(),
  removed: By.optional(),
  split: By.optional(),
  joined: By.optional(),
  was: z
    .object({ by: By, kind: z.string().max(64), attributes: z.record(z.string(), z.json()).optional() })
    .optional(),
})
const ReviewJson = z.object({
  changes: z.array(Change).min(1).max(SUGGESTED.changes),
  title: z.array(z.unknown()).default([]),
  blocks: z.array(z.unknown()),
  tags: z.record(z.string().max(200), Tags),
})

/** As the file says it. */
export const reviewJson = ({ changes, ...review }: CarriedReview) => ({
  changes: changes.map((change) => ({ ...change, at: new Date(change.at).toISOString() })),
  ...review,
})

/** Reads what a file suggests; null when it is none, or is about another page than `settled`. `count` tells how many suggestions that were. */
export function readReviewJson(
  given: unknown,
  settled: readonly Block[],
): { review: { review: CarriedReview; settled: Block[] } | null; count: number } {
  const { data } = ReviewJson.safeParse(given)
  if (!data) return { review: null, count: 1 }
  const none = { review: null, count: data.changes.length }
  const read = blocksIn(data.blocks)
  const title = titleIn(data.title)
  if (!read || !title) return none
  const review: CarriedReview = {
    // What was written with a program there came in a file here.
    changes: data.changes.map(({ author, at }) => ({ author, at: Date.parse(at), via: importedVia(author) })),
    title,
    blocks: read,
    tags: Object.assign(Object.create(null), data.tags) as Record<string, BlockTags>,
  }
  const own = blocksAs('settled', review.blocks, review.tags)
  if (!sameBlocks(own, settled)) return none
  return { review: { review, settled: own.length > 0 ? normalizeBlocks(own) : [] }, count: 0 }
}

function blocksIn(given: unknown[]): Block[] | null {
  try {
    return readBlocks(given)
  } catch {
    // It is counted with what could not be read; which part of it that is, nobody could mend by hand.
    return null
  }
}

function titleIn(given: unknown[]): Inline[] | null {
  if (given.length === 0) return []
  const [block] = blocksIn([{ kind: 'paragraph', text: given }]) ?? []
  return block?.text?.filter((piece) => isInlineText(piece)) ?? null
}
