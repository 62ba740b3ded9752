import { requireTalkingService } from '@/features/speech/server/speech-service'
import type { SignedInContext } from '@/server/context'
import type { Db } from '@/server/db/db'
import type { ChatMessageRow, ChatRow } from '@/server/db/schema'
import { foldToKeep } from '@/server/search/terms'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { KeepTalk } from '../inputs'
import { CHAT, CHAT_GONE } from '../model'
import { insertMessage, lockChat } from './answers.queries'
import { beginChat, blank, nextVersion } from './asking.service'
import { charactersOf, outlineOf } from './chat.queries'

/** Calls of a person in an hour. Each keeps some messages of a talk. */
const PER_HOUR = 600

/**
 * Adds what was said in a voice chat to the end of the caller's chat, or to a new one. Messages that it holds already are left as
 * they are, so the same call can be sent again. Throws `not-found` for a chat that is gone or an id that is taken, and `too-large` for a
 * chat that is full, `rate-limited`, and `unavailable` where nobody can talk because no service is set up.
 */
export async function keepTalk(ctx: SignedInContext, input: KeepTalk): Promise<{ chatId: string }> {
  const { chatId } = input
  const now = new Date().toISOString()
  await ctx.limits.take(`keep-talk:${ctx.caller.user.id}`, PER_HOUR, 3_600)
  await ctx.db.transaction().execute(async (trx) => {
    const chat = await ownOrNew(trx, ctx.caller.user.id, input, now)
    const messages = await outlineOf(trx, chat.id)
    const known = await takenIds(trx, chat.id, input)
    // Whose chat it is comes first: nobody is told of another's.
    const { model } = requireTalkingService(ctx.config.ai)
    let characters = await charactersOf(trx, chat.id)
    for (const { id, role, content, isStopped } of input.messages) {
      if (known.has(id)) continue
      characters += content.length
      if (messages.length >= CHAT.messages || characters > CHAT.characters)
        throw new AppError('too-large', t('This chat is full. Begin a new one.'))
      const parentId = messages.at(-1)?.id ?? null
      const row: ChatMessageRow = {
        ...blank,
        id,
        chat_id: chat.id,
        number: messages.length,
        parent_id: parentId,
        role,
        version: nextVersion(messages, parentId),
        content,
        content_folded: foldToKeep(content),
        model: role === 'assistant' ? model : null,
        status: isStopped ? 'stopped' : 'done',
        scope: 'selected',
        sources: '[]',
        server_id: null,
        created_at: now,
      }
      await insertMessage(trx, row)
      messages.push(row)
      known.add(id)
    }
  })
  return { chatId }
}

async function ownOrNew(
  trx: Db,
  userId: string,
  { chatId, isNew, messages }: KeepTalk,
  now: string,
): Promise<ChatRow> {
  const chat = await lockChat(trx, { id: chatId, userId }, now)
  if (chat) return chat
  const taken = await trx.selectFrom('chat').select('id').where('id', '=', chatId).executeTakeFirst()
  if (taken || !isNew) throw gone()
  const content = (messages.find(({ role }) => role === 'user') ?? messages[0])?.content ?? ''
  return beginChat(trx, userId, { id: chatId, documentId: null, content }, now)
}

/** Which of these messages the chat has. Throws `not-found` when another chat has one of them. */
async function takenIds(trx: Db, chatId: string, { messages }: KeepTalk): Promise<Set<string>> {
  const ids = messages.map(({ id }) => id)
  const rows = await trx.selectFrom('chat_message').select(['id', 'chat_id']).where('id', 'in', ids).execute()
  if (rows.some((row) => row.chat_id !== chatId)) throw gone()
  return new Set(rows.map(({ id }) => id))
}

const gone = () => new AppError('not-found', CHAT_GONE())
