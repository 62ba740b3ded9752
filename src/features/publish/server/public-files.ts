import type { PlacedRow } from '@/server/access/public-pages'
import type { Db } from '@/server/db/db'
import { perDatabase } from '@/server/db/per-database'
import { type Askers, askPublic } from './ask-public'
import { OnceForMany } from './once-for-many'
import * as queries from './publish.queries'

interface Kept {
  updatedAt: string
  files: ReadonlySet<string>
  readAt: number
}

const MOST_KEPT = 500
/** No answer is older than this, whatever a page says of when it changed. */
const OLDEST_MS = 5 * 60_000

/** What a server knows of its pages. */
const pagesOf = perDatabase(() => ({
  kept: new Map<string, Kept>(),
  /** Pages that are being looked through, by their state. */
  reading: new OnceForMany<ReadonlySet<string>>(),
}))

type Row = Pick<PlacedRow, 'id' | 'updated_at' | 'cover_image'>

/**
 * The files that a page names in what everybody is shown of it: not those in blocks and marks that are not known
 * (R21). Read once for each state of the page, however many of its pictures are asked for at once. `asker`: for whom a long page is
 * looked through. Throws what `askPublic` throws.
 */
export async function publicFilesOf(db: Db, row: Row, asker: string): Promise<ReadonlySet<string>> {
  const { kept, reading } = pagesOf(db)
  const state = `${row.id} ${row.updated_at}`
  for (;;) {
    const known = kept.get(row.id)
    if (known?.updatedAt === row.updated_at && Date.now() - known.readAt < OLDEST_MS) return known.files
    const others = reading.join(state, asker)
    if (!others) break
    // Those who asked for it are told why it failed; here it is tried anew.
    const files = await others.catch(() => null)
    if (files) return files
  }
  return reading.begin(state, asker, (askers) => readFiles(db, row, askers))
}

async function readFiles(db: Db, row: Row, askers: Askers): Promise<ReadonlySet<string>> {
  const content = await queries.findContent(db, row.id)
  if (!content) return new Set()
  const { kept } = pagesOf(db)
  const rich = content.content_rich
  const files = new Set(await askPublic('files', { rich, cover: row.cover_image }, rich.length, askers))
  kept.delete(row.id)
  // A page that changed between the two looks is read again.
  if (content.updated_at === row.updated_at)
    kept.set(row.id, { updatedAt: row.updated_at, files, readAt: Date.now() })
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break
    kept.delete(oldest)
  }
  return files
}
