import type * as Y from 'yjs'
import {
  sidIn,
  sidsGone,
  suggestionAuthor,
  suggestionsOf,
  type Trace,
  tracesLeft,
  wereAccepted,
  withSuggestions,
} from '@/document'
import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import type { SuggestionLogRow } from '@/server/db/schema'
import type { PendingSuggestion } from './review-state'
import { yieldToEventLoop } from './yield-to-event-loop'

/** Who touched a suggestion last, and when. */
type Deciders = ReadonlyMap<string, { by: string | null; at: string }>

/** What the log is to be brought up to. */
export interface ReviewNews {
  doc: Y.Doc
  pending: readonly PendingSuggestion[]
  deciders: Deciders
  /** May there be suggestions that the log has never seen and that are gone already? */
  isFirst: boolean
}

/**
 * What of a live page's suggestions the log does not hold yet. Who decided is known from whose edit took a suggestion away; everything else
 * follows from the page, so that a server that is killed loses and doubles nothing: what it had not written is read from
 * the page by the next one.
 */
export class SuggestionTrail {
  isBehind: boolean
  private isFirst = true
  /** Of which a part came or went since an edit was last said to be somebody's. */
  private touched = new Set<string>()
  private deciders = new Map<string, { by: string | null; at: string }>()

  constructor(private readonly doc: Y.Doc) {
    const map = suggestionsOf(doc)
    this.isBehind = map._map.size > 0
    map.observe(({ keysChanged }) => {
      this.isBehind = true
      for (const key of keysChanged) {
        const sid = key === null ? null : sidIn(key)
        if (sid !== null) this.touched.add(sid)
      }
    })
  }

  /** What the document has just taken in was written by this person. */
  applied(by: string | null, at: string): void {
    for (const sid of this.touched) this.deciders.set(sid, { by, at })
    this.touched.clear()
  }

  /** Takes what is to be written, with the suggestions that are pending now. */
  take(pending: readonly PendingSuggestion[]): ReviewNews {
    const { doc, deciders, isFirst } = this
    this.deciders = new Map()
    this.isBehind = false
    this.isFirst = false
    return { doc, pending, deciders, isFirst }
  }

  /** It was not written after all. */
  keep({ deciders, isFirst }: ReviewNews): void {
    this.deciders = new Map([...deciders, ...this.deciders])
    this.isBehind = true
    this.isFirst ||= isFirst
  }
}

const ROWS_AT_ONCE = 100

/** Brings the log of a page up to what its document says; part of the transaction that writes what the page reads like. */
export async function writeSuggestionLog(trx: Db, documentId: string, news: ReviewNews): Promise<void> {
  const { doc, pending, deciders, isFirst } = news
  const now = new Date().toISOString()
  const known = await trx
    .selectFrom('suggestion_log')
    .select(['sid', 'summary', 'trace'])
    .where('document_id', '=', documentId)
    .where('state', '=', 'pending')
    .execute()
  const rows = new Map(known.map((row) => [row.sid, row]))
  const standing = new Set(pending.map(({ sid }) => sid))
  const fresh = pending.filter((one) => {
    const row = rows.get(one.sid)
    return row?.summary !== one.summary || row.trace !== one.trace
  })
  await insertPending(trx, documentId, fresh, now)
  const decided = (sids: readonly { sid: string; trace: string | null }[]) =>
    outcomesOf(doc, sids, deciders, now)
  const gone = decided(known.filter(({ sid }) => !standing.has(sid)))
  for (const [outcome, sids] of byOutcome(gone))
    await inChunks(sids, async (some) => {
      await yieldToEventLoop()
      await trx
        .updateTable('suggestion_log')
        .set(outcome)
        .where('document_id', '=', documentId)
        .where('sid', 'in', some)
        .execute()
    })
  const left = isFirst
    ? withSuggestions(doc, (suggestions) => sidsGone(doc, suggestions))
    : [...deciders.keys()]
  const unlogged = await withoutLogged(
    trx,
    documentId,
    left.filter((sid) => !standing.has(sid) && !rows.has(sid)),
  )
  const unseen = decided(unlogged.map((sid) => ({ sid, trace: null })))
  for (let i = 0; i < unseen.length; i += ROWS_AT_ONCE) {
    const values = unseen.slice(i, i + ROWS_AT_ONCE).map(({ sid, outcome }) => ({
      ...{ document_id: documentId, sid, author_id: suggestionAuthor(sid), model: null, first_seen_at: now },
      ...{ summary: null, trace: null },
      ...outcome,
    }))
    await yieldToEventLoop()
    await trx
      .insertInto('suggestion_log')
      .values(values)
      .onConflict((conflict) => conflict.columns(['document_id', 'sid']).doNothing())
      .execute()
  }
}

