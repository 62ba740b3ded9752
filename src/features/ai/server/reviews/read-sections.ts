import { plainTextOf } from '@/blocks'
import type { Block } from '@/blocks/kit/block'
import type { PageContent } from '@/document'
import { readPermitted, requirePage } from '@/server/access/require-page'
import type { SignedInContext } from '@/server/context'
import type { PageReviewEditRow, PageReviewRow } from '@/server/db/schema'
import { bytesOf, estimatedTokens } from '@/server/providers/tokens'
import { ServerEnds } from '@/server/streams'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { ReviewLook } from '../../model'
import { counted } from '../ai.service'
import type { ChosenModel } from '../choose-model'
import { EditReader, type UnreadEdit, type WrittenEdit } from '../edits/edit-lines'
import type { Refused } from '../edits/operations'
import { type PageForModel, pageForModelInTurns } from '../edits/page-for-model'
import { Subjects } from '../edits/read-edits'
import { personalText, personalTokens, readPersonal } from '../personal'
import { askStored } from '../written/ask-written'
import type { StoredOperation } from '../written/written-work'
import * as queries from './page-reviews.queries'
import { reviewPrompt } from './review-prompt'
import { beginningOf, SHOWN, storable, wordsOf } from './row-text'
import { sectionTokens } from './sections'

/** Numbers of edits in a section: those of one that is read anew go first. */
export const PER_SECTION = 1_000
/** Edits that are kept at a time: an answer may come in one piece. */
const AT_ONCE = 50

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
      const read = () => ctx.live.content(review.document_id, ctx.caller.user.id)
      const content = await readPermitted(ctx, review.document_id, 'suggest', read)
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

/** A model whose answer is cut is asked again from the block on that it did not come to: it may have more to write than fits. */
async function readSection(ctx: SignedInContext, section: Section): Promise<void> {
  const { review, at, content, ids } = section
  const blocks = content.blocks.filter((block) => ids.has(block.id))
  let number = at * PER_SECTION
  const keep = async (rows: Row[]) =>
    queries.insertEdits(
      ctx.db,
      rows.map((row) => ({ ...row, review_id: review.id, number: number++, sid: null })),
    )
  for (let first = 0; ; ) {
    const isFull = () => number >= (at + 1) * PER_SECTION - AT_ONCE
    const part = { ...section, blocks: blocks.slice(first), keep, isFull }
    const { cutAfter, cut, isPassed } = await readPart(ctx, part)
    const goesOn = cutAfter !== null && !isFull()
    if (!goesOn || isPassed) await keep(cut)
    if (!goesOn) return
    first += cutAfter + 1
    if (first >= blocks.length) return
    section.signal.throwIfAborted()
    await requirePage(ctx, review.document_id, 'suggest')
  }
}

interface Part extends Section {
  blocks: readonly Block[]
  keep(rows: Row[]): Promise<void>
  /** Are there as many edits as a section may have? */
  isFull(): boolean
}

/** How a part was read: where the answer was cut, if it had come to any block, and what of an edit there is behind that. */
interface PartRead {
  /** The last of the blocks that a whole edit is about; null: the answer was not cut, or there is none. */
  cutAfter: number | null
  cut: Row[]
  /** It is in a block that the last whole edit is in too, so it is not read again. */
  isPassed: boolean
}

