import { getHeapStatistics } from 'node:v8'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { Size } from './page-rows'

/** What a unit of weight takes of this process at most, in bytes: 152 were measured of keys with values, 105 of blocks, 118 of words. */
const BYTES_A_UNIT = 160
/** What is kept of every page beside what it says. */
const EACH = 32 * 1024
/** An edit that takes less is taken though it goes beyond what there is: somebody gives way for it. */
const SMALL = 1024 * 1024
/** While pages are on their way out, or for a page that alone takes more, this many times as much may be in memory. */
const MOST_AT_ONCE = 1.5
/** What all pages take is counted anew after this much. */
const COUNT_AGAIN_MS = 250
/** A page is waited for so long at most that gives way to another one. */
const WAIT_MS = 15_000
/** How many pages are known by their size after they have left. */
const KNOWN = 1000

/** How many bytes of memory all pages together may take: half of what this process has for everything. */
export const memoryForPages = (): number => getHeapStatistics().heap_size_limit / 2

/** How many bytes of memory a page of this size takes at most. */
export const memoryOf = (size: Size): number => EACH + growthOf(size)

const growthOf = ({ bytes, weight }: Size): number => bytes + weight * BYTES_A_UNIT

/** What this asks of a page in memory. */
export interface HeldPage {
  /** What it takes, with what is about to come into it, in bytes. */
  readonly memory: number
  /** Who has it open, or has a call work on it. */
  readonly holders: ReadonlySet<string>
  /** Does anybody have it open, or any call, also of the server itself, work on it? */
  readonly isHeld: boolean
  /** Is it on its way out of memory? */
  readonly givesWay: boolean
  /** When it was used last (`performance.now`). */
  readonly lastUseAt: number
  /** Everybody has to leave it, and it leaves memory as soon as it is stored. */
  giveWay(): void
}

/** There is no room for a page. */
export class NoRoom extends Error {}

/** What somebody is told whose call needs a page for which there is no room. */
export const noRoomError = (cause?: unknown): AppError =>
  new AppError(
    'unavailable',
    t('Too many large pages are open on this server. Please try again in a moment.'),
    cause === undefined ? {} : { cause },
  )

/** Is there room for what an edit adds? `too-large`: the page alone would take more than all pages may. */
export type MemoryRoom = 'room' | 'no-room' | 'too-large'

/**
 * Bounds what all pages in memory take together (R67). Where there is no room for one more, those give way that nobody has open, and then
 * pages of the person who holds most, as long as that is more than who asks would hold: one account, or many, can fill only what others do
 * not ask for. A page that several have open is held by each of them in equal parts (`docs/decisions/memory-of-pages.md`).
 */
export class PageMemory {
  /** Pages for which there is room and that are not there yet. */
  private readonly coming = new Map<
    string,
    { memory: number; holders: ReadonlySet<string>; isWaiting: boolean }
  >()
  /** How much pages took that have left memory or did not come into it; those that were asked for last stand last. */
  private readonly known = new Map<string, number>()
  private readonly waiting = new Set<() => void>()
  /** Bytes of all pages, and of those alone that do not wait for others to give way. */
  private counted = { sum: 0, present: 0, at: Number.NEGATIVE_INFINITY }
  private pressing: NodeJS.Immediate | undefined
  private looking: NodeJS.Immediate | undefined

  /** `most`: bytes of all pages together. */
  constructor(
    private readonly most: number,
    private readonly pages: () => Iterable<HeldPage>,
  ) {}

  /** Is there no sense in loading this page for these people now? */
  isFullFor(documentId: string, people: ReadonlySet<string>): boolean {
    const memory = this.known.get(documentId)
    return memory !== undefined && this.thatGiveWay(memory, people) === null
  }

  /**
   * Takes room for a page that these people (none: the server itself) are about to have in memory, until `arrived`. Waits for those that give
   * way to it. Throws {@link NoRoom}.
   */
  async take(documentId: string, size: Size, people: ReadonlySet<string>): Promise<void> {
    const memory = memoryOf(size)
    this.note(documentId, memory)
    const giveWay = this.thatGiveWay(memory, people)
    if (!giveWay) throw new NoRoom()
    const coming = { memory, holders: new Set(people), isWaiting: true }
    this.coming.set(documentId, coming)
    for (const page of giveWay) page.giveWay()
    const until = performance.now() + WAIT_MS
    while (this.count().sum > this.mostWith(memory)) {
      const ms = until - performance.now()
      if (ms > 0) await this.someLeft(ms)
      else {
        this.arrived(documentId)
        throw new NoRoom()
      }
    }
    coming.isWaiting = false
  }

  /** The page is in memory now, or did not come after all. */
  arrived(documentId: string): void {
    if (this.coming.delete(documentId)) this.lookSoon()
  }

  /** A page of this size has left memory. */
  left(documentId: string, memory: number): void {
    this.note(documentId, memory)
    this.lookSoon()
  }

  /** Is there room for what an edit adds to this page? Where there is little left, somebody gives way in the next turn of the event loop. */
  roomFor(page: HeldPage, more: Size): MemoryRoom {
    const growth = growthOf(more)
    if (growth <= 0) return 'room'
    // Deletions are taken from a page that is too large; they too leave pieces, and are bounded by what may be in memory at once.
    if (page.memory + growth > this.most)
      return this.count().present + growth > this.most * MOST_AT_ONCE ? 'no-room' : 'too-large'
    if (performance.now() - this.counted.at > COUNT_AGAIN_MS) this.count()
    if (this.counted.sum + growth > this.most) {
      const { sum, present } = this.count()
      if (present + growth > this.most * MOST_AT_ONCE) return 'no-room'
      if (sum + growth > this.most && growth < SMALL) this.pressSoon()
      else if (sum + growth > this.most) {
        const giveWay = this.thatGiveWay(growth, page.holders, page)
        if (!giveWay) return 'no-room'
        for (const other of giveWay) other.giveWay()
      }
    }
    this.counted.sum += growth
    this.counted.present += growth
    return 'room'
  }

