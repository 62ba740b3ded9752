import type { SignedInContext } from '@/server/context'
import { lockPerson } from '@/server/db/lock-person'
import { pushKeys } from '@/server/push-keys'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import type { AddPushDevice } from '../inputs'
import type { PushDevice } from '../model'
import * as queries from './notifications.queries'
import * as devices from './push-devices.queries'

/** How many browsers of one person show pushes. */
const MOST = 20

/** What a browser needs to be told before it takes pushes of this server, the id of its session, and the browsers of the caller that take pushes. */
export async function listPushDevices({
  db,
  caller,
  config,
}: SignedInContext): Promise<{ publicKey: string; session: string; devices: PushDevice[] }> {
  const rows = await devices.listDevices(db, caller.user.id)
  return {
    publicKey: (await pushKeys(config)).publicKey,
    session: caller.sessionId,
    devices: rows.map(({ id, name, created_at, session_id }) => ({
      id,
      name,
      createdAt: created_at,
      isThis: session_id === caller.sessionId,
    })),
  }
}

/**
 * Sends pushes to the browser that asks, as long as it is signed in; pushes are on with it. One that only comes back (`isAgain`) turns nothing
 * on: where pushes are off, it is not noted, and the id is empty.
 */
export async function addPushDevice(ctx: SignedInContext, input: AddPushDevice): Promise<{ id: string }> {
  const { user, sessionId } = ctx.caller
  await ctx.limits.take(`push-device:${user.id}`, 60, 3_600)
  return ctx.db.transaction().execute(async (trx) => {
    await lockPerson(trx, user.id)
    const preferences = await queries.findPreferences(trx, user.id)
    if (input.isAgain && !preferences.pushEnabled) return { id: '' }
    const own = await devices.listDevices(trx, user.id)
    // This browser's own address, known or not, takes the place of the one it had.
    const others = own.filter(
      ({ endpoint, session_id }) => endpoint !== input.endpoint && session_id !== sessionId,
    )
    if (others.length >= MOST)
      throw new AppError(
        'conflict',
        t('You have as many browsers with pushes as there may be. Remove one first.'),
      )
    await devices.saveDevice(trx, {
      id: newId(),
      user_id: user.id,
      endpoint: input.endpoint,
      p256dh: input.keys.p256dh,
      auth: input.keys.auth,
      name: input.name,
      created_at: new Date().toISOString(),
      session_id: sessionId,
    })
    if (!preferences.pushEnabled)
      await queries.savePreferences(trx, user.id, { ...preferences, pushEnabled: true })
    const kept = (await devices.listDevices(trx, user.id)).find(({ endpoint }) => endpoint === input.endpoint)
    return { id: kept?.id ?? '' }
  })
}

/** No more pushes for a browser of the caller. Throws `not-found` for any other. */
export async function removePushDevice({ db, caller }: SignedInContext, id: string): Promise<{ id: string }> {
  if (!(await devices.deleteDevice(db, caller.user.id, id)))
    throw new AppError('not-found', t('There is no such browser.'))
  return { id }
}
