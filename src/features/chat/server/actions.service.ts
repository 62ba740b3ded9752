import { applyEdits } from '@/features/ai/server/edits/apply-edits'
import { askBlocks } from '@/features/ai/server/written/ask-written'
import { createPage } from '@/features/pages/server/pages.service'
import { requirePage } from '@/server/access/require-page'
import type { SignedInContext } from '@/server/context'
import type { ChatActionRow } from '@/server/db/schema'
import { AppError, invariant } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { ChatAction } from '../model'
import { actionsFor, decideAction, editsIn, endAction, findAction, takeAction } from './actions.queries'

/**
 * Does what a model wants to do: with the content that stands in its row, the rights of the caller now, and once, however often it is asked
 * for. Throws `not-found` for what is not the caller's to decide, as for nothing, and like the call that it makes.
 */
export async function acceptAction(ctx: SignedInContext, id: string): Promise<ChatAction> {
  const row = await ownAction(ctx, id)
  requireOpen(row)
  if (row.status === 'pending') {
    if (row.kind === 'propose_edits') await suggestEdits(ctx, row)
    else {
      await makePage(ctx, row)
      await decideAction(ctx.db, id, { from: null, to: 'done' })
    }
  }
  return seen(ctx, id)
}

/** Says no to it; what has been done stays done. Throws like {@link acceptAction}. */
export async function declineAction(ctx: SignedInContext, id: string): Promise<ChatAction> {
  await ownAction(ctx, id)
  await decideAction(ctx.db, id, { from: 'pending', to: 'declined' })
  return seen(ctx, id)
}

/** The page has its id beforehand: a second click, or one after a server that was killed in between, finds it made. */
async function makePage(ctx: SignedInContext, row: ChatActionRow): Promise<void> {
  const blocks = await askBlocks(row.content, { person: ctx.caller.user.id })
  // A long text takes a while, and the person may have said no meanwhile.
  requireOpen(await ownAction(ctx, row.id))
  try {
    await createPage(ctx, {
      id: row.document_id,
      title: row.title,
      blocks,
      ...(row.parent_id === null ? { podId: row.pod_id ?? undefined } : { parentDocumentId: row.parent_id }),
    })
  } catch (error) {
    const made = await ctx.db
      .selectFrom('document')
      .select('id')
      .where('id', '=', row.document_id)
      .executeTakeFirst()
    if (!made) throw error
  }
}

/** Taken before it is done: a second click, or one after a server that was killed in between, suggests nothing twice. */
async function suggestEdits(ctx: SignedInContext, row: ChatActionRow): Promise<void> {
  await requirePage(ctx, row.document_id, 'suggest')
  if (!(await takeAction(ctx.db, row.id))) return
  try {
    const { edits, model, prompt, sources } = editsIn(row)
    const applied = await applyEdits(ctx, row.document_id, edits, { model, prompt, sources })
    await endAction(ctx.db, row.id, {
      suggested: applied.filter(({ setAside }) => setAside === null).length,
    })
  } catch (error) {
    await endAction(ctx.db, row.id, null)
    throw error
  }
}

function requireOpen({ status }: ChatActionRow): void {
  if (status === 'declined') throw new AppError('conflict', t('You have declined this. Ask again for it.'))
}

async function ownAction(ctx: SignedInContext, id: string): Promise<ChatActionRow> {
  const row = await findAction(ctx.db, ctx.caller.user.id, id)
  if (!row) throw new AppError('not-found', t('This is not there any more.'))
  return row
}

async function seen(ctx: SignedInContext, id: string): Promise<ChatAction> {
  const row = await ownAction(ctx, id)
  const action = (await actionsFor(ctx.db, ctx.caller.user.id, [row])).get(id)
  invariant(action, 'An action is shown to its person.')
  return action
}
