import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { verifyPassword } from 'better-auth/crypto'
import { type Context, Hono } from 'hono'
import { EMBED_SOURCES } from '@/blocks/media/embeds'
import { isTemplateSlug } from '@/features/templates/slugs'
import { publicPage, readPlaces } from '@/server/access/public-pages'
import type { Services } from '@/server/context'
import { clientGroup, clientNetwork } from '@/server/http/client-address'
import type { HttpEnv, Routes } from '@/server/http/http'
import { frameAncestors } from '@/server/http/security-headers'
import { sentBytes, sharedBy } from '@/server/http/sent-bytes'
import { refuseIfFull } from '@/server/http/unsent-answers'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { PASSWORD } from '../model'
import { type Askers, askPublic, lengthToDraw, lengthToWrite } from './ask-public'
import { FailedDrawings } from './failed-drawings'
import { type CachedPage, PageCache } from './page-cache'
import { isUnlocked, keyCookie } from './public-access'
import { type PublicFrame, readPublicSource, stampOf, templateDocument } from './public-document'
import { type PublicFacts, readPublicFacts } from './public-facts'
import { notFoundHtml, PUBLIC_LOOK, passwordHtml, type Site } from './public-html'
import { addressOf, takeTurn, visitorAt } from './public-limits'
import type { MadeFile, PublicContent } from './public-work'
import * as queries from './publish.queries'
import { ShareImages } from './share-image'

/**
 * Tries at passwords: of one client at that of a page in ten minutes, of all together in an hour; beyond those of one network in ten
 * minutes, and of all networks in an hour; and of one client at those of all pages, right or wrong, in ten minutes.
 */
const TRIES = {
  ...{ client: 10, clientSeconds: 600, all: 200, allSeconds: 3_600 },
  ...{ spared: 3, sparedOfAll: 300, given: 600 },
} as const

const WRONG = () => t('This is not the password.')
const TOO_OFTEN = () => t('This password has been tried too often. Please try again later.')

const NO_COOKIES = () =>
  t(
    'This browser kept no cookie of this site, and without it the page stays closed. Allow cookies here, and give the password again.',
  )

/** Stands in the address, once, after the right password was given. */
const GIVEN = 'given'

const hashOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('base64')

const pack = promisify(brotliCompress)

const doesTakeBrotli = (c: Context<HttpEnv>): boolean =>
  /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(c.req.header('accept-encoding') ?? '')

const bodyOf = (c: Context<HttpEnv>, { packed, bytes }: MadeFile): Uint8Array =>
  doesTakeBrotli(c) ? packed : bytes

/** The policy of a public page: nothing runs, nothing is styled but by our sheet and by what this very page holds (R31). */
const policyOf = (embedOrigins: readonly string[], styleHashes: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'none'",
    // Nothing on the page connects to anything: this is for tools that look at a page from within, such as at robots.txt.
    "connect-src 'self'",
    `style-src 'self'${styleHashes.map((hash) => ` 'sha256-${hash}'`).join('')}`,
    // Sizes and colours that stand at the elements themselves; none of them can name an address.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: https:",
    "media-src 'self' https:",
    `frame-src 'self' ${EMBED_SOURCES.join(' ')}`,
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    frameAncestors(embedOrigins),
  ].join('; ')

/** What a page is read as: by people, or by other programs. */
type Form = 'html' | 'markdown'

/** How often somebody else's drawing of the same page is waited for. */
const ROUNDS = 3

/** A page that was drawn is given as often as it is asked for, unless it names more pages than this. */
const NAMED_UNCOUNTED = 200

/** Kept by nobody without asking again: it can end at any moment. */
const ASK_AGAIN = 'no-cache'

/**
 * `GET /preview/<id or name>`: a published page, for everybody and without scripts (product.md 2.3, rulings 4); with `.md`
 * as Markdown. `POST` takes its password. `fontFaces` are the rules of the built application.
 */
