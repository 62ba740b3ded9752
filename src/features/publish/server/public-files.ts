import type { Block } from '@/blocks'
import { filesNamedIn } from '@/features/pages/copied-blocks'
import type { PlacedRow } from '@/server/access/public-pages'
import type { Db } from '@/server/db/db'
import { publicBlocks } from './public-blocks'
import * as queries from './publish.queries'

interface Kept {
  updatedAt: string
  files: ReadonlySet<string>
  readAt: number
}

const MOST_KEPT = 500
/** No answer is older than this, whatever a page says of when it changed. */
const OLDEST_MS = 5 * 60_000

const kept = new Map<string, Kept>()

/**
 * The files that a page names in what everybody is shown of it: not those in blocks and marks that are not known
 * (R21). Read once for each state of the page.
 */
export async function publicFilesOf(
  db: Db,
  row: Pick<PlacedRow, 'id' | 'updated_at' | 'cover_image'>,
): Promise<ReadonlySet<string>> {
  const known = kept.get(row.id)
  if (known?.updatedAt === row.updated_at && Date.now() - known.readAt < OLDEST_MS) return known.files
  const content = await queries.findContent(db, row.id)
  if (!content) return new Set()
  const shown = publicBlocks(JSON.parse(content.content_rich) as Block[], NO_PAGES)
  const files = filesNamedIn(shown, row.cover_image)
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

/** Which other pages are public makes no difference to files. */
const NO_PAGES = { page: () => null, origin: '' }
