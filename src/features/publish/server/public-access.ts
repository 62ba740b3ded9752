import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '@/server/db/db'
import { publicFilesOf } from './public-files'
import type { PlacedRow } from './publish.queries'
import * as queries from './publish.queries'

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
 * in the trash is public. `places` hold the page and all above it.
 */
export function publicPage(places: Places, id: string, now: Date): PublicPage | null {
  const row = places.get(id)
  if (!row) return null
  const seen = new Set<string>()
  for (let at: PlacedRow | undefined = row; at && !seen.has(at.id); at = places.get(at.parent_id ?? '')) {
    seen.add(at.id)
    if (at.archived_at !== null) return null
    if (at.is_published !== 1) continue
    const isOver = at.expires_at !== null && Date.parse(at.expires_at) <= now.getTime()
    const isShown = at === row || at.sub_pages === 1
    return isOver || !isShown ? null : { row, shower: at }
  }
  return null
}

/** Can everybody open the page, or everybody who knows its password? */
export const isPublic = async (db: Db, id: string): Promise<boolean> =>
  publicPage(await queries.readPlaces(db, [id]), id, new Date()) !== null

/** May another public page name this one, with its title? One behind a password only to those who are behind it too. */
export const isOpenFrom = (page: PublicPage, from: PublicPage | null): boolean =>
  page.shower.password_hash === null || page.shower.id === from?.shower.id

/** The cookie that holds the key of a page with a password. */
const keyName = (page: PublicPage): string => `sheaf-page-${page.shower.id}`

/** How long a browser that gave the password keeps the page open. */
const KEY_SECONDS = 7 * 24 * 3_600

const signature = (shower: PlacedRow, ends: string): string =>
  createHmac('sha256', `${shower.access_key}`).update(`${shower.id}\n${ends}`).digest('base64url')

/** A `set-cookie` for somebody who gave the right password: for this publication, until the password changes. */
export function keyCookie(page: PublicPage, now: Date, isSecure: boolean): string {
  const ends = String(Math.floor(now.getTime() / 1000) + KEY_SECONDS)
  // Of the whole site, because the page's pictures are not below its address.
  return `${keyName(page)}=${ends}.${signature(page.shower, ends)}; Path=/; Max-Age=${KEY_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** Does the browser that sent these cookies hold the page's key, or needs the page none? */
export function isUnlocked(page: PublicPage, cookies: string | undefined, now: Date): boolean {
  if (page.shower.password_hash === null) return true
  const name = `${keyName(page)}=`
  const given = cookies?.split(/;\s*/).find((cookie) => cookie.startsWith(name))
  const [ends = '', proof = ''] = given?.slice(name.length).split('.') ?? []
  if (!/^\d{1,12}$/.test(ends) || Number(ends) * 1000 <= now.getTime()) return false
  const [mine, theirs] = [Buffer.from(signature(page.shower, ends)), Buffer.from(proof)]
  return mine.length === theirs.length && timingSafeEqual(mine, theirs)
}

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
  const places = await queries.readPlaces(db, [id, parentId])
  // The nearest page that is published decides, so that nothing above changes what it does.
  if (places.get(id)?.is_published === 1) return false
  const there = publicPage(places, parentId, now)?.shower
  if (there?.sub_pages !== 1) return false
  const here = publicPage(places, id, now)?.shower
  return here === undefined || (here.id !== there.id && here.password_hash !== null)
}

/** The public page with this id; null when there is none that the browser with these cookies may see. */
export async function openPublicPage(
  db: Db,
  id: string,
  cookies: string | undefined,
  now = new Date(),
): Promise<PublicPage | null> {
  const page = publicPage(await queries.readPlaces(db, [id]), id, now)
  return page && isUnlocked(page, cookies, now) ? page : null
}

/**
 * May everybody with these cookies have this file: does a page that they may see show it now, to everybody? A file that is
 * kept with a public page, but stands on it no more or only in what readers do not get, is not public (R21), nor is one that
 * somebody named who could not see it (R68).
 */
export async function isPublicFile(
  db: Db,
  fileId: string,
  cookies: string | undefined,
  now = new Date(),
): Promise<boolean> {
  const ids = (await queries.listPagesShowing(db, fileId)).map(({ id }) => id)
  const places = ids.length > 0 ? await queries.readPlaces(db, ids) : new Map()
  for (const id of ids) {
    const page = publicPage(places, id, now)
    if (page && isUnlocked(page, cookies, now) && (await publicFilesOf(db, page.row)).has(fileId)) return true
  }
  return false
}
