import { CODE_MINUTES, CODE_TRIES } from '@/features/accounts/model'
import type { Auth } from '@/features/accounts/server/auth'
import type { CodePurpose } from '@/features/accounts/server/letters'
import type { Services } from '@/server/context'
import { clientGroup, isLoopback } from '@/server/http/client-address'
import { AppError } from '@/shared/errors'

/** Codes for one address: five an hour, twenty a day. With five tries each, guessing one is hopeless. */
const SENDS = [
  { max: 5, seconds: 3_600, name: 'hour' },
  { max: 20, seconds: 24 * 3_600, name: 'day' },
] as const
/** What one client may do in ten minutes, whatever the address. */
const CLIENT_MAX = { send: 30, try: 100, 'sign-in': 100 } as const
const CLIENT_SECONDS = 600

/** Counts an action of a client; the machine itself (a person's own installation) is not counted. */
export async function countClient(
  { limits }: Pick<Services, 'limits'>,
  action: keyof typeof CLIENT_MAX,
  ip: string,
): Promise<void> {
  if (isLoopback(ip)) return
  await limits.take(`client-${action}:${clientGroup(ip)}`, CLIENT_MAX[action], CLIENT_SECONDS)
}

/** Makes way for a new code: the old one is void, then its tries are forgotten, in this order (R22). */
export async function replaceCode(
  { limits }: Pick<Services, 'limits'>,
  auth: Auth,
  purpose: CodePurpose,
  email: string,
): Promise<void> {
  for (const { max, seconds, name } of SENDS)
    await limits.take(`code-${name}:${purpose}:${email}`, max, seconds)
  const { internalAdapter } = await auth.$context
  await internalAdapter.deleteVerificationByIdentifier(`${purpose}-otp-${email}`)
  await limits.clear(tryKey(purpose, email))
}

/**
 * Counts one try at the code of an address before it is looked at; from the sixth on the code is dead, right or wrong
 * (R22). The counter outlives the code. Throws `AppError('rate-limited')`.
 */
export async function countTry(
  { limits }: Pick<Services, 'limits'>,
  purpose: CodePurpose,
  email: string,
): Promise<void> {
  try {
    await limits.take(tryKey(purpose, email), CODE_TRIES, CODE_MINUTES * 60)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('rate-limited', 'This code has been tried too often. Please request a new one.', {
      cause: error,
    })
  }
}

const tryKey = (purpose: CodePurpose, email: string): string => `code-try:${purpose}:${email}`
