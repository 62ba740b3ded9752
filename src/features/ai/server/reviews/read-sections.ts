import { plainTextOf } from '@/blocks'
import type { Block } from '@/blocks/kit/block'
import type { PageContent } from '@/document'
import { requirePage } from '@/features/pages/server/require-page'
import type { SignedInContext } from '@/server/context'
import type { PageReviewEditRow, PageReviewRow } from '@/server/db/schema'
import { ServerEnds } from '@/server/streams'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { ReviewLook } from '../../model'
import { counted } from '../ai.service'
import type { ChosenModel } from '../choose-model'
import { EditReader, type UnreadEdit, type WrittenEdit } from '../edits/edit-lines'
import { operationOf } from '../edits/operations'
import { type PageForModel, pageForModel } from '../edits/page-for-model'
import { personalText, personalTokens, readPersonal } from '../personal'
import { estimatedTokens } from '../tokens'
import * as queries from './page-reviews.queries'
import { reviewPrompt } from './review-prompt'
import { sectionTokens } from './sections'

/** Numbers of edits in a section: those of one that is read anew go first. */
export const PER_SECTION = 1_000
/** Characters of the words that are shown of an edit. */
const SHOWN = 240

/**
 * Has a model read what is left of a page, section by section, and keeps what it would change. Goes on when nobody looks. The page is read anew for
 * each section, so an edit is about what stands there then. Ends when it is stopped, at the provider too, with what has come.
 */
export async function readSections(
  ctx: SignedInContext,
  review: PageReviewRow,
  chosen: ChosenModel,
  signal: AbortSignal,
): Promise<void> {
  const { id } = review
  try {
    // Written by `beginReview`.
    const sections = JSON.parse(review.sections) as string[][]
    const personal = personalText(
      await readPersonal(ctx.db, ctx.caller.user.id, 'edit'),
      Math.floor(personalTokens(chosen.contextTokens) / 2),
    )
    for (let at = review.sections_read; at < sections.length; at++) {
      signal.throwIfAborted()
      await queries.deleteEdits(ctx.db, id, at * PER_SECTION)
      // The page may have been locked, trashed or taken from the person since the section before.
      await requirePage(ctx, review.document_id, 'suggest')
      const content = await ctx.live.content(review.document_id, ctx.caller.user.id)
      await readSection(ctx, { review, chosen, signal, at, content, ids: new Set(sections[at]), personal })
      await queries.changeReview(ctx.db, id, { sections_read: at + 1 })
    }
    await queries.changeReview(ctx.db, id, { state: 'read', error: null })
  } catch (error) {
    if (signal.aborted) {
      const isOver = signal.reason instanceof ServerEnds
      await queries.changeReview(ctx.db, id, { state: isOver ? 'interrupted' : 'stopped' })
      return
    }
    if (!(error instanceof AppError)) ctx.log.error({ err: error }, 'a review of a page failed')
    const words = error instanceof AppError ? error.message : t('Something went wrong. Please try again.')
    await queries.changeReview(ctx.db, id, { state: 'failed', error: words })
  }
}

interface Section {
  review: PageReviewRow
  chosen: ChosenModel
  signal: AbortSignal
  at: number
  content: PageContent
  ids: ReadonlySet<string>
  personal: string
}

async function readSection(ctx: SignedInContext, section: Section): Promise<void> {
  const { review, chosen, signal, at, content, ids, personal } = section
  const page = pageForModel(content.blocks.filter((block) => ids.has(block.id)))
  // An empty page can be written on.
  if (page.named.size === 0 && content.blocks.some((block) => plainTextOf([block]).trim() !== '')) return
  let number = at * PER_SECTION
  const keep = async (rows: Omit<PageReviewEditRow, 'review_id' | 'number' | 'sid'>[]) =>
    queries.insertEdits(
      ctx.db,
      rows.map((row) => ({ ...row, review_id: review.id, number: number++, sid: null })),
    )
  if (estimatedTokens(page.text) > 2 * sectionTokens(chosen.contextTokens)) {
    await keep([asideRow('too-long', { block_id: [...ids][0] ?? null, before: beginningOf(page.text) })])
    return
  }
  const prompt = reviewPrompt(page.text, {
    // Written by `beginReview`.
    looksFor: JSON.parse(review.looks_for) as ReviewLook[],
    wish: review.prompt,
    personal,
    title: content.title,
  })
  const reader = new EditReader()
  const words = counted(ctx, chosen, { prompt, signal })
  let next = await words.next()
  for (; !next.done && !reader.hasEnded; next = await words.next()) {
    const edits = reader.push(next.value)
    if (edits.length > 0) await keep(edits.map((edit) => rowOf(edit, page)))
    if (number >= (at + 1) * PER_SECTION - 50) break
  }
  await words.return({ isCut: false, calls: [], said: null })
  const { edits, cut } = reader.end()
  await keep([
    ...edits.map((edit) => rowOf(edit, page)),
    ...(cut
      ? [asideRow('cut', { ...placeOf(cut, page), reason: cut.why, after: beginningOf(cut.text) })]
      : []),
  ])
}

type Row = Omit<PageReviewEditRow, 'review_id' | 'number' | 'sid'>

function rowOf(edit: WrittenEdit | UnreadEdit, page: PageForModel): Row {
  if (edit.op === 'unread') return asideRow('unread', { after: beginningOf(edit.line) })
  const operation = operationOf(edit, page)
  const place = placeOf(edit, page)
  const reason = storable(edit.why)
  if (typeof operation === 'string')
    return asideRow(operation, { ...place, reason, after: beginningOf(edit.text) })
  const after = operation.op === 'delete' ? '' : wordsOf(operation.blocks)
  return {
    block_id: operation.op === 'insert' ? operation.after : operation.block,
    operation: storable(JSON.stringify(operation)),
    reason,
    before: operation.op === 'insert' ? '' : place.before,
    after,
    set_aside: null,
  }
}

const asideRow = (why: string, row: Partial<Row>): Row => ({
  block_id: null,
  operation: null,
  reason: '',
  before: '',
  after: '',
  ...row,
  set_aside: why,
})

function placeOf({ alias }: WrittenEdit, { named }: PageForModel): Pick<Row, 'block_id' | 'before'> {
  const block = alias === null ? undefined : named.get(alias)
  return { block_id: block?.id ?? null, before: block?.seen ? wordsOf([block.seen]) : '' }
}

const wordsOf = (blocks: readonly Block[]): string => beginningOf(plainTextOf(blocks))
const beginningOf = (text: string): string => storable(text.trim().slice(0, SHOWN))
/** PostgreSQL refuses NUL, and neither database takes half of a character. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
