import { createHash } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Proof } from '@/features/accounts/inputs'
import type { Passkey } from '@/features/accounts/model'
import { countClient } from '@/features/accounts/server/codes'
import { countTrusted, forgetTrusted } from '@/features/accounts/server/second-factor'
import { type OwnerContext, proveOwner } from '@/features/accounts/server/second-factor.service'
import { tellOwner } from '@/features/accounts/server/security-letters'
import {
  type Arrival,
  clientHeaders,
  finish,
  type SignInContext,
} from '@/features/accounts/server/sign-in.service'
import type { SignedInContext } from '@/server/context'
import type { Db } from '@/server/db/db'
import { lockPerson } from '@/server/db/lock-person'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'

/** How many passkeys somebody may have. */
const MOST = 20
/** How long a question of ours may be answered. */
const CHALLENGE_MS = 5 * 60_000

const tooMany = () =>
  new AppError('conflict', t('You have {most} passkeys, which is as many as there may be.', { most: MOST }))

/** Loaded when first needed: most servers start without anybody coming in by passkey. */
const webauthn = () => import('@simplewebauthn/server')

/** Where a passkey works: on this host alone, whatever page asks for it. */
const partyOf = ({ config }: Pick<SignInContext, 'config'>) => {
  const { hostname, origin } = new URL(config.publicUrl)
  return { rpID: hostname, origin }
}

/** What the browser is asked to make a passkey from. */
export async function beginPasskey(ctx: OwnerContext, proof: Proof) {
  await proveOwner(ctx, proof)
  const { user } = ctx.caller
  const known = await ctx.db
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', user.id)
    .execute()
  if (known.length >= MOST) throw tooMany()
  const options = await (await webauthn()).generateRegistrationOptions({
    rpName: 'Sheaf',
    rpID: partyOf(ctx).rpID,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: JSON.parse(transports),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(ctx, options.challenge, `add ${user.id}`)
  return options
}

/** Keeps a passkey that the browser has made for the caller. */
export async function addPasskey(
  ctx: OwnerContext,
  { response, name }: { response: RegistrationResponseJSON; name: string },
): Promise<Passkey> {
  const { user } = ctx.caller
  const { rpID, origin } = partyOf(ctx)
  const { verifyRegistrationResponse } = await webauthn()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(ctx, challenge, `add ${user.id}`),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(refuse)
  if (!verified) return refuse()
  const { credential } = registrationInfo
  const row = {
    id: newId(),
    user_id: user.id,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: JSON.stringify(response.response.transports ?? []),
    name,
    created_at: new Date().toISOString(),
    last_used_at: null,
  }
  await ctx.db.transaction().execute(async (trx) => {
    await lockPerson(trx, user.id)
    const own = await trx.selectFrom('passkey').select('id').where('user_id', '=', user.id).execute()
    if (own.length >= MOST) throw tooMany()
    const kept = await trx
      .insertInto('passkey')
      .values(row)
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!kept) throw new AppError('conflict', t('This passkey is known already.'))
  })
  await tellOwner(ctx, 'passkey', { email: user.email, userAgent: ctx.userAgent, ip: ctx.caller.ip })
  return present(row)
}

/** What the browser is asked to sign in with. It says nothing of anybody: the person chooses a passkey of theirs. */
export async function askForPasskey(ctx: SignInContext) {
  await countClient(ctx, 'try', ctx.caller.ip)
  const options = await (await webauthn()).generateAuthenticationOptions({
    rpID: partyOf(ctx).rpID,
    userVerification: 'required',
  })
  await keepChallenge(ctx, options.challenge, 'sign-in')
  return options
}

/** Signs in with a passkey. It is a device and what unlocks it, so no second factor is asked for. */
export async function signInWithPasskey(
  ctx: SignInContext,
  response: AuthenticationResponseJSON,
): Promise<Arrival> {
  await countClient(ctx, 'sign-in', ctx.caller.ip)
  const row = await ctx.db
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', response.id)
    .executeTakeFirst()
  if (!row) return refuse()
  const { rpID, origin } = partyOf(ctx)
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(ctx, challenge, 'sign-in'),
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: row.credential_id,
      publicKey: new Uint8Array(row.public_key),
      // PostgreSQL gives large numbers as text.
      counter: Number(row.counter),
      transports: JSON.parse(row.transports),
    },
    requireUserVerification: true,
  }).catch(refuse)
  if (!verified) return refuse()
  const used = { counter: authenticationInfo.newCounter, last_used_at: new Date().toISOString() }
  // Removed meanwhile, or used with the same count: of a copied key and its original only one comes in.
  const counted = await ctx.db
    .updateTable('passkey')
    .set(used)
    .where('id', '=', row.id)
    .where('counter', '=', Number(row.counter))
    .executeTakeFirst()
  if (Number(counted.numUpdatedRows) === 0) return refuse()
  const answer = await ctx.auth.api.startProvenSession({
    body: { userId: row.user_id },
    headers: clientHeaders(ctx),
    returnHeaders: true,
  })
  return finish(ctx, answer.response.user, answer.headers, 'passkey')
}

