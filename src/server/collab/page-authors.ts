import { sql } from 'kysely'
import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'
import { type DecodedUpdate, decodeOnce, type UpdateFacts } from '@/document'
import type { Db } from '@/server/db/db'

/**
 * How many client ids one person may hold on a page; the oldest are given up for new ones. A browser takes one for each
 * time that a page is opened and written to, so this lasts for years.
 */
const CLIENTS_PER_PERSON = 5000
/** What one edit may bring: a browser that comes back has one for each tab that wrote offline. */
const CLIENTS_PER_EDIT = 1000

/** Who writes under a client id. */
export interface Author {
  userId: string
  /** Everybody may bring what they have of it, see {@link loadAuthors}. */
  isOpen: boolean
  /** From this clock on nobody may bring what others hold of it: its author has written it anew, see {@link PageAuthors.withdraw}. */
  withdrawnFrom?: number
}

/** What is to be written down together with an edit: ids that are the sender's now, and ids given up for them. */
export interface Claim {
  clients: readonly number[]
  givenUp: readonly number[]
}

/** May the edit be taken? `foreign` names client ids (not all of a hostile edit) under which its sender must not write. */
export type Authorship = { foreign: readonly number[] } | { claim: Claim }

/**
 * Whose the client ids of a page's Yjs document are. Yjs takes two structs with the same client id and clock for the
 * same, so anybody who could write under somebody else's id could make that person's next words count as known: acknowledged,
 * and nowhere. Therefore an id belongs to the first person who writes under it, and to all of their tabs. An id that the
 * page holds and that belongs to nobody (the server's own edits, pages from before authors were kept, ids given up) is
 * never written under again.
 *
 * Deleting what others wrote is ordinary; deleting what they have *not yet* written is not.
 */
export class PageAuthors {
  private readonly counts = new Map<string, number>()
  /** Given to somebody whose edit is not on the disk yet. */
  private readonly unstored = new Set<number>()
  private waiting: Waiting = NOTHING_WAITS

  constructor(
    private readonly document: Y.Doc,
    /** Oldest first. */
    private readonly authors: Map<number, Author>,
  ) {
    for (const { userId } of authors.values()) this.count(userId, 1)
  }

  /** Takes in whose the ids are that another server has given away meanwhile. */
  learn(authors: ReadonlyMap<number, Author>): void {
    for (const [client, author] of authors) {
      const known = this.authors.get(client)
      if (known && author.withdrawnFrom !== undefined) known.withdrawnFrom ??= author.withdrawnFrom
      if (known) continue
      this.authors.set(client, author)
      this.count(author.userId, 1)
    }
  }

  /**
   * Decides whether this person may send this update, and if so gives them the ids that are new with it: from then on
   * nobody else gets them, also while the edit is on its way to the disk. Reads the update (or what is known of it), hardly
   * the page.
   */
  judge(update: Uint8Array | UpdateFacts, userId: string): Authorship {
    const { store } = this.document
    const { structs, deletes } = partsOf(update)
    const fresh = new Set<number>()
    const foreign = new Set<number>()
    const unstored = new Set<number>()
    for (const struct of structs) {
      const { client, clock } = struct.id
      if (fresh.has(client) || foreign.has(client)) continue
      if (clock + struct.length <= Y.getState(store, client)) continue
      const whose = this.whose(client, userId)
      if (whose === 'nobody') fresh.add(client)
      else if (whose === 'others' && !(isWhole(struct) && this.waits(struct))) foreign.add(client)
      if (this.unstored.has(client)) unstored.add(client)
    }
    for (const [client, ranges] of deletes) {
      if (fresh.has(client) || this.authors.get(client)?.userId === userId) continue
      const known = Y.getState(store, client)
      const isAhead = ({ clock, len }: { clock: number; len: number }) =>
        clock + len > known && !this.deletionWaits(client, Math.max(clock, known), clock + len)
      if (ranges.some(isAhead) && this.whose(client, userId) !== 'open') foreign.add(client)
    }
    if (foreign.size > 0) return { foreign: [...foreign].slice(0, CLIENTS_PER_EDIT) }
    if (fresh.size > CLIENTS_PER_EDIT) return { foreign: [...fresh].slice(0, CLIENTS_PER_EDIT) }
    const givenUp = this.giveUp(userId, fresh.size)
    for (const client of fresh) {
      this.authors.set(client, { userId, isOpen: false })
      this.unstored.add(client)
      unstored.add(client)
    }
    this.count(userId, fresh.size)
    return { claim: unstored.size > 0 ? { clients: [...unstored], givenUp } : NO_CLAIM }
  }

