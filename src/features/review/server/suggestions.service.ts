import { suggestionAuthor } from '@/document'
import { isHiddenFrom } from '@/server/access/hidden-review'
import { historySince } from '@/server/access/page-access'
import { requirePage } from '@/server/access/require-page'
import type { SignedInContext } from '@/server/context'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type {
  DecidedSuggestions,
  DecideSuggestions,
  HideReview,
  ListSuggestions,
  TakeBackDecision,
} from '../inputs'
import { type LoggedSuggestion, REVIEW, type ReviewPerson, type SuggestionList } from '../model'
import * as queries from './suggestions.queries'

type Context = Pick<SignedInContext, 'db' | 'live' | 'caller' | 'limits'>

const HIDDEN: SuggestionList = { suggestions: [], nextCursor: null, isHidden: true }

/** What waits for a decision in a page, as of a moment ago; those who view a page see it unless its owner hides it. */
export async function listSuggestions(
  ctx: Context,
  { documentId, cursor }: ListSuggestions,
): Promise<SuggestionList> {
  const { facts } = await requirePage(ctx, documentId, 'view')
  if (await isHiddenFrom(ctx, documentId, facts.level)) return HIDDEN
  const rows = await queries.listPending(ctx.db, documentId, {
    after: cursor ?? null,
    limit: REVIEW.atOnce + 1,
  })
  return listOf(rows, ({ sid }) => sid)
}

/** What those are called whose suggestions wait in a page; nobody for those from whom its owner hides the review. */
export async function listAuthors(
  ctx: Context,
  documentId: string,
): Promise<{ authors: { id: string; name: string | null }[] }> {
  const { facts } = await requirePage(ctx, documentId, 'view')
  if (await isHiddenFrom(ctx, documentId, facts.level)) return { authors: [] }
  return { authors: await queries.listAuthors(ctx.db, documentId, REVIEW.atOnce) }
}

/** What was decided in a page, the newest first; below suggesters, what came since they were let in. */
export async function listHistory(
  ctx: Context,
  { documentId, cursor }: ListSuggestions,
): Promise<SuggestionList> {
  const { facts } = await requirePage(ctx, documentId, 'history')
  if (await isHiddenFrom(ctx, documentId, facts.level)) return HIDDEN
  const since = await historySince(ctx.db, ctx.caller.user.id, { id: documentId, level: facts.level })
  const before = cursor === undefined ? null : placeOf(cursor)
  const rows = await queries.listDecided(ctx.db, documentId, { before, since, limit: REVIEW.atOnce + 1 })
  return listOf(rows, ({ decided_at, sid }) => `${decided_at} ${sid}`)
}

/**
 * Accepts or rejects suggestions for a program that has the page not open. Editors decide about all; somebody who may only suggest
 * withdraws their own. Those that are gone by now are passed over; answers whether there were any.
 */
export async function decideSuggestions(
  ctx: Context,
  { documentId, suggestionIds, userId }: DecideSuggestions,
  isAccepted: boolean,
): Promise<{ changed: boolean }> {
  const caller = ctx.caller.user.id
  const isOwn = suggestionIds?.every((sid) => suggestionAuthor(sid) === caller) ?? userId === caller
  const mayDecide = () => requirePage(ctx, documentId, isOwn && !isAccepted ? 'suggest' : 'edit')
  await mayDecide()
  await ctx.limits.take(`decide:${caller}`, REVIEW.decisionsAMinute, 60)
  const wanted = { sids: suggestionIds ?? null, author: userId ?? null, isAccepted }
  const outcome = await ctx.live.change(documentId, caller, { do: 'decide', ...wanted }, mayDecide)
  return { changed: outcome === 'changed' }
}

/** Takes back what the caller has accepted or rejected by name a moment ago; with the right that deciding takes. */
export async function takeBackDecision(
  ctx: Context,
  { documentId, suggestionIds, isAccepted }: TakeBackDecision,
): Promise<void> {
  const caller = ctx.caller.user.id
  const isOwn = suggestionIds.every((sid) => suggestionAuthor(sid) === caller)
  const mayDecide = () => requirePage(ctx, documentId, isOwn && !isAccepted ? 'suggest' : 'edit')
  await mayDecide()
  await ctx.limits.take(`decide:${caller}`, REVIEW.decisionsAMinute, 60)
  const outcome = await ctx.live.takeBackDecision(documentId, caller, suggestionIds, isAccepted, mayDecide)
  if (outcome === 'conflict')
    throw new AppError(
      'conflict',
      t('That was decided too long ago to be taken back here. Open the page to change it.'),
    )
}

/**
 * Told by an editor's screen that has decided: where the server cannot tell from whose edit it was that a suggestion went, it was the
 * caller's. What became of it is read from the page, whatever is told.
 */
export async function noteDecided(
  ctx: Context,
  { documentId, suggestionIds }: DecidedSuggestions,
): Promise<void> {
  await requirePage(ctx, documentId, 'edit')
  await ctx.limits.take(`decide:${ctx.caller.user.id}`, REVIEW.decisionsAMinute, 60)
  await queries.noteDecider(ctx.db, documentId, suggestionIds, ctx.caller.user.id)
}

/**
 * Says whether a page's viewers learn of its discussions, and of what is suggested in it. If not, they read the settled page: those who
 * have the page's document open lose it now.
 */
export async function hideReview(
  ctx: Context,
  { documentId, isHidden }: HideReview,
): Promise<{ isHidden: boolean }> {
  await requirePage(ctx, documentId, 'manage')
  await queries.setHidesReview(ctx.db, documentId, isHidden)
  ctx.live.recheckPages([documentId])
  ctx.live.tellChanged([documentId])
  return { isHidden }
}

function placeOf(cursor: string): queries.Place {
  const [decidedAt, author, nonce] = cursor.split(' ')
  if (!decidedAt || !author || !nonce) throw new AppError('bad-input', t('This is no place in the history.'))
  return { decidedAt, sid: `${author} ${nonce}` }
}

function listOf(
  rows: readonly queries.NamedRow[],
  cursorOf: (row: queries.NamedRow) => string,
): SuggestionList {
  const given = rows.slice(0, REVIEW.atOnce)
  const last = rows.length > REVIEW.atOnce ? given.at(-1) : undefined
  return { suggestions: given.map(present), nextCursor: last ? cursorOf(last) : null, isHidden: false }
}

const present = (row: queries.NamedRow): LoggedSuggestion => ({
  suggestionId: row.sid,
  userId: row.author_id,
  author: { id: row.author_id, name: row.author_name, avatarUrl: row.author_image },
  model: row.model,
  createdAt: row.first_seen_at,
  // Written by the server (`collab/review-state`).
  summary: row.summary === null ? null : JSON.parse(row.summary),
  state: row.state,
  decidedBy: personOf(row),
  decidedAt: row.decided_at,
})

const personOf = ({ decided_by, decider_name, decider_image }: queries.NamedRow): ReviewPerson | null =>
  decided_by === null ? null : { id: decided_by, name: decider_name, avatarUrl: decider_image }
