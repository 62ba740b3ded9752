import type { Askers } from './ask-public'
import { OnceForMany } from './once-for-many'
import type { MadeFile } from './public-work'

/** A page as it is sent, as HTML or as Markdown. */
export interface CachedPage extends MadeFile {
  /** What it was made of (`stampOf`); as long as that is the same, so is this. */
  stamp: string
  /** The pages that it names. */
  names: readonly string[]
  madeAt: number
}

/** All together take no more room than this. */
const MOST_BYTES = 48 * 1024 * 1024
/** What no stamp tells of, such as the name of a person, is as old as this at most. */
const OLDEST_MS = 5 * 60_000

/**
 * Pages that were drawn, by their kind and id, until they change or the room is needed; those that were not asked for
 * longest go first.
 */
export class PageCache {
  private readonly pages = new Map<string, CachedPage>()
  private bytes = 0
  private readonly drawing = new OnceForMany<Made>()

  /** What was drawn of the page; whether it still holds is for the caller to find out by its stamp. */
  find(key: string, now = Date.now()): CachedPage | null {
    const page = this.pages.get(key)
    if (!page) return null
    if (now - page.madeAt > OLDEST_MS) {
      this.forget(key)
      return null
    }
    // The last in the order of a map is the newest.
    this.pages.delete(key)
    this.pages.set(key, page)
    return page
  }

  /**
   * Draws a page for `asker` and keeps it. When it is being drawn for somebody else, that is waited for instead, and what came of
   * it is to be found, unless the page has changed meanwhile or was too large to be kept. `waits: false` draws it all the same.
   */
  async draw(
    key: string,
    make: (askers: Askers) => Promise<Made>,
    { asker, waits = true }: { asker: string; waits?: boolean },
  ): Promise<Drawn> {
    const other = waits && this.drawing.join(key, asker)
    if (other) {
      // The caller is told why it failed; here it is tried anew.
      await other.catch(() => undefined)
      return { isOthers: true }
    }
    const made = await this.drawing.begin(key, asker, make)
    if (!made) return { isOthers: false, page: null }
    const page = { ...made, madeAt: Date.now() }
    this.keep(key, page)
    return { isOthers: false, page }
  }

  private keep(key: string, page: CachedPage): void {
    this.forget(key)
    if (sizeOf(page) > MOST_BYTES / 4) return
    this.pages.set(key, page)
    this.bytes += sizeOf(page)
    for (const oldest of this.pages.keys()) {
      if (this.bytes <= MOST_BYTES) break
      this.forget(oldest)
    }
  }

  private forget(key: string): void {
    const page = this.pages.get(key)
    if (!page) return
    this.pages.delete(key)
    this.bytes -= sizeOf(page)
  }
}

type Made = Omit<CachedPage, 'madeAt'> | null

/** What came of drawing a page: the page (null: there is none any more), or that somebody else's request has drawn it. */
export type Drawn = { isOthers: true } | { isOthers: false; page: CachedPage | null }

const sizeOf = ({ bytes, packed, stamp }: CachedPage): number =>
  bytes.byteLength + packed.byteLength + stamp.length * 2
