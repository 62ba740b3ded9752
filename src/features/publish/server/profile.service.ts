import type { RequestContext } from '@/server/context'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { ProfilePage, PublicProfile } from '../model'
import { publicName, SOMEBODY } from './public-document'
import { readPublicFacts } from './public-facts'
import { takeTurn, visitorAt } from './public-limits'
import * as queries from './publish.queries'

const AT_ONCE = 30
const NOBODY = () => t('There is nobody here, or you have no access to their page.')

type Ctx = Pick<RequestContext, 'db' | 'config'>

/** A published page in a list of them. */
export interface ListedPage extends ProfilePage {
  updatedAt: string
  /** Who published it; null when that person is gone, or their name is an address. */
  author: string | null
}

/**
 * The pages that are published for everybody and not hidden from lists, the newest first; `by` one person. What is said of
 * each is taken from the page as everybody may see it: its plain text may name pages that are private (R21). `asker`: for whom long
 * pages are looked through.
 */
export async function listedPages(
  { db, config }: Ctx,
  filter: { by?: string; after?: queries.ListPlace | null; limit: number; asker: string },
): Promise<ListedPage[]> {
  const rows = await queries.listPublished(db, { ...filter, now: new Date().toISOString() })
  const listed: ListedPage[] = []
  for (const row of rows) {
    const facts = await readPublicFacts(db, row.id, config.publicUrl, { asker: filter.asker })
    if (!facts) continue
    const { id, path, title, icon, description, publishedAt, author } = facts
    const updatedAt = row.updated_at
    listed.push({
      id,
      path,
      title,
      icon,
      summary: description,
      publishedAt: publishedAt ?? updatedAt,
      updatedAt,
      author: author?.name ?? null,
    })
  }
  return listed
}

/**
 * Somebody's page (product.md 2.6, rulings 2): for themselves, for those who share a pod with them and, once they have
 * published something that lists may show, for everybody. Throws `not-found` in the same words for all others.
 */
export async function publicProfile(
  ctx: Pick<RequestContext, 'db' | 'config' | 'caller' | 'limits'>,
  { id, cursor }: { id: string; cursor?: string | null | undefined },
): Promise<PublicProfile> {
  const { db, caller } = ctx
  await takeTurn(ctx.limits, 'profile', caller.ip)
  const [publishedAt, after] = cursor?.split('~') ?? []
  const [person, found] = await Promise.all([
    queries.findPerson(db, id),
    listedPages(ctx, {
      by: id,
      limit: AT_ONCE + 1,
      asker: caller.user?.id ?? visitorAt(caller.ip),
      after: publishedAt && after ? { publishedAt, id: after } : null,
    }),
  ])
  const near = caller.user !== null && (await queries.isKnown(db, caller.user.id, id))
  const unlisted = near ? await queries.findUnlisted(db, id, new Date().toISOString()) : null
  if (!person || (found.length === 0 && !near)) throw new AppError('not-found', NOBODY())
  const pages = found.slice(0, AT_ONCE)
  const last = pages.at(-1)
  return {
    id,
    name: near ? person.name : (publicName(person.name) ?? SOMEBODY()),
    username: person.username,
    avatarUrl: person.image,
    unlisted: unlisted === 'hidden' && caller.user?.id !== id ? null : unlisted,
    pages: pages.map(({ author: _, updatedAt: __, ...page }) => page),
    nextCursor: found.length > AT_ONCE && last ? `${last.publishedAt}~${last.id}` : null,
  }
}