  /** Client ids that would be new with this edit of a person's, where these are more than {@link judge} gives for one; not all of them. */
  tooManyNew({ writes }: UpdateFacts, userId: string): readonly number[] | null {
    if (writes.length <= CLIENTS_PER_EDIT) return null
    const fresh: number[] = []
    for (const { client } of writes) {
      if (this.whose(client, userId) !== 'nobody') continue
      if (fresh.length === CLIENTS_PER_EDIT) return fresh
      fresh.push(client)
    }
    return null
  }

  /** Gives this person an id before they write under it, so that it can be told to others; null when it is somebody else's. */
  claim(client: number, userId: string): Claim | null {
    const whose = this.whose(client, userId)
    // One that could not be stored is stored now.
    if (whose === 'own') return this.unstored.has(client) ? { clients: [client], givenUp: [] } : NO_CLAIM
    if (whose !== 'nobody') return null
    const givenUp = this.giveUp(userId, 1)
    this.authors.set(client, { userId, isOpen: false })
    this.unstored.add(client)
    this.count(userId, 1)
    return { clients: [client], givenUp }
  }

  /**
   * From now on, what the page does not hold yet of these ids of this person is taken from nobody who brings it: they write it anew
   * under others. An id of which the page has all that they have, up to the clock beside it, stays as it is. Answers with what has changed, which is
   * to be stored ({@link storeWithdrawn}).
   */
  withdraw(clients: Withdrawing, userId: string): Map<number, number> {
    const changed = this.toWithdraw(clients, userId)
    for (const [client, from] of changed) {
      const author = this.authors.get(client)
      if (author) author.withdrawnFrom = from
    }
    return changed
  }

  /** What {@link withdraw} would change. */
  toWithdraw(clients: Withdrawing, userId: string): Map<number, number> {
    const changed = new Map<number, number>()
    for (const [client, clock] of clients) {
      const author = this.authors.get(client)
      if (author?.userId !== userId || author.withdrawnFrom !== undefined) continue
      // Nobody has been told of it yet, so nobody else holds anything.
      if (this.unstored.has(client)) continue
      const waiting = [...(this.waitingNow().structs.get(client)?.values() ?? [])]
      const held = waiting.map(({ id, length }) => id.clock + length)
      const from = Math.max(Y.getState(this.document.store, client), ...held)
      if (clock > from) changed.set(client, from)
    }
    return changed
  }

  /** What was to be withdrawn could not be stored. */
  keep(clients: Iterable<number>): void {
    for (const client of clients) delete this.authors.get(client)?.withdrawnFrom
  }

  /** Does the update bring something that its author has withdrawn? */
  isWithdrawn(update: Uint8Array | UpdateFacts): boolean {
    return partsOf(update).structs.some(({ id, length }) => {
      const from = this.authors.get(id.client)?.withdrawnFrom
      return from !== undefined && id.clock + length > from
    })
  }

  /** Is this client id one under which this person must not write? */
  isForeign(client: number, userId: string): boolean {
    return this.whose(client, userId) === 'others'
  }