/** Those of which the log of the page holds nothing. What became of any other was written when it was decided. */
async function withoutLogged(trx: Db, documentId: string, sids: readonly string[]): Promise<string[]> {
  const logged = new Set<string>()
  await inChunks(sids, async (some) => {
    await yieldToEventLoop()
    const rows = await trx
      .selectFrom('suggestion_log')
      .select('sid')
      .where('document_id', '=', documentId)
      .where('sid', 'in', some)
      .execute()
    for (const { sid } of rows) logged.add(sid)
  })
  return sids.filter((sid) => !logged.has(sid))
}

/** One that was decided and whose decision was taken back is pending again. */
async function insertPending(
  trx: Db,
  documentId: string,
  pending: readonly PendingSuggestion[],
  now: string,
): Promise<void> {
  for (let i = 0; i < pending.length; i += ROWS_AT_ONCE) {
    const values = pending.slice(i, i + ROWS_AT_ONCE).map(
      ({ sid, authorId, model, summary, trace }): SuggestionLogRow => ({
        ...{ document_id: documentId, sid, author_id: authorId, model: storable(model), first_seen_at: now },
        ...{ summary, trace, state: 'pending', decided_by: null, decided_at: null },
      }),
    )
    await yieldToEventLoop()
    await trx
      .insertInto('suggestion_log')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['document_id', 'sid']).doUpdateSet((eb) => ({
          summary: eb.ref('excluded.summary'),
          trace: eb.ref('excluded.trace'),
          model: eb.ref('excluded.model'),
          state: eb.ref('excluded.state'),
          decided_by: null,
          decided_at: null,
        })),
      )
      .execute()
  }
}

/** Many are mostly decided at once, by one person and in one way. */
function byOutcome(gone: readonly { sid: string; outcome: Outcome }[]): [Outcome, string[]][] {
  const groups = new Map<string, [Outcome, string[]]>()
  for (const { sid, outcome } of gone) {
    const name = JSON.stringify(outcome)
    const known = groups.get(name)
    if (known) known[1].push(sid)
    else groups.set(name, [outcome, [sid]])
  }
  return [...groups.values()]
}

type Outcome = Pick<SuggestionLogRow, 'state' | 'decided_by' | 'decided_at'>

function outcomesOf(
  doc: Y.Doc,
  gone: readonly { sid: string; trace: string | null }[],
  deciders: Deciders,
  now: string,
): { sid: string; outcome: Outcome }[] {
  const left = tracesLeft(
    doc,
    gone.flatMap(({ sid, trace }) => (trace === null ? [sid] : [])),
  )
  // Written by `insertPending`.
  const traces = gone.map(({ sid, trace }) => left.get(sid) ?? (JSON.parse(trace as string) as Trace))
  const accepted = wereAccepted(doc, traces)
  return gone.map(({ sid }, at) => {
    const { by = null, at: when = now } = deciders.get(sid) ?? {}
    const isOwn = by !== null && by === suggestionAuthor(sid)
    const state = accepted[at] ? 'accepted' : isOwn ? 'withdrawn' : 'rejected'
    return { sid, outcome: { state, decided_by: by, decided_at: when } }
  })
}

/** PostgreSQL refuses NUL in a text, and neither database can hold half of a surrogate pair. */
const storable = (text: string | null): string | null => text?.replaceAll('\0', '').toWellFormed() ?? null
