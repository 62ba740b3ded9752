import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '@/server/config'

/** The secret that signs sessions: `AUTH_SECRET`, or one made once and kept in the data folder for its owner alone. */
export function authSecret(config: Pick<Config, 'authSecret' | 'dataDir'>): string {
  if (config.authSecret !== null) return config.authSecret
  const file = join(config.dataDir, 'auth-secret')
  try {
    writeFileSync(file, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 32) {
    throw new Error(
      `The file ${file} does not hold a secret of at least 32 characters. Put back the one that was there. A new one is made when it is deleted: everybody has to sign in again then, and authenticator apps and recovery codes work no more.`,
    )
  }
  return secret
}