  /** Is what is written under this client id this person's own, and not what they bring of others? */
  writesOwn(client: number, userId: string): boolean {
    const whose = this.whose(client, userId)
    return whose === 'own' || whose === 'nobody'
  }

  /** Who writes under this client id, where that is known. */
  writerOf(client: number): string | null {
    return this.authors.get(client)?.userId ?? null
  }

  /** The claim is on the disk. */
  stored({ clients }: Claim): void {
    for (const client of clients) this.unstored.delete(client)
  }

  private whose(client: number, userId: string): 'own' | 'others' | 'open' | 'nobody' {
    const author = this.authors.get(client)
    if (author) return author.userId === userId ? 'own' : author.isOpen ? 'open' : 'others'
    const { store } = this.document
    if (store.clients.has(client)) return 'others'
    const { structs, deletes } = this.waitingNow()
    return structs.has(client) || deletes.has(client) ? 'others' : 'nobody'
  }

  /** Ids of this person that others are given up for, when they hold too many. */
  private giveUp(userId: string, more: number): number[] {
    let over = (this.counts.get(userId) ?? 0) + more - CLIENTS_PER_PERSON
    const givenUp: number[] = []
    if (over <= 0) return givenUp
    for (const [client, author] of this.authors) {
      if (author.userId !== userId || this.unstored.has(client)) continue
      givenUp.push(client)
      if (--over === 0) break
    }
    for (const client of givenUp) this.authors.delete(client)
    this.count(userId, -givenUp.length)
    return givenUp
  }

  private count(userId: string, more: number): void {
    this.counts.set(userId, (this.counts.get(userId) ?? 0) + more)
  }

  /**
   * Does the page hold exactly this already, waiting for what it builds on? Everybody who opens the page is given it, and
   * brings it back.
   */
  waits(struct: Struct): boolean {
    const known = this.waitingNow().structs.get(struct.id.client)?.get(struct.id.clock)
    return known !== undefined && known.length === struct.length && sameBytes(bytesOf(known), bytesOf(struct))
  }

  deletionWaits(client: number, from: number, to: number): boolean {
    const ranges = this.waitingNow().deletes.get(client) ?? []
    return ranges.some(({ clock, len }) => clock <= from && to <= clock + len)
  }

  private waitingNow(): Waiting {
    const { pendingStructs, pendingDs } = this.document.store
    if (this.waiting.structsOf === pendingStructs && this.waiting.deletesOf === pendingDs) return this.waiting
    const structs: Waiting['structs'] = new Map()
    const found = pendingStructs ? Y.decodeUpdateV2(pendingStructs.update) : null
    for (const struct of found?.structs ?? []) {
      if (struct instanceof Y.Skip) continue
      const ofClient = structs.get(struct.id.client) ?? new Map<number, Struct>()
      structs.set(struct.id.client, ofClient.set(struct.id.clock, struct))
    }
    const deletes = new Map(found?.ds.clients)
    if (pendingDs) {
      for (const [client, ranges] of Y.decodeUpdateV2(pendingDs).ds.clients) {
        deletes.set(client, [...(deletes.get(client) ?? []), ...ranges])
      }
    }
    this.waiting = { structsOf: pendingStructs, deletesOf: pendingDs, structs, deletes }
    return this.waiting
  }
}

/** Client ids, and up to which clock their author has written under each. */
type Withdrawing = readonly (readonly [client: number, clock: number])[]

type Struct = DecodedUpdate['structs'][number]

/** What an update writes, and what it deletes. Of a large one only the client ids and clocks are known. */
function partsOf(update: Uint8Array | UpdateFacts) {
  if (update instanceof Uint8Array) {
    const { structs, ds } = decodeOnce(update)
    return { structs: structs.filter((struct) => !(struct instanceof Y.Skip)), deletes: ds.clients }
  }
  const structs = update.writes.map(({ client, clock, length }) => ({ id: { client, clock }, length }))
  return { structs, deletes: update.deletesAhead }
}

