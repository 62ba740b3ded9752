import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '@/server/log'

/** After this many servers in a row have ended while reading a page, it is not read again until somebody has looked at it. */
const MOST_DEATHS = 3
/** A reading that began just before the start was ended from outside, and says nothing about its page. */
const SHORT_MS = 2000
/** A server that does other things so long after the reading began is not held up by it. */
const ALIVE_MS = 500

interface Reads {
  /** When the reading began of each page that has held the server up since, in ms since 1970. */
  reading: Record<string, number>
  /** How many servers have ended while they read a page, as long as none has come to its end. */
  deaths: Record<string, number>
}

/** The file in the data folder that says so. */
export const readsFile = (dataDir: string): string => join(dataDir, 'reading.json')

/**
 * Notes in a file which pages are being read, so that a page that ends the server (by all of its memory, say) does not
 * end every server after it. Such a page holds the server up first. While the server serves others the note is taken
 * back, or servers that are killed while much is written in a page would count against it. The file is not synced to
 * the disk: it survives the end of the process without that, and a machine that loses its power says nothing about a page.
 */
export class PageReads {
  private readonly reading = new Map<string, number>()
  private readonly deaths: Map<string, number>

  constructor(
    private readonly file: string,
    private readonly log: Log,
    now = Date.now(),
    private readonly aliveMs = ALIVE_MS,
  ) {
    const before = readReads(file)
    this.deaths = new Map(Object.entries(before.deaths))
    for (const [id, began] of Object.entries(before.reading)) {
      if (now - began < SHORT_MS) continue
      const deaths = (this.deaths.get(id) ?? 0) + 1
      this.deaths.set(id, deaths)
      log.error({ documentId: id, deaths }, 'the server ended while it read this page')
    }
    if (Object.keys(before.reading).length > 0) this.write()
  }

  /** Have enough servers ended over this page to leave it alone? */
  isDeadly(documentId: string): boolean {
    return (this.deaths.get(documentId) ?? 0) >= MOST_DEATHS
  }

  /** Reads the page while the file says so. */
  async during<T>(documentId: string, read: () => Promise<T>): Promise<T> {
    // Read twice at once: the one that began first is the one that counts.
    if (this.reading.has(documentId)) return read()
    this.reading.set(documentId, Date.now())
    this.write()
    const alive = setTimeout(() => {
      this.reading.delete(documentId)
      this.write()
    }, this.aliveMs)
    alive.unref()
    try {
      return await read()
    } finally {
      clearTimeout(alive)
      this.reading.delete(documentId)
      this.deaths.delete(documentId)
      this.write()
    }
  }

  private write(): void {
    const reads = { reading: Object.fromEntries(this.reading), deaths: Object.fromEntries(this.deaths) }
    try {
      writeFileSync(this.file, JSON.stringify(reads))
    } catch (error) {
      // The page is read all the same: only the next server would not know.
      this.log.warn({ err: error }, 'which pages are being read could not be noted')
    }
  }
}

/** Lets these pages be read again. */
export function forgiveReads(dataDir: string, documentIds: (id: string) => boolean): void {
  const file = readsFile(dataDir)
  const { deaths } = readReads(file)
  const left = Object.entries(deaths).filter(([id]) => !documentIds(id))
  if (left.length < Object.keys(deaths).length)
    writeFileSync(file, JSON.stringify({ reading: {}, deaths: Object.fromEntries(left) }))
}

function readReads(file: string): Reads {
  try {
    const { reading = {}, deaths = {} } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Reads>
    return { reading, deaths }
  } catch {
    // Nobody has read anything yet, or the server ended while it wrote this: then nothing is known.
    return { reading: {}, deaths: {} }
  }
}
