import { z } from 'zod'
import type { Services } from '@/server/context'
import type { PushDeviceRow } from '@/server/db/schema'
import { FetchRefused } from '@/server/fetch/guarded-fetch'
import { enqueue, type JobKind, type Settle } from '@/server/jobs/queue'
import { inLanguage } from '@/server/language'
import { pushKeys } from '@/server/push-keys'
import { AppError } from '@/shared/errors'
import { DEFAULT_LANGUAGE, knownLanguage } from '@/shared/i18n/languages'
import type { PushMessage } from '../model'
import * as queries from './notifications.queries'
import { presentAll } from './notifications.service'
import * as devices from './push-devices.queries'
import { pushMessage } from './push-message'
import { quietUntil } from './quiet-hours'
import { slowDevicesOf } from './slow-devices'
import { stillWanted } from './still-wanted'

/** There is at most one of these for a person at a time: `push of {id}`. */
export const GATHER_PUSH = { name: 'notifications.gather-push' }

/** So often in an hour a person's devices are pushed to at once; what comes after that comes together, every ten minutes. */
const AT_ONCE_PER_HOUR = 100
const TOGETHER_MS = 10 * 60_000

/** Notes, for each device of one person, that what is due is to be sent to it. Everything happens in the database, so once. */
export const gatherPushJob: JobKind<{ userId: string }> = {
  name: GATHER_PUSH.name,
  lane: 'inside',
  payload: z.object({ userId: z.string() }),
  attempts: 200,
  run: async ({ limits }, { userId }, { id }) => {
    const isTooOften = await limits.take(`pushes:${userId}`, AT_ONCE_PER_HOUR, 3_600).then(
      () => false,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'rate-limited') return true
        throw error
      },
    )
    return async (trx) => {
      const now = new Date()
      if (isTooOften) {
        const runAt = new Date(now.getTime() + TOGETHER_MS).toISOString()
        await enqueue(trx, GATHER_PUSH, { userId }, { id, runAt, userId })
        return
      }
      const preferences = await queries.findPreferences(trx, userId)
      const own = await devices.listDevices(trx, userId)
      if (!preferences.pushEnabled || own.length === 0) {
        await queries.dropDue(trx, userId, 'push')
        return
      }
      const quiet = quietUntil(now, preferences)
      const ids = quiet === null ? await queries.takeDue(trx, userId, { channel: 'push', now }) : []
      if (ids.length > 0)
        for (const device of own)
          await enqueue(trx, pushJob, { userId, deviceId: device.id, notifications: ids }, { userId })
      const next = await queries.nextOf(trx, userId, 'push')
      const at = quiet === null ? next : next && quiet.toISOString()
      if (at !== null) await enqueue(trx, GATHER_PUSH, { userId }, { id, runAt: at, userId })
    }
  },
}

/** About an hour: what was not delivered by then is in the bell. */
const PUSH_ATTEMPTS = 10
/** How long a push service keeps what it cannot deliver. */
const KEPT_SECONDS = 24 * 3_600
/** What a push service answers is not read further. */
const ANSWER_BYTES = 64 * 1024
/** Pushes to one device in an hour, those that are tried again among them: a service that fails is not stormed. */
const PER_HOUR = 120

/** Sends one push to one device. When the server ends in between it is sent again, and takes the place of the first on the screen. */
export const pushJob: JobKind<{ userId: string; deviceId: string; notifications: string[] }> = {
  name: 'notifications.push',
  lane: 'push',
  payload: z.object({ userId: z.string(), deviceId: z.string(), notifications: z.array(z.string()) }),
  attempts: PUSH_ATTEMPTS,
  run: async (services, payload, _job): Promise<Settle> => {
    const { db, log } = services
    const { userId, deviceId, notifications } = payload
    const device = await devices.findDevice(db, userId, deviceId)
    const preferences = await queries.findPreferences(db, userId)
    if (!device || !preferences.pushEnabled) return done
    const quiet = quietUntil(new Date(), preferences)
    // It was due before, and could not be sent.
    if (quiet) return later(payload, quiet)
    const unread = await queries.listUnread(db, userId, notifications)
    const rows = await stillWanted(db, userId, preferences, unread)
    if (rows.length === 0) return done
    const person = await db.selectFrom('user').select('language').where('id', '=', userId).executeTakeFirst()
    const message = await inLanguage(knownLanguage(person?.language ?? null) ?? DEFAULT_LANGUAGE, async () =>
      pushMessage(await presentAll(db, rows)),
    )
    try {
      await services.limits.take(`push:${deviceId}`, PER_HOUR, 3_600)
    } catch (error) {
      if (error instanceof AppError && error.code === 'rate-limited') return done
      throw error
    }
    const answer = await send(services, device, message)
    if (answer === 'gone')
      return async (trx) => {
        await devices.deleteDevice(trx, userId, deviceId)
        return undefined
      }
    if (answer === 'refused') log.warn({ device: deviceId }, 'a push service does not take a message')
    return done
  },
}

const done: Settle = async () => undefined

const later =
  (payload: { userId: string; deviceId: string; notifications: string[] }, at: Date): Settle =>
  async (trx) => {
    await enqueue(trx, pushJob, payload, { userId: payload.userId, runAt: at.toISOString() })
    return undefined
  }

/**
 * Sends a message to the push service of a device, readable for its browser alone (RFC 8291). `gone`: the device does not want it any
 * more, or its address is none that may be asked (R53). Throws when it is worth another try.
 */
async function send(
  { config, db, fetch }: Pick<Services, 'config' | 'db' | 'fetch'>,
  device: PushDeviceRow,
  message: PushMessage,
): Promise<'sent' | 'gone' | 'refused'> {
  const { default: webPush } = await import('web-push')
  const { endpoint, p256dh, auth } = device
  const details = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject: contactOf(config), ...(await pushKeys(config)) },
      TTL: KEPT_SECONDS,
      contentEncoding: 'aes128gcm',
    },
  )
  const slowDevices = slowDevicesOf(db)
  let status: number
  try {
    const headers = Object.fromEntries(
      Object.entries(details.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
    )
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers,
      body: details.body ?? Buffer.alloc(0),
      timeoutMs: slowDevices.patienceWith(device.id),
      maxBytes: ANSWER_BYTES,
    })
    status = answer.status
    slowDevices.note(device.id, 'in time')
  } catch (error) {
    if (error instanceof FetchRefused && error.reason === 'not-allowed') return 'gone'
    if (error instanceof FetchRefused && error.reason === 'too-slow') slowDevices.note(device.id, 'slow')
    throw error
  }
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  if (status === 408 || status === 429 || status >= 500)
    throw new Error(`The push service answered ${status}`)
  return 'refused'
}

/** Where the operator of a push service finds who sends too much. */
function contactOf({ publicUrl, mail }: Services['config']): string {
  if (publicUrl.startsWith('https:')) return publicUrl
  const address = /<([^>]+)>/.exec(mail.from)?.[1] ?? mail.from
  return `mailto:${address}`
}
