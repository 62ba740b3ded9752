import { publicPage, readPlaces } from '@/server/access/public-pages'
import type { Db } from '@/server/db/db'
import { perDatabase } from '@/server/db/per-database'
import { language } from '@/shared/i18n'
import { describe, type PublicDocument, readPublicSource, stampOf } from './public-document'

/** What lists, feeds and pictures show of a public page. */
export type PublicFacts = Omit<PublicDocument, 'blocks' | 'above' | 'subPages'>

interface KeptFacts {
  facts: PublicFacts
  stamp: string
  names: readonly string[]
  madeAt: number
}

const MOST_KEPT = 2_000
/** What no stamp tells of, such as the name of a person, is as old as this at most. */
const OLDEST_MS = 5 * 60_000

/** What a server knows of its pages, by language and id. */
const keptOf = perDatabase(() => new Map<string, KeptFacts>())

/**
 * What everybody may know of a public page, beside what stands on it; null when it is not public. The page itself is only
 * read again when something of it has changed. `asker`: for whom a long page is looked through. Throws what `askPublic` throws.
 */
export async function readPublicFacts(
  db: Db,
  id: string,
  origin: string,
  { asker, now = new Date() }: { asker: string; now?: Date },
): Promise<PublicFacts | null> {
  const kept = keptOf(db)
  // What stands in place of what is hidden is said in it.
  const key = `${language()} ${id}`
  const known = kept.get(key)
  if (known && now.getTime() - known.madeAt < OLDEST_MS) {
    const places = await readPlaces(db, [id, ...known.names], id)
    const page = publicPage(places, id, now)
    if (!page) return null
    if (stampOf(page, known.names, places, now) === known.stamp) return known.facts
  }
  kept.delete(key)
  const read = await readPublicSource(db, id, origin, { asker, now })
  if (!read) return null
  const { above: _, subPages: __, ...frame } = read.frame
  const facts = { ...frame, description: await describe(read, asker) }
  kept.set(key, { facts, stamp: read.stamp, names: read.names, madeAt: now.getTime() })
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break
    kept.delete(oldest)
  }
  return facts
}
