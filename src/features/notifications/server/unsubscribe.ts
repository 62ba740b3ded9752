import { createHmac, timingSafeEqual } from 'node:crypto'
import { authSecret } from '@/server/auth-secret'
import type { Config } from '@/server/config'

/*
 * The link in a letter that turns letters off without signing in. It says whose they are, and which count of `mail_epoch` it is good for.
 */

type Keys = Pick<Config, 'authSecret' | 'dataDir'>

/** Whose letters, and how often these had been turned on again when the link was made. */
export interface Unsubscribing {
  userId: string
  epoch: number
}

const signatureOf = (config: Keys, said: string): string =>
  createHmac('sha256', `unsubscribe\n${authSecret(config)}`)
    .update(said)
    .digest('base64url')

export const UNSUBSCRIBE_PATH = '/api/notifications/unsubscribe'

export function unsubscribeLink(
  config: Keys & { publicUrl: string },
  { userId, epoch }: Unsubscribing,
): string {
  const said = `${userId}.${epoch}`
  return `${config.publicUrl}${UNSUBSCRIBE_PATH}?token=${said}.${signatureOf(config, said)}`
}

/** What a token says; null when it is not one of ours. */
export function readUnsubscribing(config: Keys, token: string): Unsubscribing | null {
  const [, userId, epoch, signature] =
    /^([A-Za-z0-9_-]{1,64})\.(\d{1,9})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? []
  if (userId === undefined || epoch === undefined || signature === undefined) return null
  const [expected, given] = [signatureOf(config, `${userId}.${epoch}`), signature].map((text) =>
    Buffer.from(text),
  )
  if (!expected || !given || !timingSafeEqual(expected, given)) return null
  return { userId, epoch: Number(epoch) }
}
