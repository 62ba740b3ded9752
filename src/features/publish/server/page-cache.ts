import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const pack = promisify(brotliCompress)

/** A page as it is sent. */
export interface CachedPage {
  /** What it was made of (`stampOf`); as long as that is the same, so is this. */
  stamp: string
  /** The pages that it names. */
  names: readonly string[]
  madeAt: number
  html: Buffer
  packed: Buffer
  etag: string
  /** What the policy has to allow of the styles inside. */
  styleHashes: readonly string[]
}

/** All together take no more room than this. */
const MOST_BYTES = 48 * 1024 * 1024
/** What no stamp tells of, such as the name of a person, is as old as this at most. */
const OLDEST_MS = 5 * 60_000

/** Pages that were drawn, until they change or the room is needed; those that were not asked for longest go first. */
export class PageCache {
  private readonly pages = new Map<string, CachedPage>()
  private bytes = 0
  private readonly drawing = new Map<string, Promise<CachedPage>>()

  /** What was drawn of the page; whether it still holds is for the caller to find out by its stamp. */
  find(id: string, now = Date.now()): CachedPage | null {
    const page = this.pages.get(id)
    if (!page) return null
    if (now - page.madeAt > OLDEST_MS) {
      this.forget(id)
      return null
    }
    // The last in the order of a map is the newest.
    this.pages.delete(id)
    this.pages.set(id, page)
    return page
  }

  /** Draws a page once, however many ask for it at the same time. */
  async draw(
    id: string,
    stamp: string,
    make: () => Promise<Omit<CachedPage, 'madeAt' | 'packed'>>,
  ): Promise<CachedPage> {
    const key = `${id}\n${stamp}`
    const known = this.drawing.get(key)
    if (known) return known
    const drawn = make()
      .then(async (made) => {
        const packed = await pack(made.html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
        const page = { ...made, packed, madeAt: Date.now() }
        this.keep(id, page)
        return page
      })
      .finally(() => this.drawing.delete(key))
    this.drawing.set(key, drawn)
    return drawn
  }

  private keep(id: string, page: CachedPage): void {
    this.forget(id)
    if (sizeOf(page) > MOST_BYTES / 4) return
    this.pages.set(id, page)
    this.bytes += sizeOf(page)
    for (const oldest of this.pages.keys()) {
      if (this.bytes <= MOST_BYTES) break
      this.forget(oldest)
    }
  }

  private forget(id: string): void {
    const page = this.pages.get(id)
    if (!page) return
    this.pages.delete(id)
    this.bytes -= sizeOf(page)
  }
}

const sizeOf = ({ html, packed, stamp }: CachedPage): number =>
  html.byteLength + packed.byteLength + stamp.length * 2