async function readPart(ctx: SignedInContext, part: Part): Promise<PartRead> {
  const { review, chosen, signal, content, blocks, personal, keep, isFull } = part
  const most = 2 * sectionTokens(chosen.contextTokens)
  const page = await pageForModelInTurns(blocks, 1, bytesOf(most))
  const subjects = new Subjects()
  const nothing = { cutAfter: null, cut: [], isPassed: false }
  // An empty page can be written on.
  if (page.named.size === 0 && content.blocks.some((block) => plainTextOf([block]).trim() !== ''))
    return nothing
  if (estimatedTokens(page.text) > most) {
    await keep([asideRow('too-long', { block_id: blocks[0]?.id ?? null, before: beginningOf(page.text) })])
    return nothing
  }
  const prompt = reviewPrompt(page.text, {
    // Written by `beginReview`.
    looksFor: JSON.parse(review.looks_for) as ReviewLook[],
    wish: review.prompt,
    personal,
    title: content.title,
  })
  let last = -1
  let said = ''
  let hasEdits = false
  const take = async (edits: readonly (WrittenEdit | UnreadEdit)[]) => {
    if (edits.length > 0) hasEdits = true
    for (let at = 0; at < edits.length && !isFull(); at += AT_ONCE) {
      const some = edits.slice(at, at + AT_ONCE)
      for (const edit of some)
        if (edit.op !== 'unread') last = Math.max(last, placeAmong(blocks, placeOf(edit, page).block_id))
      await keep(await rowsOf(some, { page, subjects, person: ctx.caller.user.id, signal }))
    }
  }
  const reader = new EditReader()
  const words = counted(ctx, chosen, { prompt, signal })
  let isCut = false
  try {
    let next = await words.next()
    for (; !next.done && !reader.hasEnded; next = await words.next()) {
      const edits = reader.push(next.value)
      if (said.length < SHOWN) said += next.value
      if (edits.length > 0) await take(edits)
      if (isFull()) break
    }
    isCut = next.done === true && next.value.isCut && !reader.hasEnded
  } finally {
    // Also when an edit could not be read or kept: the request at the provider ends here.
    await words.return({ isCut: false, calls: [], said: null })
  }
  const { edits, cut } = reader.end()
  await take(edits)
  // Who writes something else instead of edits has not said that all may stay as it is.
  if (!hasEdits && !cut && !reader.hasEnded && said.trim() !== '') await take([{ op: 'unread', line: said }])
  const rows = cut
    ? [asideRow('cut', { ...placeOf(cut, page), reason: cut.why, after: beginningOf(cut.text) })]
    : []
  const cutIn = cut ? placeAmong(blocks, placeOf(cut, page).block_id) : -1
  return {
    cutAfter: isCut && last >= 0 ? last : null,
    cut: rows,
    isPassed: cutIn >= 0 && cutIn <= last,
  }
}

/** Which of these blocks is, or holds, the one of that id; -1: none. */
const placeAmong = (blocks: readonly Block[], id: string | null): number =>
  id === null ? -1 : blocks.findIndex((block) => holds(block, id))

const holds = (block: Block, id: string): boolean =>
  block.id === id || (block.children ?? []).some((child) => holds(child, id))

type Row = Omit<PageReviewEditRow, 'review_id' | 'number' | 'sid'>

async function rowsOf(
  edits: readonly (WrittenEdit | UnreadEdit)[],
  {
    page,
    subjects,
    ...asker
  }: { page: PageForModel; subjects: Subjects; person: string; signal: AbortSignal },
): Promise<Row[]> {
  const written = edits.filter((edit) => edit.op !== 'unread')
  // One for each of those.
  const operations = (await askStored(written, page, asker)).values()
  return edits.map((edit) => {
    if (edit.op === 'unread') return asideRow('unread', { after: beginningOf(edit.line) })
    const operation = operations.next().value!
    const isTwice = typeof operation !== 'string' && !subjects.isNew(edit)
    return rowOf(edit, isTwice ? 'twice' : operation, page)
  })
}

function rowOf(edit: WrittenEdit, stored: StoredOperation | Refused | 'twice', page: PageForModel): Row {
  const place = placeOf(edit, page)
  const reason = storable(edit.why)
  if (typeof stored === 'string') return asideRow(stored, { ...place, reason, after: beginningOf(edit.text) })
  return {
    ...stored,
    reason,
    block_id: place.block_id,
    before: edit.op === 'insert' ? '' : place.before,
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
