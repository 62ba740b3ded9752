import type { Db } from '@/server/db/db'
import type { DocumentRow } from '@/server/db/schema'
import { isShown } from './page-access'
import { walkUp, wayUp } from './pages-above'

/** A page, or one above it, with how it is published. */
export interface PlacedRow
  extends Pick<
    DocumentRow,
    | 'id'
    | 'pod_id'
    | 'parent_id'
    | 'position'
    | 'title'
    | 'icon'
    | 'status'
    | 'archived_at'
    | 'is_published'
    | 'cover_image'
    | 'cover_fit'
    | 'background_gradient'
    | 'text_style'
    | 'small_text'
    | 'full_width'
    | 'toc'
    | 'ai_summary'
    | 'tags'
    | 'word_count'
    | 'created_at'
    | 'updated_at'
  > {
  is_restricted: number
  slug: string | null
  password_hash: string | null
  access_key: string | null
  expires_at: string | null
  noindex: number | null
  sub_pages: number | null
  published_at: string | null
  published_by: string | null
}

const DOCUMENT_COLUMNS = [
  'document.id',
  'document.pod_id',
  'document.parent_id',
  'document.position',
  'document.title',
  'document.icon',
  'document.status',
  'document.archived_at',
  'document.is_published',
  'document.is_restricted',
  'document.cover_image',
  'document.cover_fit',
  'document.background_gradient',
  'document.text_style',
  'document.small_text',
  'document.full_width',
  'document.toc',
  'document.ai_summary',
  'document.tags',
  'document.word_count',
  'document.created_at',
  'document.updated_at',
] as const

const PUBLICATION_COLUMNS = [
  'publication.slug',
  'publication.password_hash',
  'publication.access_key',
  'publication.expires_at',
  'publication.noindex',
  'publication.sub_pages',
  'publication.published_at',
  'publication.published_by',
] as const

/** Well under the number of parameters that one statement may have. */
const CHUNK = 500

/**
 * These pages with all that stand above them and, with `childrenOf`, the pages inside that one that are not in the trash;
 * by id, without what nobody sees yet.
 */
export async function readPlaces(
  db: Db,
  ids: readonly string[],
  childrenOf?: string,
): Promise<Map<string, PlacedRow>> {
  const places = new Map<string, PlacedRow>()
  for (let at = 0; at === 0 || at < ids.length; at += CHUNK) {
    const chunk = ids.slice(at, at + CHUNK)
    const rows = await walkUp(db, (eb) =>
      eb.or([
        ...(chunk.length > 0 ? [eb('document.id', 'in', chunk)] : []),
        ...(childrenOf !== undefined && at === 0
          ? [eb.and([eb('document.parent_id', '=', childrenOf), eb('document.archived_at', 'is', null)])]
          : []),
      ]),
    )
      .leftJoin('publication', 'publication.document_id', 'document.id')
      .select([...DOCUMENT_COLUMNS, ...PUBLICATION_COLUMNS])
      .where(isShown())
      .execute()
    for (const row of rows) places.set(row.id, row)
  }
  return places
}

/** A page that everybody may see, or everybody who knows the password. */
export interface PublicPage {
  row: PlacedRow
  /** The published page that decides: this one, or one above it that shows its sub-pages too. */
  shower: PlacedRow
}

type Places = ReadonlyMap<string, PlacedRow>

/**
 * Is the page public, and by which publication (product.md 4.3, rulings 4)? The nearest page that is published decides,
 * the page itself before those above it: while it is not expired, and for another page only with its sub-pages. Nothing
 * in the trash is public, and a page that only invited people have, with what is inside it, only where it was published itself.
 * `places` hold the page and all above it.
 */
export function publicPage(places: Places, id: string, now: Date): PublicPage | null {
  const row = places.get(id)
  if (!row) return null
  for (const at of wayUp(places, id)) {
    if (at.archived_at !== null) return null
    if (at.is_published !== 1) {
      if (at.is_restricted === 1) return null
      continue
    }
    const isOver = at.expires_at !== null && Date.parse(at.expires_at) <= now.getTime()
    const isShown = at === row || at.sub_pages === 1
    return isOver || !isShown ? null : { row, shower: at }
  }
  return null
}

/** Can everybody open the page, or everybody who knows its password? */
export const isPublic = async (db: Db, id: string): Promise<boolean> =>
  publicPage(await readPlaces(db, [id]), id, new Date()) !== null

/**
 * Would a page that is not published itself become public by being put into this one, for people who cannot see it where it
 * is? The places are asked as they are, before it moves.
 */
export async function isPublishedByMove(
  db: Db,
  id: string,
  parentId: string,
  now = new Date(),
): Promise<boolean> {
  const places = await readPlaces(db, [id, parentId])
  // The nearest page that is published decides, so that nothing above changes what it does.
  if (places.get(id)?.is_published === 1 || places.get(id)?.is_restricted === 1) return false
  const there = publicPage(places, parentId, now)?.shower
  if (there?.sub_pages !== 1) return false
  const here = publicPage(places, id, now)?.shower
  return here === undefined || (here.id !== there.id && here.password_hash !== null)
}
