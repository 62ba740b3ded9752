import { authSecret } from '@/server/auth-secret'
import type { Config } from '@/server/config'
import type { Db } from '@/server/db/db'

/** Can the second factors of this database be read with the secret of this installation? Also when there are none. */
export async function doesSecretFit(
  db: Db,
  config: Pick<Config, 'authSecret' | 'dataDir'>,
): Promise<boolean> {
  const row = await db.selectFrom('two_factor').select('secret').limit(1).executeTakeFirst()
  if (!row) return true
  const { symmetricDecrypt } = await import('better-auth/crypto')
  return symmetricDecrypt({ key: authSecret(config), data: row.secret }).then(
    () => true,
    () => false,
  )
}