  /** Is much of it free, so that what is nobody's wish may be done? */
  get isRoomy(): boolean {
    return this.count().sum < this.most / 2
  }

  private note(documentId: string, memory: number): void {
    this.known.delete(documentId)
    this.known.set(documentId, memory)
    const [oldest] = this.known.keys()
    if (this.known.size > KNOWN && oldest !== undefined) this.known.delete(oldest)
  }

  private someLeft(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        clearTimeout(timer)
        this.waiting.delete(look)
        resolve()
      }
      const timer = setTimeout(look, ms)
      this.waiting.add(look)
    })
  }

  private count(): { sum: number; present: number } {
    let present = 0
    let awaited = 0
    for (const { memory } of this.pages()) present += memory
    for (const { memory, isWaiting } of this.coming.values())
      if (isWaiting) awaited += memory
      else present += memory
    this.counted = { sum: present + awaited, present, at: performance.now() }
    return this.counted
  }

  /** A page that alone takes more than all may is let in where nobody else has one open, so that it can be made smaller. */
  private mostWith(memory: number): number {
    return Math.max(this.most, Math.min(memory, this.most * MOST_AT_ONCE))
  }

  /** Who waits looks again, once for all that leave in one turn. */
  private lookSoon(): void {
    if (this.waiting.size === 0) return
    this.looking ??= setImmediate(() => {
      this.looking = undefined
      for (const look of [...this.waiting]) look()
    })
  }

  private pressSoon(): void {
    this.pressing ??= setImmediate(() => {
      this.pressing = undefined
      for (const page of this.thatGiveWay(0, ANYBODY) ?? []) page.giveWay()
    })
  }

  /**
   * Which pages give way so that these people have room for so much more, in the page `within` or in one that is not in memory; null when there
   * is none for them.
   */
  private thatGiveWay(
    memory: number,
    people: ReadonlySet<string> | typeof ANYBODY,
    within: HeldPage | null = null,
  ): HeldPage[] | null {
    const staying = [...this.pages()].filter(({ givesWay }) => !givesWay).map(seen)
    const all: Held[] = [...staying, ...this.coming.values()]
    let over = all.reduce((sum, held) => sum + held.memory, memory) - this.mostWith(memory)
    const going = new Set<Held>()
    const goes = (held: Held) => {
      going.add(held)
      over -= held.memory
    }
    const isIdle = ({ isHeld, page }: Seen) => !isHeld && page !== within
    for (const held of staying.filter(isIdle).sort((a, b) => a.lastUseAt - b.lastUseAt))
      if (over > 0) goes(held)
    const pagesOf = () => staying.filter((held) => going.has(held)).map(({ page }) => page)
    if (over <= 0) return pagesOf()
    const holdings = new Holdings(all.filter((held) => !going.has(held)))
    const wanted = people === ANYBODY ? -1 : holdings.leastOf(people, memory)
    const mayGo = staying.filter(({ isHeld, holders }) => isHeld && holders.size > 0)
    for (const [person, pages] of holdings.heaviestFirst(mayGo))
      for (const held of pages) {
        if (over <= 0) return pagesOf()
        if (holdings.of(person) <= wanted) break
        if (going.has(held)) continue
        goes(held)
        holdings.without(held)
      }
    return over <= 0 ? pagesOf() : null
  }
}

/** It is not for anybody: who holds most gives way in any case. */
const ANYBODY = Symbol('anybody')

type Held = Pick<HeldPage, 'memory' | 'holders'>

/** A page as it is at one moment. */
type Seen = Held & Pick<HeldPage, 'isHeld' | 'lastUseAt'> & { page: HeldPage }

const seen = (page: HeldPage): Seen => {
  const { memory, holders, isHeld, lastUseAt } = page
  return { page, memory, holders, isHeld, lastUseAt }
}

/** What each person holds, in bytes: of a page that several have open an equal part. */
class Holdings {
  private readonly held = new Map<string, number>()

  constructor(pages: readonly Held[]) {
    for (const page of pages) this.add(page, 1)
  }

  private add(page: Held, times: 1 | -1): void {
    for (const id of page.holders) this.held.set(id, this.of(id) + times * shareOf(page))
  }

  of(person: string): number {
    return this.held.get(person) ?? 0
  }

  without(page: Held): void {
    this.add(page, -1)
  }

  /** What that one of these people would hold who holds least, with their part of so much more; of nobody it is more than all. */
  leastOf(people: ReadonlySet<string>, more: number): number {
    const held = [...people].map((id) => this.of(id) + more / people.size)
    return Math.min(Number.POSITIVE_INFINITY, ...held)
  }

  /** People with those of these pages that they hold: first who holds most, and first of which they hold most. */
  heaviestFirst(pages: readonly Held[]): [person: string, pages: Held[]][] {
    const of = new Map<string, Held[]>()
    for (const page of [...pages].sort((a, b) => shareOf(b) - shareOf(a)))
      for (const id of page.holders) {
        const own = of.get(id) ?? []
        own.push(page)
        of.set(id, own)
      }
    return [...of].sort(([a], [b]) => this.of(b) - this.of(a))
  }
}

const shareOf = ({ memory, holders }: Held): number => memory / holders.size
