import type { Config } from '@/server/config'
import type { Db } from '@/server/db/db'

/** May somebody with this address make an account (`SIGN_UP`)? People are invited by a letter to a pod or to a page. */
export async function maySignUp(db: Db, { signUp }: Pick<Config, 'signUp'>, email: string): Promise<boolean> {
  if (signUp !== 'invited') return signUp === 'open'
  const address = email.toLowerCase()
  const now = new Date().toISOString()
  const toPod = await db
    .selectFrom('pod_letter')
    .select('id')
    .where('email', '=', address)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (toPod) return true
  const toPage = await db
    .selectFrom('document_invite')
    .select('id')
    .where('email', '=', address)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return toPage !== undefined
}
