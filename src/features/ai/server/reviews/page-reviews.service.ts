import { type BlockOperation, newSid } from '@/document'
import { saveVersion } from '@/features/versions/server/versions.service'
import { readPermitted, requirePage } from '@/server/access/require-page'
import type { SignedInContext } from '@/server/context'
import type { PageReviewEditRow } from '@/server/db/schema'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import { mayDo } from '@/shared/permissions'
import type { BeginReview, ContinueReview, OneReview } from '../../inputs'
import { lookLabels, type PageReview, type ReviewLook, SET_ASIDE, type SetAsideWhy } from '../../model'
import { allowedModel } from '../ai.service'
import type { ChosenModel, ModelRequest } from '../choose-model'
import { applyEdits, type ReasonedEdit } from '../edits/apply-edits'
import * as queries from './page-reviews.queries'
import { PER_SECTION, readSections } from './read-sections'
import { sectionsOf, sectionTokens } from './sections'

/** Edits of a review that are shown. */
const MOST_SHOWN = 500
const MOST = 5_000
/** More of the blocks than this are changed only after a warning. */
const MUCH = 0.6

const gone = () => new AppError('not-found', t('This review is not there any more. Begin a new one.'))

/** Has a model go through a page for the caller, who may suggest on it. It goes on when nobody looks, and takes the place of the review before. */
export async function beginReview(ctx: SignedInContext, input: BeginReview): Promise<{ id: string }> {
  const { documentId, looksFor, prompt, again } = input
  await requirePage(ctx, documentId, 'suggest')
  const chosen = await requireModel(ctx, input)
  const before = await latest(ctx, documentId)
  if (before?.state === 'reading') throw underWay()
  const only = again && before ? await blocksAside(ctx, before.id) : null
  const read = () => ctx.live.content(documentId, ctx.caller.user.id)
  const { blocks } = await readPermitted(ctx, documentId, 'suggest', read)
  const sections = sectionsOf(blocks, sectionTokens(chosen.contextTokens), only)
  const now = new Date().toISOString()
  const review = {
    id: newId(),
    document_id: documentId,
    user_id: ctx.caller.user.id,
    looks_for: JSON.stringify(again && before ? JSON.parse(before.looks_for) : looksFor),
    prompt: again && before ? before.prompt : prompt,
    model: chosen.name,
    state: 'reading' as const,
    error: null,
    sections: JSON.stringify(sections),
    sections_read: 0,
    blocks: sections.flat().length,
    server_id: ctx.lease.id,
    created_at: now,
    updated_at: now,
  }
  await queries.replaceReviews(ctx.db, review)
  ctx.streams.begin(streamOf(review.id), ({ signal }) => readSections(ctx, review, chosen, signal))
  return { id: review.id }
}

const streamOf = (reviewId: string): string => `review:${reviewId}`

/** Goes on where a review stopped, failed, or was interrupted by the end of the server. */
export async function continueReview(ctx: SignedInContext, input: ContinueReview): Promise<{ id: string }> {
  const review = await requireReview(ctx, input.id)
  await requirePage(ctx, review.document_id, 'suggest')
  if (review.state === 'reading') return { id: review.id }
  if (review.state !== 'stopped' && review.state !== 'failed' && review.state !== 'interrupted') throw gone()
  const chosen = await requireModel(ctx, input)
  const set = { state: 'reading', error: null, model: chosen.name, server_id: ctx.lease.id } as const
  let changed: Promise<unknown> | undefined
  // Refused, where somebody else's click has begun it, before anything is changed.
  ctx.streams.begin(streamOf(review.id), async ({ signal }) => {
    changed = queries.changeReview(ctx.db, review.id, set)
    await changed
    await readSections(ctx, { ...review, ...set }, chosen, signal)
  })
  await changed
  return { id: review.id }
}

/** Ends the request at the provider too. What has come stays. */
export async function stopReview(ctx: SignedInContext, { id }: OneReview): Promise<{ id: string }> {
  const review = await requireReview(ctx, id)
  await ctx.streams.stop(streamOf(review.id))
  return { id: review.id }
}

/** Nothing of it is suggested. */
export async function discardReview(ctx: SignedInContext, { id }: OneReview): Promise<{ id: string }> {
  const review = await requireReview(ctx, id)
  await ctx.streams.stop(streamOf(review.id))
  await queries.changeReview(ctx.db, review.id, { state: 'discarded' })
  return { id: review.id }
}

/** Suggests all that was found, each as a suggestion of its own. What was suggested already is not suggested twice. */
export async function applyReview(ctx: SignedInContext, { id }: OneReview): Promise<PageReview> {
  const review = await requireReview(ctx, id)
  const { facts } = await requirePage(ctx, review.document_id, 'suggest')
  if (review.state === 'reading') throw underWay()
  if (review.state === 'discarded') throw gone()
  return ctx.underWay.inTurn(`ai-review:${id}`, async () => {
    if (isMuch(await queries.listShown(ctx.db, id, MOST), review.blocks) && mayDo(facts, 'edit'))
      await saveVersion(ctx, {
        documentId: review.document_id,
        reason: 'before-rewrite',
        by: ctx.caller.user.id,
      })
    const open = await queries.listOpen(ctx.db, id, MOST)
    const edits = await namedEdits(ctx, open)
    const applied = await applyEdits(ctx, review.document_id, edits, {
      model: review.model ?? '',
      prompt: wordsOf(review),
    })
    for (const [at, { setAside }] of applied.entries()) {
      if (setAside) await queries.changeEdit(ctx.db, open[at]!, { set_aside: setAside, sid: null })
    }
    await queries.changeReview(ctx.db, id, { state: 'applied' })
    return present(ctx, { ...review, state: 'applied' })
  })
}

