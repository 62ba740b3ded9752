import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '@/server/config'

/** The keys by which push services know this server (VAPID, RFC 8292), in base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

/** The keys of this server: made once and kept in the data folder for its owner alone. Browsers that were told of them need the same again. */
export async function pushKeys({ dataDir }: Pick<Config, 'dataDir'>): Promise<PushKeys> {
  const file = join(dataDir, 'push-keys')
  const known = read(file)
  if (known) return known
  const { default: webPush } = await import('web-push')
  try {
    writeFileSync(file, `${JSON.stringify(webPush.generateVAPIDKeys())}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // Another request was first.
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
  const made = read(file)
  if (!made) throw new Error(`The file ${file} could not be read`)
  return made
}

function read(file: string): PushKeys | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PushKeys
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null
    throw new Error(`The file ${file} does not hold keys. Delete it to make new ones.`, { cause: error })
  }
}