export function previewRoutes(services: Services, fontFaces = ''): Routes {
  const app = new Hono<HttpEnv>()
  const { db, limits } = services
  const { embedOrigins } = services.config
  const look = Buffer.from(fontFaces + PUBLIC_LOOK)
  const site: Site = {
    origin: services.config.publicUrl,
    look: `/preview/look/${hashOf(look).replace(/\W/g, '').slice(0, 16)}.css`,
  }
  const isSecure = services.config.publicUrl.startsWith('https:')
  const cache = new PageCache()
  const failed = new FailedDrawings()
  let packedLook: Promise<Buffer> | null = null
  const images = new ShareImages(services)

  const html = (c: Context<HttpEnv>, text: string, status: 200 | 401 | 404 | 429) =>
    c.html(text, status, {
      'content-security-policy': policyOf(embedOrigins, []),
      'cache-control': 'no-store',
      // Not `no-referrer`: with it a browser sends the form without saying where it comes from, and it is refused.
      'referrer-policy': 'same-origin',
    })

  /** What the visitor has not taken yet. */
  const untakenBy = (c: Context<HttpEnv>) =>
    c.get('unsent').of(sharedBy(addressOf(c, services)), c.env.outgoing)

  /** The public page at this address, whether the browser may have it, and what was drawn of it if that still holds. */
  async function find(c: Context<HttpEnv>, address: string, form: Form) {
    const id = await queries.findByAddress(db, address)
    if (id === null) return null
    const drawn = cache.find(`${form} ${id}`)
    const names = drawn?.names ?? []
    // Each of them is looked at, and how many they are is its author's choice.
    if (names.length > NAMED_UNCOUNTED) await takeTurn(limits, 'naming', addressOf(c, services))
    const places = await readPlaces(db, [id, ...names], id)
    const now = new Date()
    const page = publicPage(places, id, now)
    // A name in the address is that of its own page while that is published itself.
    if (!page || (address !== id && page.row.is_published !== 1)) return null
    const isFresh = drawn !== null && drawn.stamp === stampOf(page, names, places, now)
    return { page, drawn: isFresh ? drawn : null, isOpen: isUnlocked(page, c.req.header('cookie'), now) }
  }

  /** The public page at this address as it is sent; null when there is none. It is drawn once, however many ask for it. */
  async function open(c: Context<HttpEnv>, address: string, form: Form) {
    const asker = visitorAt(addressOf(c, services))
    for (let round = 1; ; round++) {
      const found = await find(c, address, form)
      if (!found?.isOpen || found.drawn) return found
      // What was drawn is for everybody, as often as they ask; `.md` has been counted.
      if (form === 'html' && round === 1) await takeTurn(limits, 'html', addressOf(c, services))
      refuseIfFull(untakenBy(c))
      const { id } = found.page.row
      const make = (askers: Askers) => drawPage(id, form, askers)
      const made = await cache.draw(`${form} ${id}`, make, { asker, waits: round < ROUNDS })
      if (made.isOthers) continue
      // It may have been closed, or given another password, while it was drawn.
      const still = await find(c, address, form)
      return still && { ...still, drawn: made.page }
    }
  }

  async function drawPage(id: string, form: Form, asker: Askers): Promise<Omit<CachedPage, 'madeAt'> | null> {
    const source = await readPublicSource(db, id, site.origin, { asker })
    if (!source) return null
    const { frame, content, stamp, names } = source
    const made = await failed.unless(`${form} ${id}`, stamp, () => drawn(frame, content, form, asker))
    return { ...made, stamp, names }
  }

  async function template(slug: string, form: Form): Promise<CachedPage | null> {
    const key = `${form} ${slug}`
    for (;;) {
      const known = cache.find(key)
      if (known) return known
      const make = async (askers: Askers) => {
        const document = await templateDocument(slug)
        if (!document) return null
        const { blocks, ...frame } = document
        const content = { rich: JSON.stringify(blocks), links: null }
        return { ...(await drawn(frame, content, form, askers)), stamp: '', names: [] }
      }
      const made = await cache.draw(key, make, { asker: 'templates' })
      if (!made.isOthers) return made.page
    }
  }

  function drawn(frame: PublicFrame, content: PublicContent, form: Form, asker: Askers): Promise<MadeFile> {
    const { rich } = content
    if (form === 'markdown')
      return askPublic('markdown', { content, title: frame.title }, lengthToWrite(rich), asker)
    const job = { content, frame, image: `${frame.path}/image.png`, site }
    return askPublic('html', job, lengthToDraw(rich), asker)
  }

  function send(c: Context<HttpEnv>, page: CachedPage, type: Record<string, string>, isPrivate: boolean) {
    const takesBrotli = doesTakeBrotli(c)
    const etag = takesBrotli ? `${page.etag.slice(0, -1)}-br"` : page.etag
    const headers: Record<string, string> = {
      ...type,
      'cache-control': isPrivate ? `private, ${ASK_AGAIN}` : ASK_AGAIN,
      vary: isPrivate ? 'accept-encoding, cookie' : 'accept-encoding',
      etag,
    }
    if (c.req.header('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
    const body = bodyOf(c, page)
    if (takesBrotli) headers['content-encoding'] = 'br'
    headers['content-length'] = String(body.byteLength)
    if (c.req.method === 'HEAD') return new Response(null, { headers })
    // Another may be drawn in its place before it is taken.
    untakenBy(c).holdShared(body)
    return new Response(sentBytes(body), { headers })
  }

  const sendHtml = (c: Context<HttpEnv>, page: CachedPage, isPrivate: boolean) =>
    send(
      c,
      page,
      {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policyOf(embedOrigins, page.styleHashes),
      },
      isPrivate,
    )

  app.get('/preview/look/:sheet', async (c) => {
    if (c.req.path !== site.look) return c.text(t('There is no such style sheet.'), 404)
    const headers = {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    }
    c.get('unsent').endWhenStalled(c.env.outgoing)
    if (!doesTakeBrotli(c)) return c.body(sentBytes(look), 200, headers)
    packedLook ??= pack(look).catch((error) => {
      packedLook = null
      throw error
    })
    return c.body(sentBytes(await packedLook), 200, { ...headers, 'content-encoding': 'br' })
  })

  app.get('/preview/:address{.+\\.md}', async (c) => {
    await takeTurn(limits, 'markdown', addressOf(c, services))
    const address = c.req.param('address').slice(0, -3)
    const type = { 'content-type': 'text/markdown; charset=utf-8' }
    const known = isTemplateSlug(address) ? await template(address, 'markdown') : null
    if (known) return send(c, known, type, false)
    const found = await open(c, address, 'markdown')
    if (!found?.isOpen || !found.drawn)
      return c.text(`${t('Page not found.')}\n`, 404, { 'cache-control': 'no-store' })
    const { noindex, password_hash } = found.page.shower
    const isPrivate = password_hash !== null
    const robots: Record<string, string> = noindex === 1 || isPrivate ? { 'x-robots-tag': 'noindex' } : {}
    return send(c, found.drawn, { ...type, ...robots }, isPrivate)
  })

  async function openFacts(c: Context<HttpEnv>, address: string): Promise<PublicFacts | null> {
    if (isTemplateSlug(address)) return templateDocument(address)
    const found = await find(c, address, 'html')
    if (!found?.isOpen) return null
    const asker = visitorAt(addressOf(c, services))
    const facts = await readPublicFacts(db, found.page.row.id, site.origin, { asker })
    // It may have been closed meanwhile.
    return (await find(c, address, 'html'))?.isOpen ? facts : null
  }

  app.get('/preview/:address/image.png', async (c) => {
    await takeTurn(limits, 'image', addressOf(c, services))
    const document = await openFacts(c, c.req.param('address'))
    if (!document) return c.text(`${t('Picture not found.')}\n`, 404, { 'cache-control': 'no-store' })
    const { png, etag } = await images.draw(document, visitorAt(addressOf(c, services)))
    const headers = {
      'content-type': 'image/png',
      'cache-control': document.hasPassword ? `private, ${ASK_AGAIN}` : ASK_AGAIN,
      // It is made to be shown elsewhere.
      'cross-origin-resource-policy': 'cross-origin',
      etag,
    }
    if (c.req.header('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
    if (c.req.method !== 'HEAD') untakenBy(c).holdShared(png)
    return c.body(sentBytes(png), 200, headers)
  })

  app.get('/preview/:address', async (c) => {
    const address = c.req.param('address')
    const known = isTemplateSlug(address) ? await template(address, 'html') : null
    if (known) return sendHtml(c, known, false)
    const found = await open(c, address, 'html')
    if (!found) return html(c, notFoundHtml(site), 404)
    // Asked for once more right after the password was given.
    const isGiven = c.req.query(GIVEN) !== undefined
    if (!found.isOpen) return html(c, passwordHtml(site, c.req.path, isGiven ? NO_COOKIES() : null), 401)
    if (isGiven) return redirected(c, c.req.path)
    if (!found.drawn) return html(c, notFoundHtml(site), 404)
    return sendHtml(c, found.drawn, found.page.shower.password_hash !== null)
  })

  app.post('/preview/:address', async (c) => {
    const found = await find(c, c.req.param('address'), 'html')
    if (!found) return html(c, notFoundHtml(site), 404)
    const { page } = found
    const hash = page.shower.password_hash
    if (hash !== null) {
      const password = await givenPassword(c)
      const ip = addressOf(c, services)
      const all = `page-password:${page.shower.id}`
      const mine = `page-password:${page.shower.id}:${clientGroup(ip)}`
      const spared = `page-password:${page.shower.id}:${clientNetwork(ip)}`
      const given = `page-password-given:${clientGroup(ip)}`
      let isOfAll = true
      try {
        // Counted before it is looked at, so that no number of guesses at once gets past.
        await limits.take(mine, TRIES.client, TRIES.clientSeconds)
        // The right one takes as long to look at, and clears what is counted of it.
        await limits.take(given, TRIES.given, TRIES.clientSeconds)
        // When some have used up what all have, readers elsewhere still have a few tries.
        isOfAll = await limits.take(all, TRIES.all, TRIES.allSeconds).then(
          () => true,
          async (error: unknown) => {
            if (!(error instanceof AppError)) throw error
            await limits.take(spared, TRIES.spared, TRIES.clientSeconds)
            await limits.take(`${all}:spared`, TRIES.sparedOfAll, TRIES.allSeconds)
            return false
          },
        )
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return html(c, passwordHtml(site, c.req.path, TOO_OFTEN()), 429)
      }
      const isRight = password !== null && (await verifyPassword({ hash, password }))
      if (!isRight) return html(c, passwordHtml(site, c.req.path, WRONG()), 401)
      // Only guesses are bounded for all together: readers who know the password are of any number, if not behind one address.
      await Promise.all([limits.clear(mine), isOfAll && limits.giveBack(all)])
      const isFramed = /^i?frame$/.test(c.req.header('sec-fetch-dest') ?? '')
      c.header('set-cookie', keyCookie(page, new Date(), { isSecure, isFramed }))
    }
    return redirected(c, `${c.req.path}?${GIVEN}`)
  })

  app.get('/preview/*', (c) => html(c, notFoundHtml(site), 404))
  return app
}

function redirected(c: Context<HttpEnv>, to: string): Response {
  c.header('cache-control', 'no-store')
  return c.redirect(to, 303)
}

/** What stands in the form; null when nothing that could be a password does. */
async function givenPassword(c: Context<HttpEnv>): Promise<string | null> {
  if (Number(c.req.header('content-length') ?? Number.POSITIVE_INFINITY) > 4_096) return null
  const form = new URLSearchParams(await c.req.text())
  const password = form.get('password') ?? ''
  return password === '' || password.length > PASSWORD.max ? null : password
}