/** Names are kept before the page is touched: a server that ends in between suggests nothing twice. */
function namedEdits(ctx: SignedInContext, rows: readonly PageReviewEditRow[]): Promise<ReasonedEdit[]> {
  const now = Date.now()
  return ctx.db.transaction().execute(async (trx) => {
    const edits: ReasonedEdit[] = []
    for (const [at, row] of rows.entries()) {
      const sid = row.sid ?? newSid(ctx.caller.user.id, now + at)
      if (row.sid === null) await queries.changeEdit(trx, row, { sid })
      // Written by `readSections`.
      edits.push({ operation: JSON.parse(row.operation!) as BlockOperation, reason: row.reason, sid })
    }
    return edits
  })
}

/** The caller's newest review of a page; null: there is none, or it was discarded. */
export async function getReview(ctx: SignedInContext, documentId: string): Promise<PageReview | null> {
  await requirePage(ctx, documentId, 'view')
  const review = await latest(ctx, documentId)
  return review && review.state !== 'discarded' ? present(ctx, review) : null
}

async function latest(ctx: SignedInContext, documentId: string): Promise<queries.FoundReview | undefined> {
  const review = await queries.latestReview(ctx.db, documentId, ctx.caller.user.id)
  return review && settled(ctx, review)
}

/** Somebody else's is answered like none. */
async function requireReview(ctx: SignedInContext, id: string): Promise<queries.FoundReview> {
  const review = await queries.findReview(ctx.db, id)
  if (review?.user_id !== ctx.caller.user.id) throw gone()
  return settled(ctx, review)
}

/** One that nobody reads any more was interrupted. */
async function settled(ctx: SignedInContext, review: queries.FoundReview): Promise<queries.FoundReview> {
  if (review.state !== 'reading') return review
  const isOurs = review.server_id === ctx.lease.id
  const isRunning = isOurs && ctx.streams.follow(streamOf(review.id), AbortSignal.abort()) !== null
  if (isRunning || !(isOurs || review.isLeft)) return review
  // It may have ended a moment ago.
  const now = await queries.findReview(ctx.db, review.id)
  if (now?.state !== 'reading') return now ?? review
  await queries.changeReview(ctx.db, review.id, { state: 'interrupted' })
  return { ...now, state: 'interrupted' }
}

async function requireModel(ctx: SignedInContext, request: ModelRequest): Promise<ChosenModel> {
  const chosen = await allowedModel(ctx, request)
  if (chosen) return chosen
  throw new AppError(
    'unavailable',
    t(
      'No AI provider is set up. Set your own key in the API settings, or ask the person who runs this server.',
    ),
  )
}

const underWay = () =>
  new AppError('conflict', t('This page is being reviewed already. Stop that first, or wait for it.'))

async function blocksAside(ctx: SignedInContext, reviewId: string): Promise<Set<string>> {
  const rows = await queries.listShown(ctx.db, reviewId, MOST)
  return new Set(
    rows.flatMap(({ set_aside, block_id }) => (set_aside !== null && block_id !== null ? [block_id] : [])),
  )
}

const blocksChanged = (rows: readonly queries.ShownEdit[]): number =>
  new Set(
    rows.flatMap(({ hasOperation, before, block_id }) =>
      hasOperation && before !== '' && block_id ? [block_id] : [],
    ),
  ).size

const isMuch = (rows: readonly queries.ShownEdit[], blocks: number): boolean =>
  blocks >= 5 && blocksChanged(rows) > blocks * MUCH

/** What was asked for, in words. */
function wordsOf({ looks_for, prompt }: queries.FoundReview): string {
  const looks = JSON.parse(looks_for) as ReviewLook[]
  return [...looks.map((look) => lookLabels()[look]), prompt].filter(Boolean).join('; ')
}

async function present(ctx: SignedInContext, review: queries.FoundReview): Promise<PageReview> {
  const rows = await queries.listShown(ctx.db, review.id, MOST)
  const sections = (JSON.parse(review.sections) as string[][]).length
  return {
    id: review.id,
    state: review.state as PageReview['state'],
    error: review.error,
    model: review.model,
    askedFor: wordsOf(review),
    blocks: review.blocks,
    sections,
    sectionsRead: review.sections_read,
    found: rows.filter(({ set_aside }) => set_aside === null).length,
    aside: rows.filter(({ set_aside }) => set_aside !== null).length,
    changed: blocksChanged(rows),
    isMuch: isMuch(rows, review.blocks),
    canAskAgain: rows.some(({ set_aside, block_id }) => set_aside !== null && block_id !== null),
    edits: rows.slice(0, MOST_SHOWN).map(({ number, reason, before, after, set_aside }) => ({
      number: Math.floor(number / PER_SECTION) * PER_SECTION + (number % PER_SECTION),
      reason,
      before,
      after,
      setAside: set_aside === null ? null : whyOf(set_aside),
    })),
  }
}

const whyOf = (why: string): SetAsideWhy => SET_ASIDE.find((one) => one === why) ?? 'unread'
