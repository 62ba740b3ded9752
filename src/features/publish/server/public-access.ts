import { createHmac, timingSafeEqual } from 'node:crypto'
import { type PlacedRow, type PublicPage, publicPage, readPlaces } from '@/server/access/public-pages'
import type { Db } from '@/server/db/db'
import { publicFilesOf } from './public-files'
import * as queries from './publish.queries'

/** May another public page name this one, with its title? One behind a password only to those who are behind it too. */
export const isOpenFrom = (page: PublicPage, from: PublicPage | null): boolean =>
  page.shower.password_hash === null || page.shower.id === from?.shower.id

/** The cookie that holds the key of a page with a password. */
const keyName = (page: PublicPage): string => `sheaf-page-${page.shower.id}`

/** How long a browser that gave the password keeps the page open. */
const KEY_SECONDS = 7 * 24 * 3_600

const signature = (shower: PlacedRow, ends: string): string =>
  createHmac('sha256', `${shower.access_key}`).update(`${shower.id}\n${ends}`).digest('base64url')

/**
 * A `set-cookie` for somebody who gave the right password: for this publication, until the password changes. `isFramed`: the page stands in
 * one of another site, for which browsers keep cookies apart, and only those that say so.
 */
export function keyCookie(
  page: PublicPage,
  now: Date,
  { isSecure, isFramed }: { isSecure: boolean; isFramed: boolean },
): string {
  const ends = String(Math.floor(now.getTime() / 1000) + KEY_SECONDS)
  // Of the whole site, because the page's pictures are not below its address.
  return `${keyName(page)}=${ends}.${signature(page.shower, ends)}; Path=/; Max-Age=${KEY_SECONDS}; HttpOnly; ${isSecure && isFramed ? 'SameSite=None; Partitioned' : 'SameSite=Lax'}${isSecure ? '; Secure' : ''}`
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

/** The public page with this id; null when there is none that the browser with these cookies may see. */
export async function openPublicPage(
  db: Db,
  id: string,
  cookies: string | undefined,
  now = new Date(),
): Promise<PublicPage | null> {
  const page = publicPage(await readPlaces(db, [id]), id, now)
  return page && isUnlocked(page, cookies, now) ? page : null
}

/**
 * How everybody with these cookies may have this file, or null: does a page that they may see show it now, to everybody? A file that is
 * kept with a public page, but stands on it no more or only in what readers do not get, is not public (R21), nor is one that
 * somebody named who could not see it (R68). `asker`: for whom a long page is looked through. Throws what `askPublic` throws.
 */
export async function isPublicFile(
  db: Db,
  fileId: string,
  cookies: string | undefined,
  { asker, now = new Date() }: { asker: string; now?: Date },
): Promise<{ isListed: boolean } | null> {
  const ids = (await queries.listPagesShowing(db, fileId)).map(({ id }) => id)
  const places = ids.length > 0 ? await readPlaces(db, ids) : new Map()
  let found: { isListed: boolean } | null = null
  for (const id of ids) {
    const page = publicPage(places, id, now)
    if (!page || !isUnlocked(page, cookies, now)) continue
    const isListed = page.shower.noindex !== 1 && page.shower.password_hash === null
    // What one page hides from search engines may stand on another that does not.
    if ((isListed || !found) && (await publicFilesOf(db, page.row, asker)).has(fileId)) found = { isListed }
    if (found?.isListed) break
  }
  return found
}
