import { type BlockOperation, newSid, type SetAside } from '@/document'
import { isHiddenFrom } from '@/server/access/hidden-review'
import { requirePage } from '@/server/access/require-page'
import type { SignedInContext } from '@/server/context'
import type { ListSignatures } from '../../inputs'
import type { SuggestionSignature } from '../../model'
import * as queries from './signatures.queries'

type Context = Pick<SignedInContext, 'db' | 'live' | 'caller'>

/** How edits of a model came about. */
export interface EditSignature {
  model: string
  /** What the person asked for. */
  prompt: string
  /** The pages that the model has read beside this one. */
  sources?: readonly string[]
}

/** An operation, and why the model would do it. */
export interface ReasonedEdit {
  operation: BlockOperation
  reason: string
  /** The name of its suggestion, for what may be applied again: it is not suggested twice. */
  sid?: string
}

/** What became of an operation: the name of its suggestion, or why there is none. */
export type AppliedEdit =
  | { suggestionId: string; setAside: null }
  | { suggestionId: null; setAside: SetAside }

/** A text that may be kept: neither database takes half of a character, and PostgreSQL no NUL. */
const kept = (text: string, most: number): string => text.replaceAll('\0', '').slice(0, most).toWellFormed()

/** Characters of a model's name that a page keeps. */
const LONGEST_NAME = 200

/**
 * Suggests what a model would change in a page, in the name of the person who asked: each operation is a suggestion of its own, signed with the
 * model, what was asked, by whom, when and why. The page itself stays as it is. Operations that do not fit it any more are set aside, with
 * the reason. Throws like `requirePage` for somebody who may not suggest.
 */
export async function applyEdits(
  ctx: Context,
  documentId: string,
  edits: readonly ReasonedEdit[],
  signature: EditSignature,
): Promise<AppliedEdit[]> {
  await requirePage(ctx, documentId, 'suggest')
  if (edits.length === 0) return []
  const { id: userId } = ctx.caller.user
  const now = Date.now()
  const via = kept(signature.model, LONGEST_NAME)
  const signed = edits.map(({ operation, reason, sid }, number) => {
    // In the order of the answer: names grow with time.
    const at = now + number
    return { sid: sid ?? newSid(userId, at), at, via, what: operation, reason }
  })
  const sids = signed.map(({ sid }) => sid)
  // Before the suggestions, which are never without: a signature alone is seen by nobody.
  await queries.insertSignatures(
    ctx.db,
    signed.map(({ sid, reason }) => ({
      document_id: documentId,
      sid,
      asked_by: userId,
      model: via,
      prompt: kept(signature.prompt, 2_000),
      reason: kept(reason, 300),
      sources: JSON.stringify(signature.sources ?? []),
      asked_at: new Date(now).toISOString(),
    })),
  )
  try {
    const operations = signed.map(({ reason: _, ...operation }) => operation)
    const outcomes = await ctx.live.suggest(documentId, userId, operations, () =>
      requirePage(ctx, documentId, 'suggest'),
    )
    const aside = outcomes.filter(({ setAside }) => setAside !== null)
    await queries.deleteSignatures(
      ctx.db,
      documentId,
      aside.map(({ sid }) => sid),
    )
    ctx.live.tellReview(documentId)
    return outcomes.map(({ sid, setAside }) =>
      setAside === null ? { suggestionId: sid, setAside } : { suggestionId: null, setAside },
    )
  } catch (error) {
    await queries.deleteSignatures(ctx.db, documentId, sids)
    throw error
  }
}

/** How suggestions of a page came about; of those that no model wrote, nothing. Throws like `requirePage`. */
export async function listSignatures(
  ctx: Context,
  { documentId, suggestionIds }: ListSignatures,
): Promise<SuggestionSignature[]> {
  const { facts } = await requirePage(ctx, documentId, 'view')
  if (await isHiddenFrom(ctx, documentId, facts.level)) return []
  const rows = await queries.listSignatures(ctx.db, documentId, suggestionIds)
  return rows.map(({ sid, model, prompt, reason, asked_at, asked_by_name }) => ({
    suggestionId: sid,
    model,
    prompt,
    reason,
    askedAt: asked_at,
    askedBy: asked_by_name,
  }))
}
