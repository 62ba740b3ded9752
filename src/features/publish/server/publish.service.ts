import { hashPassword } from 'better-auth/crypto'
import { type PageDetail, UNTITLED } from '@/features/pages/model'
import { requireInheriting } from '@/features/pages/server/branch-rights'
import { getPage, type PagesContext } from '@/features/pages/server/pages.service'
import { lockTreeOf } from '@/features/pages/server/tree.service'
import { isTemplateSlug } from '@/features/templates/slugs'
import { accessOf } from '@/server/access/page-access'
import type { PageRow } from '@/server/access/page-row'
import { type PlacedRow, publicPage, readPlaces } from '@/server/access/public-pages'
import { requirePage } from '@/server/access/require-page'
import type { Services } from '@/server/context'
import type { Db } from '@/server/db/db'
import type { PublicationRow } from '@/server/db/schema'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import type { PublishOptions, PublishPage, UpdatePublication } from '../inputs'
import { PUBLISH_WORDS, type PublishSettings } from '../model'
import * as queries from './publish.queries'

type PublishContext = PagesContext & Pick<Services, 'limits'>

const fresh = (id: string): PublicationRow => ({
  document_id: id,
  slug: null,
  password_hash: null,
  access_key: newId() + newId(),
  expires_at: null,
  noindex: 0,
  sub_pages: 0,
  published_at: null,
  published_by: null,
})

/**
 * Shows a page to everybody, or no longer (product.md 4.3, 7.12); at once either way. The options of the call take effect
 * in the same transaction, so a page is never public without the password it was published with, and a refused option
 * publishes nothing. Throws like `requirePage`; `forbidden` for a template, `locked` for a page in the trash, `bad-input`
 * when its time is over already, `conflict` for a name that another page has.
 */
export async function publishPage(ctx: PublishContext, input: PublishPage): Promise<PageDetail> {
  const { id, isPublished, content } = input
  if (isTemplateSlug(id)) throw new AppError('forbidden', PUBLISH_WORDS.templates)
  await requirePage(ctx, id, 'manage')
  const changes = await changesOf(ctx, input)
  const now = new Date().toISOString()
  await withSlug(ctx.db, input, () =>
    changePublication(ctx, id, async (trx, row) => {
      if (isPublished && row.archived_at !== null) throw new AppError('locked', PUBLISH_WORDS.trashed)
      const ends = changes.expires_at === undefined ? await storedEnd(trx, id) : changes.expires_at
      if (isPublished && ends !== null && ends <= now)
        throw new AppError(
          'bad-input',
          t('The time of this page is over. {expiryPast}', { expiryPast: PUBLISH_WORDS.expiryPast }),
        )
      const set =
        isPublished && row.is_published !== 1 ? { published_at: now, published_by: ctx.caller.user.id } : {}
      await queries.savePublication(trx, fresh(id), { ...changes, ...set })
      await queries.setPublished(trx, id, isPublished)
    }),
  )
  return getPage(ctx, { id, content })
}

/**
 * Changes how a page is published in a transaction, under the lock of its pod, for somebody who manages it by then. Throws `forbidden`
 * when pages of others that lie inside would be public by it.
 */
async function changePublication(
  ctx: PagesContext,
  id: string,
  change: (trx: Db, row: PageRow) => Promise<void>,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await lockTreeOf(trx, id)
    const { row } = await requirePage({ ...ctx, db: trx }, id, 'manage')
    const before = await showerInside(trx, id)
    await change(trx, row)
    const after = await showerInside(trx, id)
    const isOpener = before === null || (before.password_hash !== null && after?.password_hash === null)
    if (after && isOpener) await requireInheriting({ ...ctx, db: trx }, id)
  })
}

/** The published page by which everybody sees what lies in this one, itself or one above it; null when there is none. */
async function showerInside(db: Db, id: string): Promise<PlacedRow | null> {
  const shower = publicPage(await readPlaces(db, [id]), id, new Date())?.shower
  return shower?.sub_pages === 1 ? shower : null
}

