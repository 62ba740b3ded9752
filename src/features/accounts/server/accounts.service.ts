import type { z } from 'zod'
import { avatarOf } from '@/features/accounts/avatar'
import { type UpdateSettings, Username } from '@/features/accounts/inputs'
import type { CurrentUser, SessionInfo } from '@/features/accounts/model'
import { ownPictureOf } from '@/features/accounts/picture'
import {
  deleteSession,
  deleteSessionsExcept,
  findLikeUsername,
  findUser,
  findUsernameOwner,
  listKnownPeople,
  listSessions,
  updateUser,
} from '@/features/accounts/server/accounts.queries'
import { avatarColumns } from '@/features/accounts/server/new-account'
import { removePicture } from '@/features/accounts/server/profile-picture.service'
import { forgetTrusted } from '@/features/accounts/server/second-factor'
import type { RequestContext, SignedInContext } from '@/server/context'
import type { Db } from '@/server/db/db'
import { plainAddress } from '@/server/http/client-address'
import { endLapsedSessions } from '@/server/rooms/ticket-sessions'
import { AppError } from '@/shared/errors'
import { readChoice } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { knownLanguage } from '@/shared/i18n/languages'
import { usernameKey } from '@/shared/username-key'

/** The signed-in person (product.md 7.16), or `null` for a visitor. */
export async function currentUser(ctx: RequestContext): Promise<CurrentUser | null> {
  if (!ctx.caller.user) return null
  const row = await findUser(ctx.db, ctx.caller.user.id)
  if (!row) return null
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    firstName: row.name.split(' ')[0] ?? row.name,
    username: row.username,
    avatarUrl: row.image,
    formats: readChoice(row),
    language: knownLanguage(row.language),
  }
}

/** The settings of the account (product.md 3.13, 7.15). */
export async function accountSettings(ctx: SignedInContext) {
  const row = await findUser(ctx.db, ctx.caller.user.id)
  if (!row) throw new AppError('signed-out', t('Please sign in to do this.'))
  return {
    accountType: row.accountType ?? ('free' as const),
    email: row.email,
    name: row.name,
    username: row.username,
    ...avatarOf(row),
    avatarUrl: row.image,
    profileImageUrl: ownPictureOf(row.image),
    ...readChoice(row),
    language: knownLanguage(row.language),
  }
}

/** A person as others in the same pod see them. */
export interface ListedUser {
  id: string
  name: string
  username: string | null
  avatarUrl: string | null
}

/** Lists of people that one person asks for in a minute: each reads everybody whom they know. */
const LISTED_A_MINUTE = 300

const ADDRESS = /^\S+@\S+$/

/** A comparer of its own is many times as fast as `localeCompare`, which makes one each time. */
const byName = new Intl.Collator().compare

/**
 * The people whom the caller may know of, the caller among them, by name (product.md 7.33); with `search`, those whose
 * name or username holds it. Nobody else can be found, and no addresses are told (R23). Throws `rate-limited`.
 */
