import type { SignedInContext } from '@/server/context'
import type { ChatActionRow } from '@/server/db/schema'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import type { ChatAction } from '../../model'
import { actionsFor, insertAction } from '../actions.queries'

/** Things that a model may ask for in one answer. */
const MOST_ACTIONS = 3

/** How a person is asked while an answer is written. */
export interface Asking {
  ctx: SignedInContext
  answerId: string
  /** How many things they have been asked. */
  asked: { count: number }
  tell(action: ChatAction): void
}

/** Writes down what a model wants to do, shows it to the person, and answers what the model is told. Nothing is done. */
export async function askPerson(
  { ctx, answerId, asked, tell }: Asking,
  wanted: Pick<ChatActionRow, 'kind' | 'title' | 'content' | 'document_id' | 'parent_id' | 'pod_id'>,
): Promise<string> {
  if (asked.count >= MOST_ACTIONS)
    throw new AppError('rate-limited', t('An answer can ask for {count} things.', { count: MOST_ACTIONS }))
  asked.count += 1
  const row: ChatActionRow = {
    ...wanted,
    id: newId(),
    message_id: answerId,
    number: asked.count,
    status: 'pending',
    result: null,
    created_at: new Date().toISOString(),
    decided_at: null,
  }
  await insertAction(ctx.db, row)
  const action = (await actionsFor(ctx.db, ctx.caller.user.id, [row])).get(row.id)
  if (action) tell(action)
  return 'The person is being asked now, below your answer. Nothing has been done yet. End your answer.'
}
