import type { Log } from '@/server/log'
import { AppError } from '@/shared/errors'

/** Pages that left memory before they were stored are looked for after this much. */
const LOOK_MS = 30_000
/** It is tried again after as long, each time twice as long, … */
const AGAIN_MS = 60_000
/** … and no more often than this. */
const MOST_TRIES = 6
const NEVER = Number.POSITIVE_INFINITY

interface Behind {
  tries: number
  /** Not before then (`performance.now`). */
  at: number
}

/**
 * Brings lists and snapshots of pages up to date that had to leave memory before that was done, one after the other while there is room. What
 * was written there is in the log; a page that this gives up is brought up to date when it is opened, or by the next start.
 */
export class PagesLeftBehind {
  private readonly behind = new Map<string, Behind>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private isClosed = false

  constructor(
    private readonly deps: {
      log: Log
      /** Is there room for what is nobody's wish? */
      mayBegin(): boolean
      /** Loads the page and stores what is behind. */
      store(documentId: string): Promise<void>
    },
  ) {}

  /** This page has left memory and is not stored as it should be. */
  add(documentId: string): void {
    // One that could not be stored was in memory for that, and leaves it again.
    if (!this.behind.has(documentId)) this.behind.set(documentId, { tries: 0, at: 0 })
    this.lookSoon()
  }

  /** Ends it; what is under way goes on. */
  close(): void {
    this.isClosed = true
    clearTimeout(this.timer)
  }

  private lookSoon(): void {
    const isOver = [...this.behind.values()].every(({ at }) => at === NEVER)
    if (this.isClosed || isOver) return
    this.timer ??= setTimeout(() => void this.look(), LOOK_MS).unref()
  }

  private async look(): Promise<void> {
    for (const [documentId, { at, tries }] of [...this.behind]) {
      if (this.isClosed || !this.deps.mayBegin()) break
      if (at > performance.now()) continue
      await this.bring(documentId, tries + 1)
    }
    this.timer = undefined
    this.lookSoon()
  }

  private async bring(documentId: string, tries: number): Promise<void> {
    try {
      await this.deps.store(documentId)
      this.behind.delete(documentId)
    } catch (error) {
      const isGone = error instanceof AppError && error.code === 'not-found'
      const at = tries < MOST_TRIES ? performance.now() + AGAIN_MS * 2 ** tries : NEVER
      if (isGone) this.behind.delete(documentId)
      else this.behind.set(documentId, { tries, at })
      if (!isGone)
        this.deps.log.error({ err: error, documentId, tries }, 'a page could not be brought up to date')
    }
  }
}