const refuse = (cause?: unknown): never => {
  throw new AppError('bad-input', t('This passkey cannot be used here. Please try again.'), { cause })
}

const nameOf = (challenge: string): string =>
  `passkey-${createHash('sha256').update(challenge).digest('base64url')}`

async function keepChallenge({ auth }: SignInContext, challenge: string, purpose: string): Promise<void> {
  const { internalAdapter } = await auth.$context
  await internalAdapter.createVerificationValue({
    identifier: nameOf(challenge),
    value: purpose,
    expiresAt: new Date(Date.now() + CHALLENGE_MS),
  })
}

/** Each question can be answered once, and for what it was asked. */
async function takeChallenge({ auth }: SignInContext, challenge: string, purpose: string): Promise<boolean> {
  const { internalAdapter } = await auth.$context
  const taken = await internalAdapter.consumeVerificationValue(nameOf(challenge))
  return taken !== null && taken.value === purpose && new Date(taken.expiresAt) > new Date()
}

type Shown = { id: string; name: string; created_at: string; last_used_at: string | null }

const present = ({ id, name, created_at, last_used_at }: Shown): Passkey => ({
  id,
  name,
  createdAt: created_at,
  lastUsedAt: last_used_at,
})

/**
 * How the caller signs in: whether they have a password and a second factor, in how many browsers it is not asked for, and their passkeys,
 * the oldest first.
 */
export async function signInWays({ db, caller }: SignedInContext) {
  const { id } = caller.user
  const [user, password, trustedBrowsers, passkeys] = await Promise.all([
    db.selectFrom('user').select('twoFactorEnabled').where('id', '=', id).executeTakeFirst(),
    hasPassword(db, id),
    countTrusted(db, id),
    db
      .selectFrom('passkey')
      .select(['id', 'name', 'created_at', 'last_used_at'])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  ])
  return {
    hasPassword: password,
    hasSecondFactor: user?.twoFactorEnabled === 1,
    trustedBrowsers,
    passkeys: passkeys.map(present),
  }
}

async function hasPassword(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return Boolean(row?.password)
}

/** Asks every browser of the caller for the second factor again. */
export const forgetTrustedBrowsers = async ({
  db,
  caller,
}: SignedInContext): Promise<{ forgotten: number }> => ({
  forgotten: await forgetTrusted(db, caller.user.id),
})

/** Calls a passkey of the caller something else. Throws `not-found` for any other. */
export async function renamePasskey(
  { db, caller }: SignedInContext,
  { id, name }: { id: string; name: string },
): Promise<{ id: string; name: string }> {
  const changed = await db
    .updateTable('passkey')
    .set({ name })
    .where('user_id', '=', caller.user.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (Number(changed.numUpdatedRows) === 0) throw new AppError('not-found', t('There is no such passkey.'))
  return { id, name }
}

/** Forgets a passkey of the caller. Throws `not-found` for any other. */
export async function removePasskey({ db, caller }: SignedInContext, id: string): Promise<{ id: string }> {
  const gone = await db
    .deleteFrom('passkey')
    .where('user_id', '=', caller.user.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (Number(gone.numDeletedRows) === 0) throw new AppError('not-found', t('There is no such passkey.'))
  return { id }
}
