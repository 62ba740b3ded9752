import type { Db } from '@/server/db/db'
import type { OutboxKind } from '@/server/outbox'
import { isWanted, KINDS } from './decide'
import * as queries from './notifications.queries'

/**
 * Of these unread notifications those that the person still wants to hear of: what waited for a letter or for the end of quiet hours may
 * be about a page that they have muted since.
 */
export async function stillWanted(
  db: Db,
  userId: string,
  preferences: queries.Kept,
  rows: readonly queries.ToldRow[],
): Promise<queries.ToldRow[]> {
  const choices = new Map<string, Awaited<ReturnType<typeof queries.findPageChoice>>>()
  for (const { document_id: id } of rows)
    if (id !== null && !choices.has(id)) choices.set(id, await queries.findPageChoice(db, userId, id))
  return rows.filter(({ kind, document_id }) => {
    const pageChoice = (document_id !== null && choices.get(document_id)) || 'all'
    return kind in KINDS && isWanted({ kind: kind as OutboxKind, preferences, pageChoice })
  })
}