const storedEnd = async (db: Db, id: string): Promise<string | null> =>
  (await queries.findPublication(db, id))?.expires_at ?? null

/** How a page is published, for its owner. Throws like `requirePage`. */
export async function publishSettings(ctx: PagesContext, id: string): Promise<PublishSettings> {
  await requirePage(ctx, id, 'manage')
  return settingsOf(ctx, id)
}

async function settingsOf(
  { db, caller }: Pick<PagesContext, 'db' | 'caller'>,
  id: string,
): Promise<PublishSettings> {
  const places = await readPlaces(db, [id])
  const row = places.get(id)
  const shower = publicPage(places, id, new Date())?.shower
  // It may stand behind a password, which this page has not.
  const sees = shower && ((await accessOf(db, caller.user.id, shower.id))?.level ?? null) !== null
  return {
    isPublished: row?.is_published === 1,
    slug: row?.slug ?? null,
    hasPassword: row?.password_hash != null,
    expiresAt: row?.expires_at ?? null,
    noindex: row?.noindex === 1,
    subPages: row?.sub_pages === 1,
    publishedAt: row?.published_at ?? null,
    shownBy: shower && shower.id !== id ? { title: sees ? shower.title || UNTITLED() : null } : null,
  }
}

/**
 * Changes how a page is published, whether it is or not. Throws like `requirePage`; `conflict` for a name that another
 * page has, `bad-input` for a time that is over.
 */
export async function updatePublication(
  ctx: PublishContext,
  input: UpdatePublication,
): Promise<PublishSettings> {
  await requirePage(ctx, input.id, 'manage')
  const changes = await changesOf(ctx, input)
  await withSlug(ctx.db, input, () =>
    changePublication(ctx, input.id, (trx) => queries.savePublication(trx, fresh(input.id), changes)),
  )
  return settingsOf(ctx, input.id)
}

/** How many passwords one person can set in ten minutes: each takes the processor a tenth of a second, and 16 MB. */
const PASSWORDS = { times: 20, seconds: 600 } as const

/**
 * The options as columns; those that were left out are not among them. Throws `bad-input` for a time that is over, `rate-limited`
 * for too many passwords.
 */
async function changesOf(
  { limits, caller }: Pick<PublishContext, 'limits' | 'caller'>,
  options: PublishOptions,
): Promise<Partial<PublicationRow>> {
  const { slug, password, expiresAt, noindex, subPages } = options
  if (expiresAt && Date.parse(expiresAt) <= Date.now())
    throw new AppError('bad-input', PUBLISH_WORDS.expiryPast)
  if (typeof password === 'string')
    await limits.take(`publish-password:${caller.user.id}`, PASSWORDS.times, PASSWORDS.seconds)
  return {
    ...(slug !== undefined && { slug }),
    // A person who has the old password has to give the new one.
    ...(password !== undefined && {
      password_hash: password === null ? null : await hashPassword(password),
      access_key: newId() + newId(),
    }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(noindex !== undefined && { noindex: Number(noindex) }),
    ...(subPages !== undefined && { sub_pages: Number(subPages) }),
  }
}

/** Saves, unless another page has the name: then it throws `conflict`, and nothing is saved. */
async function withSlug(
  db: Db,
  { id, slug }: { id: string; slug?: string | null | undefined },
  save: () => Promise<void>,
): Promise<void> {
  if (slug && (await isTaken(db, slug, id))) throw new AppError('conflict', PUBLISH_WORDS.slugTaken)
  try {
    await save()
  } catch (error) {
    // Somebody else took it between the question and the answer: the unique column decides.
    if (slug && (await isTaken(db, slug, id)))
      throw new AppError('conflict', PUBLISH_WORDS.slugTaken, { cause: error })
    throw error
  }
}

async function isTaken(db: Db, slug: string, id: string): Promise<boolean> {
  const owner = await queries.findSlugOwner(db, slug)
  return owner !== null && owner !== id
}
