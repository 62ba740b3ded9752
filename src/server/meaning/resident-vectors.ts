import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '@/server/db/db'
import { WorkerPool } from '@/server/workers/worker-pool'
import { EMBEDDING } from '@/shared/embedding'
import { t } from '@/shared/i18n'
import { MEMORY_PAGE, sharedMemory } from './dot'
import { unpackVector } from './packed-vector'
import { ALSO, FIRST_VECTOR, LOOKED_AT, NO_PAGE, type scanWork } from './scan-work'

/** A chunk with its vector as it is kept. */
export interface KeptChunk {
  blockId: string | null
  vector: Uint8Array
}

/** A page by what of it is nearest to something. */
export interface NearPage {
  id: string
  /** From -1 to 1. */
  similarity: number
  /** Null: the title. */
  blockId: string | null
}

/** Which of the pages are answered. */
export interface Wanted {
  /** The nearest of them … */
  most: number
  /** … and these, however far they are. */
  also?: Iterable<string>
}

/** Vectors that nobody has looked through for so long are let go of; reading 50,000 takes a fraction of a second. */
const IDLE_MS = 10 * 60_000
const ROWS_AT_ONCE = 1000

/**
 * The vectors of one model in memory, in buffers that the scanning thread shares: half a kilobyte each. Read at the first search, kept
 * up as pages change, let go of when nobody searches.
 */
export class ResidentVectors {
  private held: Promise<Held> | null = null
  private timer: NodeJS.Timeout | undefined
  private readonly scanners = new WorkerPool<typeof scanWork>({
    name: 'scan-worker',
    source: 'server/meaning/scan-worker.ts',
    atOnce: 1,
    mostWaiting: 500,
    mostWaitingEach: 20,
    mostMs: 30_000,
    idleMs: IDLE_MS,
    tooHard: t('This text takes too long to be understood.'),
  })

  constructor(
    private readonly db: Db,
    private readonly model: string,
  ) {}

  /** The nearest pages of `ids` by how near something of them is to `wanted`, the nearest first. Those without vectors are left out. */
  async nearest(
    wanted: Float32Array,
    ids: Iterable<string>,
    person: string,
    { most, also = [] }: Wanted,
  ): Promise<NearPage[]> {
    const held = await this.hold()
    const { memory, scales, pageOf, count } = held
    const job = { memory, scales, pageOf, count, allowed: held.marked(ids, also), wanted, most }
    const { pages, similarities, slots } = await this.scanners.run('scan', job, { person })
    return Array.from(pages, (page, n) => ({
      id: held.pages[page]!,
      similarity: similarities[n]!,
      blockId: held.blockAt(slots[n]!, page),
    }))
  }

  /** The middle of what a page says, of length 1; null for a page without vectors. */
  async middleOf(id: string): Promise<Float32Array | null> {
    return (await this.hold()).middleOf(id)
  }

  /** The chunks of a page are these now. */
  async put(id: string, chunks: readonly KeptChunk[]): Promise<void> {
    const held = await this.held
    held?.put(id, chunks)
  }

  close(): void {
    clearTimeout(this.timer)
    this.held = null
  }

  private hold(): Promise<Held> {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      this.held = null
    }, IDLE_MS)
    this.timer.unref()
    this.held ??= this.read().catch((error) => {
      this.held = null
      throw error
    })
    return this.held
  }

  private async read(): Promise<Held> {
    const held = new Held()
    let after: { id: string; number: number } = { id: '', number: -1 }
    for (;;) {
      const { rows } = await sql<{
        document_id: string
        number: number
        block_id: string | null
        vector: Uint8Array
      }>`
        select document_id, number, block_id, vector from chunk
        where model = ${this.model} and (document_id, number) > (${after.id}, ${after.number})
        order by document_id, number limit ${ROWS_AT_ONCE}`.execute(this.db)
      for (const { document_id: id, block_id: blockId, vector } of rows) held.add(id, { blockId, vector })
      const last = rows.at(-1)
      if (!last) return held
      after = { id: last.document_id, number: last.number }
      await setImmediate()
    }
  }
}

/** The buffers. A page that is gone keeps its place and is never asked for: `marked` knows only pages that somebody may see. */
class Held {
  readonly memory = sharedMemory()
  numbers = new Int8Array(0)
  scales = new Float32Array(0)
  pageOf = new Uint32Array(0)
  count = 0
  readonly pages: string[] = []
  private readonly numberOf = new Map<string, number>()
  private readonly slotsOf: number[][] = []
  private readonly blocks: (string | null)[] = []
  private readonly free: number[] = []

  marked(ids: Iterable<string>, also: Iterable<string>): Uint8Array {
    const allowed = new Uint8Array(this.pages.length)
    for (const id of ids) {
      const page = this.numberOf.get(id)
      if (page !== undefined) allowed[page] = LOOKED_AT
    }
    for (const id of also) {
      const page = this.numberOf.get(id)
      if (page !== undefined && allowed[page] === LOOKED_AT) allowed[page] = ALSO
    }
    return allowed
  }

  /** Another page may have taken the place meanwhile. */
  blockAt(slot: number, page: number): string | null {
    return this.pageOf[slot] === page ? (this.blocks[slot] ?? null) : null
  }

  put(id: string, chunks: readonly KeptChunk[]): void {
    const page = this.numberOf.get(id)
    if (page !== undefined) {
      for (const slot of this.slotsOf[page]!) this.pageOf[slot] = NO_PAGE
      this.free.push(...this.slotsOf[page]!)
      this.slotsOf[page] = []
    }
    for (const chunk of chunks) this.add(id, chunk)
  }

  add(id: string, { blockId, vector }: KeptChunk): void {
    const small = unpackVector(vector)
    if (!small) return
    const slot = this.free.pop() ?? this.count++
    if (slot >= this.scales.length) this.grow()
    this.numbers.set(small.numbers, slot * EMBEDDING.size)
    this.scales[slot] = small.scale
    this.blocks[slot] = blockId
    const page = this.pageNumber(id)
    this.pageOf[slot] = page
    this.slotsOf[page]!.push(slot)
  }

  middleOf(id: string): Float32Array | null {
    const page = this.numberOf.get(id)
    const slots = page === undefined ? [] : this.slotsOf[page]!
    if (slots.length === 0) return null
    const sum = new Float32Array(EMBEDDING.size)
    for (const slot of slots)
      for (let i = 0; i < sum.length; i++)
        sum[i]! += this.numbers[slot * EMBEDDING.size + i]! * this.scales[slot]!
    const length = Math.hypot(...sum) || 1
    return sum.map((value) => value / length)
  }

  private pageNumber(id: string): number {
    const known = this.numberOf.get(id)
    if (known !== undefined) return known
    const page = this.pages.push(id) - 1
    this.numberOf.set(id, page)
    this.slotsOf.push([])
    return page
  }

  private grow(): void {
    const room = Math.max(256, this.scales.length * 2)
    const bytes = FIRST_VECTOR + room * EMBEDDING.size
    this.memory.grow(Math.ceil((bytes - this.memory.buffer.byteLength) / MEMORY_PAGE))
    // The memory has not moved, and has a new name for its new length.
    const numbers = new Int8Array(this.memory.buffer, FIRST_VECTOR)
    const shared = (size: number) => new SharedArrayBuffer(size)
    const scales = new Float32Array(shared(room * 4))
    const pageOf = new Uint32Array(shared(room * 4)).fill(NO_PAGE)
    scales.set(this.scales)
    pageOf.set(this.pageOf)
    Object.assign(this, { numbers, scales, pageOf })
  }
}
