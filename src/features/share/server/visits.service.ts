import { listPagesShowing } from '@/features/files/server/file-pages'
import { type PageStatus, UNTITLED } from '@/features/pages/model'
import { titlesAbove } from '@/features/pages/server/tree.service'
import { publicPath } from '@/features/publish/model'
import { askPublic } from '@/features/publish/server/ask-public'
import type { KnownPage } from '@/features/publish/server/public-blocks'
import { linkTable, placesAround, storedContent } from '@/features/publish/server/public-document'
import { publicFilesOf } from '@/features/publish/server/public-files'
import { visitorAt } from '@/features/publish/server/public-limits'
import { shownOnce } from '@/features/publish/server/shown-blocks'
import { isTemplateSlug } from '@/features/templates/slugs'
import { isHiddenFrom } from '@/server/access/hidden-review'
import { levelsOf } from '@/server/access/page-access'
import { publicPage } from '@/server/access/public-pages'
import { requirePage } from '@/server/access/require-page'
import { visitedAbove, visitedPages } from '@/server/access/visitor-access'
import type { RequestContext, Services, SignedInContext } from '@/server/context'
import { clientGroup } from '@/server/http/client-address'
import { hashOfToken } from '@/server/token-hash'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { NOT_THERE } from '@/shared/not-there'
import type { Level } from '@/shared/permissions'
import { type LinkLevel, type PageByLink, SHARE_WORDS } from '../model'
import { isOver } from './links.service'
import * as queries from './share.queries'
import { heldWith, linksHeld } from './visit-cookie'

/* What somebody who is not signed in reads by a secret link: the settled page, as everybody may see its blocks, and nothing beside it. */

/** What one client can ask for in a minute: links to try, and pages to read. */
const A_MINUTE = { links: 60, pages: 600 } as const

type Visitor = Pick<RequestContext, 'db' | 'config' | 'caller' | 'limits' | 'cookies'>

/**
 * A visitor comes by a link: their browser holds it from now on, in a cookie. Answers the page. Throws `not-found`, in the same words,
 * for a token that was never one, one that is none any more, and one whose page is in the trash.
 */
export async function openVisit(
  { db, config, limits }: Pick<Services, 'db' | 'config' | 'limits'>,
  { token, ip, cookies }: { token: string; ip: string; cookies: string | undefined },
): Promise<{ id: string; cookie: string }> {
  await limits.take(`open-visit:${clientGroup(ip)}`, A_MINUTE.links, 60)
  const found = await queries.findLinkByToken(db, hashOfToken(token))
  const id = found && !isOver(found) ? found.document_id : null
  if (id === null || !(await visitedPages(db, [hashOfToken(token)], [id])).has(id))
    throw new AppError('not-found', SHARE_WORDS.linkGone)
  return { id, cookie: heldWith(config, cookies, token) }
}

/** A page as a visitor reads it. Throws `not-found`, as for a page that is not there, when none of their links opens it. */
export async function pageByLink(ctx: Visitor, id: string): Promise<PageByLink> {
  const { db, config, caller, limits } = ctx
  const links = caller.user === null ? linksHeld(config, ctx.cookies) : []
  const gone = () => new AppError('not-found', NOT_THERE())
  if (links.length === 0) throw gone()
  const client = clientGroup(caller.ip)
  await limits.take(`visited:${client}`, A_MINUTE.pages, 60)
  return settledPage(ctx, id, {
    levels: (ids) => visitedPages(db, links, ids),
    above: () => visitedAbove(db, links, id),
    asker: visitorAt(caller.ip),
  })
}

/**
 * A page as a viewer reads it from whom its owner hides the review: as a visitor does. Throws `conflict` for anybody who can open the
 * page itself.
 */
