import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { templates } from '@/features/templates/model'
import type { Services } from '@/server/context'
import type { Db } from '@/server/db/db'
import type { HttpEnv, Routes } from '@/server/http/http'
import { sharedBy } from '@/server/http/sent-bytes'
import { refuseIfFull, type Untaken } from '@/server/http/unsent-answers'
import { t } from '@/shared/i18n'
import { publicPath } from '../model'
import { type ListedPage, listedPages } from './profile.service'
import { publicName, SOMEBODY } from './public-document'
import { addressOf, takeTurn, visitorAt } from './public-limits'
import * as queries from './publish.queries'

const IN_FEED = 20
/** As many addresses as one site map may have. */
const IN_SITEMAP = 50_000
/** As many pages as are read for it at a time, before others have their turn. */
const AT_A_TIME = 500

const escaped = (text: string): string =>
  text
    // What XML cannot hold at all.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .toWellFormed()
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Made for this receiver alone. */
function xml(untaken: Untaken, body: string, type: string): Response {
  const text = `<?xml version="1.0" encoding="utf-8"?>\n${body}\n`
  untaken.hold(Buffer.byteLength(text))
  return new Response(text, {
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' },
  })
}

/** A feed of published pages (RFC 4287). */
function atom(origin: string, path: string, title: string, pages: readonly ListedPage[]): string {
  const entries = pages.map(
    (page) => `<entry>
<id>${origin}/preview/${page.id}</id>
<title>${escaped(page.title)}</title>
<link href="${escaped(origin + page.path)}"/>
<published>${page.publishedAt}</published>
<updated>${page.updatedAt}</updated>
<author><name>${escaped(page.author ?? SOMEBODY())}</name></author>
<summary>${escaped(page.summary)}</summary>
</entry>`,
  )
  const updated =
    pages
      .map((page) => page.updatedAt)
      .sort()
      .at(-1) ?? '1970-01-01T00:00:00.000Z'
  return `<feed xmlns="http://www.w3.org/2005/Atom">
<id>${origin}${path}</id>
<title>${escaped(title)}</title>
<link href="${origin}${path}" rel="self"/>
<link href="${origin}/"/>
<updated>${updated}</updated>
${entries.join('\n')}
</feed>`
}

/** The newest of all pages that lists may show, `most` of them; others have their turn after each few. */
export async function* listedInParts(
  db: Db,
  { most, atATime = AT_A_TIME }: { most: number; atATime?: number },
): AsyncGenerator<queries.ListedRow> {
  const now = new Date().toISOString()
  let after: queries.ListPlace | null = null
  for (let left = most; left > 0; ) {
    const limit = Math.min(left, atATime)
    const rows = await queries.listPublished(db, { now, after, limit })
    yield* rows
    const last = rows.at(-1)
    if (rows.length < limit || !last?.published_at) return
    after = { publishedAt: last.published_at, id: last.id }
    left -= rows.length
    await nextTurn()
  }
}

/**
 * What other programs ask for: `/robots.txt`, `/sitemap.xml`, and feeds of what is published, `/feed.xml` and
 * `/user/<id>/feed.xml`. Pages with a password and those hidden from lists are in none of them.
 */
export function feedsRoutes(services: Services): Routes {
  const app = new Hono<HttpEnv>()
  const { db, config } = services
  const origin = config.publicUrl

  /** Counts an asking, and answers what the visitor has not taken yet. Throws `rate-limited`. */
  async function begin(c: Context<HttpEnv>, of: 'sitemap' | 'feed', address: string): Promise<Untaken> {
    await takeTurn(services.limits, of, address)
    const untaken = c.get('unsent').of(sharedBy(address), c.env.outgoing)
    refuseIfFull(untaken)
    return untaken
  }

  app.get('/robots.txt', (c) =>
    c.text(
      [
        'User-agent: *',
        'Allow: /preview/',
        'Allow: /api/files/',
        'Disallow: /api/',
        'Disallow: /collab',
        'Disallow: /login',
        'Disallow: /signup',
        'Disallow: /settings',
        `Sitemap: ${origin}/sitemap.xml`,
        '',
      ].join('\n'),
      200,
      { 'cache-control': 'public, max-age=3600' },
    ),
  )

  app.get('/sitemap.xml', async (c) => {
    const untaken = await begin(c, 'sitemap', addressOf(c, services))
    const addresses = templates.map(({ slug }) => `<url><loc>${origin}${publicPath(slug)}</loc></url>`)
    for await (const { id, slug, updated_at } of listedInParts(db, { most: IN_SITEMAP - addresses.length }))
      addresses.push(`<url><loc>${origin}${publicPath(id, slug)}</loc><lastmod>${updated_at}</lastmod></url>`)
    return xml(
      untaken,
      `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses.join('\n')}\n</urlset>`,
      'application/xml',
    )
  })

  app.get('/feed.xml', async (c) => {
    const address = addressOf(c, services)
    const untaken = await begin(c, 'feed', address)
    const pages = await listedPages(services, { limit: IN_FEED, asker: visitorAt(address) })
    return xml(untaken, atom(origin, '/feed.xml', t('Published with Sheaf'), pages), 'application/atom+xml')
  })

  app.get('/user/:id/feed.xml', async (c) => {
    const address = addressOf(c, services)
    const untaken = await begin(c, 'feed', address)
    const id = c.req.param('id')
    const pages = await listedPages(services, { by: id, limit: IN_FEED, asker: visitorAt(address) })
    // Somebody without published pages and nobody are the same.
    const person = pages.length > 0 ? await queries.findPerson(db, id) : null
    if (!person) return c.text(`${t('This feed is not here.')}\n`, 404)
    const name = publicName(person.name) ?? SOMEBODY()
    return xml(
      untaken,
      atom(origin, `/user/${id}/feed.xml`, `${name} · Sheaf`, pages),
      'application/atom+xml',
    )
  })
  return app
}