export async function listUsers(
  ctx: SignedInContext,
  { cursor, limit, search }: { cursor?: string | null | undefined; limit: number; search: string },
): Promise<{ items: ListedUser[]; nextCursor: string | null }> {
  if ((await ctx.underWay.countMinute(`list-users:${ctx.caller.user.id}`)) > LISTED_A_MINUTE)
    throw new AppError('rate-limited', t('Rate limit exceeded. Please try again in a minute.'))
  const wanted = search.trim().toLowerCase()
  // A name that is an address is told to nobody, nor found by it (R23).
  const everybody = (await listKnownPeople(ctx.db, ctx.caller.user.id)).map((person) => ({
    ...person,
    name: ADDRESS.test(person.name) ? (person.username ?? person.name.replace(/@.*/s, '')) : person.name,
  }))
  const found = everybody
    .filter(({ name, username }) =>
      [name, username ?? ''].some((text) => text.toLowerCase().includes(wanted)),
    )
    .sort((a, b) => byName(a.name, b.name) || (a.id < b.id ? -1 : 1))
  const start = cursor ? found.findIndex(({ id }) => id === cursor) + 1 : 0
  const shown = found.slice(start, start + limit)
  return {
    items: shown.map(({ id, name, username, image }) => ({ id, name, username, avatarUrl: image })),
    nextCursor: start + limit < found.length ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** Changes what a person may of their account (product.md 7.23). Throws `conflict` when the username is taken. */
export async function updateSettings(
  ctx: SignedInContext,
  input: z.output<typeof UpdateSettings>,
): Promise<Awaited<ReturnType<typeof accountSettings>>> {
  const { id } = ctx.caller.user
  const { username, avatarSeed, avatarType, defaultAvatarColors, profileImageUrl, ...others } = input
  const changes: Parameters<typeof updateUser>[2] = { ...others }
  if (profileImageUrl !== undefined) await settlePicture(ctx, profileImageUrl)
  const chosen = {
    ...(avatarSeed && { avatarSeed }),
    ...(avatarType && { avatarType }),
    ...(defaultAvatarColors && { defaultAvatarColors }),
  }
  if (Object.keys(chosen).length > 0) {
    const row = await findUser(ctx.db, id)
    if (row) Object.assign(changes, avatarColumns({ ...avatarOf(row), ...chosen }))
    // A picture of one's own stays in front of the drawing until it is taken away.
    if (row && ownPictureOf(row.image) !== null) delete changes.image
  }
  // A form sends the username along with the rest: one from before these rules stays its person's.
  if (username !== undefined && username !== (await findUser(ctx.db, id))?.username) {
    if (await findLikeUsername(ctx.db, username, id))
      throw new AppError('conflict', t('Username is already taken'))
    Object.assign(changes, { username, usernameKey: usernameKey(username) })
  }
  try {
    await updateUser(ctx.db, id, changes)
  } catch (error) {
    // Somebody else took it between the question and the answer: the unique index decides.
    if (username !== undefined && (await findLikeUsername(ctx.db, username, id)))
      throw new AppError('conflict', t('Username is already taken'), { cause: error })
    throw error
  }
  return accountSettings(ctx)
}

/** A picture is uploaded first, and is shown from then on; what can be said here is that it goes, or that it stays. */
async function settlePicture(ctx: SignedInContext, profileImageUrl: string | null): Promise<void> {
  if (profileImageUrl === null) return removePicture(ctx)
  const row = await findUser(ctx.db, ctx.caller.user.id)
  if (row?.image !== profileImageUrl || ownPictureOf(profileImageUrl) === null)
    throw new AppError('bad-input', t('Please upload the picture first.'))
}

/**
 * May the person take this username (product.md 7.24)? Their own counts as available. `reason` says in words what is
 * wrong with one that nobody may have; null when it is free or somebody's.
 */
export async function checkUsername(
  ctx: SignedInContext,
  typed: string,
): Promise<{ isAvailable: boolean; reason: string | null }> {
  const { id } = ctx.caller.user
  await ctx.limits.take(`username-check:${id}`, 120, 60)
  const parsed = Username.safeParse(typed)
  if (!parsed.success) return { isAvailable: false, reason: parsed.error.issues[0]?.message ?? null }
  return { isAvailable: (await findLikeUsername(ctx.db, parsed.data, id)) === null, reason: null }
}

/** Everywhere the person is signed in. */
export async function sessionsOf(ctx: SignedInContext): Promise<SessionInfo[]> {
  const rows = await listSessions(ctx.db, ctx.caller.user.id)
  const places = await Promise.all(rows.map(({ ipAddress }) => ctx.places.of(ipAddress)))
  return rows.map((row, index) => ({
    id: row.id,
    userAgent: row.userAgent,
    // The library keeps the network of an IPv6 address, with all its zeros.
    ipAddress: row.ipAddress && plainAddress(row.ipAddress),
    place: places[index] ?? null,
    createdAt: row.createdAt,
    lastSeenAt: row.updatedAt,
    expiresAt: row.expiresAt,
    current: row.id === ctx.caller.sessionId,
  }))
}

/**
 * Ends one session of the person; open pages in it close within a second. Every browser is asked for the second factor again, as nobody knows
 * which of them the session was in. Throws `not-found` for any other id.
 */
export async function revokeSession(ctx: SignedInContext, id: string): Promise<{ id: string }> {
  if (!(await deleteSession(ctx.db, ctx.caller.user.id, id))) {
    throw new AppError('not-found', t('This session does not exist or has already ended.'))
  }
  await forgetTrusted(ctx.db, ctx.caller.user.id)
  ctx.live.recheckUser(ctx.caller.user.id)
  return { id }
}

/** Ends every session of the person but the one that asks; every browser is asked for the second factor again. */
export async function revokeOtherSessions(ctx: SignedInContext): Promise<{ revoked: number }> {
  const revoked = await deleteSessionsExcept(ctx.db, ctx.caller.user.id, ctx.caller.sessionId)
  await endLapsedSessions(ctx.db, ctx.caller.user.id)
  await forgetTrusted(ctx.db, ctx.caller.user.id)
  ctx.live.recheckUser(ctx.caller.user.id)
  return { revoked }
}

/** The id of the person with this username, as they would write it (`@Ada` is `ada`); null when there is none. */
export const personNamed = (db: Db, username: string): Promise<string | null> =>
  findUsernameOwner(db, username.trim().replace(/^@/, '').toLowerCase())