export async function pageWithoutReview(ctx: SignedInContext, id: string): Promise<PageByLink> {
  const { db, caller, limits } = ctx
  const { facts } = await requirePage(ctx, id, 'view')
  if (!(await isHiddenFrom(ctx, id, facts.level)))
    throw new AppError('conflict', t('You can open this page itself.'))
  await limits.take(`settled:${caller.user.id}`, A_MINUTE.pages, 60)
  return settledPage(ctx, id, {
    levels: (ids) => levelsOf(db, caller.user.id, ids),
    // The nearest comes first, and this page before all.
    above: async () =>
      [...(await titlesAbove(db, caller.user.id, id)).keys()].filter((other) => other !== id).reverse(),
    asker: caller.user.id,
  })
}

/** Somebody who reads a settled page. */
interface Reader {
  /** What they may do with those of these pages that they may see. */
  levels(ids: readonly string[]): Promise<ReadonlyMap<string, Level>>
  /** The pages above that they may see, the topmost first. */
  above(): Promise<string[]>
  /** Who is counted as asking. */
  asker: string
}

async function settledPage(
  { db, config }: Pick<Visitor, 'db' | 'config'>,
  id: string,
  reader: Reader,
): Promise<PageByLink> {
  const { asker } = reader
  const gone = () => new AppError('not-found', NOT_THERE())
  const stored = (await reader.levels([id])).has(id) && (await storedContent(db, id))
  if (!stored) throw gone()
  const rich = stored.content_rich
  const named = await askPublic('names', { rich, origin: config.publicUrl }, rich.length, asker)
  const names = named.filter((name) => !isTemplateSlug(name))
  const places = await placesAround(db, id, names)
  const seen = await reader.levels([...places.keys()])
  const row = places.get(id)
  const level = seen.get(id)
  // It was taken back while this was asked.
  if (!row || level === undefined) throw gone()
  const now = new Date()
  const known = (other: string): KnownPage | null => {
    const place = places.get(other)
    if (!place) return null
    const shown = { title: place.title || UNTITLED(), icon: place.icon }
    if (seen.has(other)) return { path: `/${other}`, ...shown }
    const published = publicPage(places, other, now)
    return published?.shower.password_hash === null ? { path: publicPath(other), ...shown } : null
  }
  const content = { rich, links: linkTable(named, places, known, config.publicUrl) }
  const above = await reader.above()
  return {
    id,
    level: level as LinkLevel,
    title: row.title,
    icon: row.icon,
    status: row.status as PageStatus,
    tags: JSON.parse(row.tags) as string[],
    coverImage: row.cover_image,
    coverFit: row.cover_fit,
    backgroundGradient: row.background_gradient,
    textStyle: row.text_style,
    smallText: row.small_text === 1,
    fullWidth: row.full_width === 1,
    toc: row.toc === 1,
    aiSummary: row.ai_summary,
    updatedAt: row.updated_at,
    blocks: await shownOnce(id, content, asker),
    above: above.flatMap((other) => {
      const place = places.get(other)
      return place ? [{ id: other, title: place.title || UNTITLED(), icon: place.icon }] : []
    }),
    subPages: [...places.values()]
      .filter((place) => place.parent_id === id && place.archived_at === null && seen.has(place.id))
      .sort((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : a.id < b.id ? -1 : 1))
      .map((place) => ({
        path: `/${place.id}`,
        title: place.title || UNTITLED(),
        icon: place.icon,
        status: place.status,
        tags: JSON.parse(place.tags) as string[],
        updatedAt: place.updated_at,
      })),
  }
}

/** Does a page that a visitor may read by their links show this file now, in what everybody may see of it? */
export async function isVisitedFile(
  { db, config, caller }: Pick<Visitor, 'db' | 'config' | 'caller'>,
  fileId: string,
  cookies: string | undefined,
): Promise<boolean> {
  const links = caller.user === null ? linksHeld(config, cookies) : []
  if (links.length === 0) return false
  const showing = await listPagesShowing(db, fileId)
  const seen = await visitedPages(
    db,
    links,
    showing.map(({ id }) => id),
  )
  const asker = visitorAt(caller.ip)
  for (const row of showing)
    if (seen.has(row.id) && (await publicFilesOf(db, row, asker)).has(fileId)) return true
  return false
}