const isWhole = (struct: object): struct is Struct => 'write' in struct

interface Waiting {
  structsOf: Y.Doc['store']['pendingStructs']
  deletesOf: Y.Doc['store']['pendingDs']
  structs: Map<number, Map<number, Struct>>
  deletes: DecodedUpdate['ds']['clients']
}

const NOTHING_WAITS: Waiting = { structsOf: null, deletesOf: null, structs: new Map(), deletes: new Map() }
const NO_CLAIM: Claim = { clients: [], givenUp: [] }

function bytesOf(struct: Struct): Uint8Array {
  const encoder = new Y.UpdateEncoderV1()
  struct.write(encoder, 0)
  return encoding.toUint8Array(encoder.restEncoder)
}

const sameBytes = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

/**
 * The authors of a page as they are stored, oldest first. After a backup was brought back the server holds less than the
 * browsers do, and a browser brings back what it has of everybody's words: under ids from before that moment it may.
 */
export async function loadAuthors(db: Db, documentId: string): Promise<Map<number, Author>> {
  const rows = await db
    .selectFrom('document_client')
    .select(['client', 'user_id', 'claimed_at', 'withdrawn_from'])
    .where('document_id', '=', documentId)
    .orderBy('claimed_at')
    .orderBy('client')
    .execute()
  if (rows.length === 0) return new Map()
  const restored = await sql<{ at: string | null }>`select max(restored_at) as at from restoration`.execute(
    db,
  )
  const openUntil = restored.rows[0]?.at ?? ''
  return new Map(
    rows.map(({ client, user_id, claimed_at, withdrawn_from }) => [
      client,
      {
        userId: user_id,
        isOpen: claimed_at <= openUntil,
        ...(withdrawn_from !== null && { withdrawnFrom: Number(withdrawn_from) }),
      },
    ]),
  )
}

/** Writes down from which clocks on the words of these client ids are withdrawn. */
export async function storeWithdrawn(
  trx: Db,
  documentId: string,
  withdrawn: ReadonlyMap<number, number>,
): Promise<void> {
  const rows = [...withdrawn].map(
    ([client, from]) => sql`(cast(${client} as bigint), cast(${from} as bigint))`,
  )
  if (rows.length === 0) return
  // Both databases call the columns of such values so.
  await sql`
    update document_client set withdrawn_from = said.column2
    from (values ${sql.join(rows)}) as said
    where document_id = ${documentId} and client = said.column1
  `.execute(trx)
}

/** Notes that a backup was brought back just now. A part of the restoring transaction. */
export async function noteRestoration(trx: Db): Promise<void> {
  await sql`delete from restoration`.execute(trx)
  await sql`insert into restoration (restored_at) values (${new Date().toISOString()})`.execute(trx)
}

/** A claim together with whose it is, and on which page. */
export interface ClaimOf {
  documentId: string
  userId: string
  claim: Claim
}

/** How many rows go into one statement. */
const ROWS_AT_ONCE = 2000

/** Writes claims down. A part of the transaction that stores their edits. */
export async function storeClaims(trx: Db, claims: readonly ClaimOf[]): Promise<void> {
  const claimed_at = new Date().toISOString()
  for (const { documentId, claim } of claims) {
    if (claim.givenUp.length === 0) continue
    await trx
      .deleteFrom('document_client')
      .where('document_id', '=', documentId)
      .where('client', 'in', [...claim.givenUp])
      .execute()
  }
  const rows = claims.flatMap(({ documentId, userId, claim }) =>
    claim.clients.map((client) => ({ document_id: documentId, client, user_id: userId, claimed_at })),
  )
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) {
    await trx
      .insertInto('document_client')
      .values(rows.slice(i, i + ROWS_AT_ONCE))
      // An edit that follows while the first is on its way brings the same claim once more.
      .onConflict((conflict) => conflict.columns(['document_id', 'client']).doNothing())
      .execute()
  }
}
