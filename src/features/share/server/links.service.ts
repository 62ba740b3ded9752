import { createHmac, randomBytes } from 'node:crypto'
import { settleAccess } from '@/features/pages/server/inherited-access'
import { idsBelow, lockTreeOf } from '@/features/pages/server/tree.service'
import { openWay } from '@/server/access/privacy'
import { visitedPages } from '@/server/access/visitor-access'
import { authSecret } from '@/server/auth-secret'
import type { Services } from '@/server/context'
import { hashOfToken } from '@/server/token-hash'
import { AppError } from '@/shared/errors'
import type { OpenLink, SetLink } from '../inputs'
import { type LinkLevel, SHARE_WORDS, type ShareLink } from '../model'
import * as queries from './share.queries'
import { changeSharing, hasLevel, requireMayGive, type ShareContext } from './share.service'
import { linksHeld } from './visit-cookie'

/** How many links somebody can try in a minute; a token has 256 bits. */
const TRIED_A_MINUTE = 60

/**
 * The token of a link: made of the server's secret, so that the page's owners can copy the link again while the database alone
 * does not give it away.
 */
const tokenOf = (config: ShareContext['config'], id: string, salt: string): string =>
  createHmac('sha256', authSecret(config)).update(`page-link\n${id}\n${salt}`).digest('base64url')

/** The address of the link with this token. */
const addressOf = (config: ShareContext['config'], token: string): string =>
  `${config.publicUrl}/share/${token}`

/** The link of a page, for its owners. */
export async function linkOf({ db, config }: ShareContext, id: string): Promise<ShareLink | null> {
  const row = await queries.findLink(db, id)
  if (!row) return null
  const token = tokenOf(config, id, row.salt)
  return {
    // Another secret (a backup that was brought to another server) makes another token: the old one still opens the page.
    url: hashOfToken(token) === row.token_hash ? addressOf(config, token) : null,
    level: row.level as LinkLevel,
    endsAt: row.ends_at,
    isOver: isOver(row),
  }
}

export const isOver = ({ ends_at }: { ends_at: string | null }): boolean =>
  ends_at !== null && Date.parse(ends_at) <= Date.now()

/** Turns the link of a page on, off (`level: null`), or changes what it gives and until when. */
export async function setLink(ctx: ShareContext, { id, level, endsAt }: SetLink): Promise<void> {
  const ends = endsAt == null ? endsAt : new Date(endsAt).toISOString()
  if (ends != null && Date.parse(ends) <= Date.now()) throw new AppError('bad-input', SHARE_WORDS.linkEndPast)
  const inside = await changeSharing(ctx, id, async (trx) => {
    const before = await queries.findLink(trx, id)
    if (level === null) await queries.deleteLink(trx, id)
    else {
      await requireMayGive(trx, ctx, id, level)
      const salt = before?.salt ?? randomBytes(18).toString('base64url')
      await queries.saveLink(trx, {
        document_id: id,
        token_hash: before?.token_hash ?? hashOfToken(tokenOf(ctx.config, id, salt)),
        salt,
        level,
        created_by: before?.created_by ?? ctx.caller.user.id,
        created_at: before?.created_at ?? new Date().toISOString(),
        rotated_at: before?.rotated_at ?? null,
        ends_at: ends === undefined ? (before?.ends_at ?? null) : ends,
      })
    }
    return idsBelow(trx, id)
  })
  ctx.live.recheckPages(inside)
}

/** A new link takes the place of the old one, which opens nothing from now on, and nobody has the page by it any more. */
export async function rotateLink(ctx: ShareContext, id: string): Promise<void> {
  const inside = await changeSharing(ctx, id, async (trx) => {
    const before = await queries.findLink(trx, id)
    if (!before) throw new AppError('not-found', SHARE_WORDS.noLink)
    const salt = randomBytes(18).toString('base64url')
    const token_hash = hashOfToken(tokenOf(ctx.config, id, salt))
    await queries.saveLink(trx, { ...before, salt, token_hash, rotated_at: new Date().toISOString() })
    await queries.deleteLinkUses(trx, id)
    return idsBelow(trx, id)
  })
  ctx.live.recheckPages(inside)
}

/**
 * Somebody signed in opens a page by its link, or by one that their browser has read it with before: they have it from now on, until the link ends, is turned off or replaced. Answers
 * the page. Throws `not-found`, in the same words, for a token that was never one and one that is none any more.
 */
export async function openLink(
  ctx: ShareContext & { cookies?: string | undefined },
  by: OpenLink,
): Promise<{ id: string }> {
  const userId = ctx.caller.user.id
  await ctx.limits.take(`open-link:${userId}`, TRIED_A_MINUTE, 60)
  const gone = () => new AppError('not-found', SHARE_WORDS.linkGone)
  const found =
    'token' in by
      ? await queries.findLinkByToken(ctx.db, hashOfToken(by.token))
      : await linkHeldTo(ctx, by.visited)
  if (!found || isOver(found)) throw gone()
  const id = found.document_id
  if (await hasLevel(ctx.db, userId, id, found.level)) return { id }
  await ctx.db.transaction().execute(async (trx) => {
    if ((await lockTreeOf(trx, id)) === null) throw gone()
    // Out of the trash it opens again: nobody new comes to what was thrown away.
    if ((await queries.findSharing(trx, id))?.isInTrash !== false) throw gone()
    // It may have been replaced while this waited.
    const still = await queries.findLink(trx, id)
    if (still?.token_hash !== found.token_hash || isOver(still)) throw gone()
    await queries.saveLinkUse(trx, id, userId)
    await settleAccess(trx, [id])
  })
  ctx.live.recheckUser(userId)
  return { id }
}

/** The link by which a visitor's browser opens this page, its own or that of the nearest page above; null when none does. */
async function linkHeldTo(ctx: ShareContext & { cookies?: string | undefined }, id: string) {
  const held = linksHeld(ctx.config, ctx.cookies)
  if (!(await visitedPages(ctx.db, held, [id])).has(id)) return null
  for (const above of await openWay(ctx.db, id)) {
    const link = await queries.findLink(ctx.db, above)
    if (link && held.includes(link.token_hash) && !isOver(link)) return link
  }
  return null
}

/** Takes pages from those who have them by a link that has ended. Called every second: an end is kept within one. */
export async function endLinks({ db, live }: Pick<Services, 'db' | 'live'>): Promise<void> {
  const now = new Date().toISOString()
  for (const id of await queries.listEndedLinks(db, now)) {
    const inside = await db.transaction().execute(async (trx) => {
      if ((await lockTreeOf(trx, id)) === null) return []
      const still = await queries.findLink(trx, id)
      if (!still || still.ends_at === null || still.ends_at > now) return []
      await queries.deleteLinkUses(trx, id)
      await settleAccess(trx, [id])
      return idsBelow(trx, id)
    })
    live.recheckPages(inside)
  }
}
