import { CODE_MINUTES, CODE_TRIES } from '@/features/accounts/model'
import type { Auth } from '@/features/accounts/server/auth'
import type { CodePurpose } from '@/features/accounts/server/letters'
import type { Services } from '@/server/context'
import { clientGroup, isOwnMachine } from '@/server/http/client-address'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'

/** Who asks about an address: from where, and as which browser, if it was signed in to that account before. */
export interface Asker {
  ip: string
  knownBrowser: string | null
}

type Counting = Pick<Services, 'limits'>

/** How often something may be done about one address: by one client, and by all together where nothing else bounds that. */
interface Bounds {
  name: string
  client: number
  all?: number
  seconds: number
}

const QUARTER = 900
const HOUR = 3_600
/** Passwords tried. */
const PASSWORDS: Bounds = { name: 'sign-in', client: 20, all: 100, seconds: QUARTER }
/** Codes sent. With five tries each, guessing one is hopeless. */
const SENDS: readonly Bounds[] = [
  { name: 'code-hour', client: 5, all: 20, seconds: HOUR },
  { name: 'code-day', client: 20, all: 60, seconds: 24 * HOUR },
]
/** Codes tried, right or wrong, whichever code it is. What all may try follows from how many are sent. */
const CODES: Bounds = { name: 'code-tries', client: 20, seconds: HOUR }

/** What one client may do in ten minutes, whatever the address. */
const CLIENT_MAX = { send: 30, try: 100, 'sign-in': 100 } as const
const CLIENT_SECONDS = 600

/** Counts an action of a client; the machine itself (a person's own installation) is not counted. */
export async function countClient(
  { limits, config }: Pick<Services, 'limits' | 'config'>,
  action: keyof typeof CLIENT_MAX,
  ip: string,
): Promise<void> {
  if (isOwnMachine(ip, config.publicUrl)) return
  await limits.take(`client-${action}:${clientGroup(ip)}`, CLIENT_MAX[action], CLIENT_SECONDS)
}

/**
 * Counts something that is done about an address, for the client first: who has used up their own share adds nothing to what
 * all together may do, so one stranger does not lock the owner out. Many strangers can use up that too; a browser that was
 * signed in to the account before has a share of its own beside it. Throws `AppError('rate-limited')`.
 */
async function countFor(
  { limits }: Counting,
  { name, client, all, seconds }: Bounds,
  what: string,
  { ip, knownBrowser }: Asker,
): Promise<void> {
  if (knownBrowser) return limits.take(browserKey(name, what, knownBrowser), client, seconds)
  await limits.take(clientKey(name, what, ip), client, seconds)
  if (all !== undefined) await limits.take(`${name}:${what}`, all, seconds)
}

const clientKey = (name: string, what: string, ip: string) => `${name}:${what}:${clientGroup(ip)}`
const browserKey = (name: string, what: string, browser: string) => `${name}:${what}:browser:${browser}`

/** Counts one try at the password of an address. */
export const countPassword = (ctx: Counting, email: string, asker: Asker): Promise<void> =>
  countFor(ctx, PASSWORDS, email, asker)

/** The owner has shown up here: this client and browser begin anew. What others tried stays counted. */
export async function forgetPasswords({ limits }: Counting, email: string, asker: Asker): Promise<void> {
  await limits.clear(clientKey(PASSWORDS.name, email, asker.ip))
  if (asker.knownBrowser) await limits.clear(browserKey(PASSWORDS.name, email, asker.knownBrowser))
}

/** What the library calls the code of an address. */
const codeOf = (purpose: CodePurpose, email: string): string => `${purpose}-otp-${email}`

/** What all codes of an address are called. */
export const codesOf = (email: string): string[] =>
  (['sign-in', 'forget-password'] as const).map((purpose) => codeOf(purpose, email))

/** Makes way for a new code: the old one is void, then its tries are forgotten, in this order (R22). */
export async function replaceCode(
  ctx: Counting,
  auth: Auth,
  purpose: CodePurpose,
  email: string,
  asker: Asker,
): Promise<void> {
  for (const bounds of SENDS) await countFor(ctx, bounds, `${purpose}:${email}`, asker)
  const { internalAdapter } = await auth.$context
  await internalAdapter.deleteVerificationByIdentifier(codeOf(purpose, email))
  await ctx.limits.clear(tryKey(purpose, email, null))
  if (asker.knownBrowser) await ctx.limits.clear(tryKey(purpose, email, asker.knownBrowser))
}

/**
 * Counts one try at the code of an address before it is looked at; from the sixth on the code is dead, right or wrong
 * (R22). The counter outlives the code. A browser that was signed in to the account before has five tries of its own, so
 * that a stranger's do not make its code void. Throws `AppError('rate-limited')`.
 */
export async function countTry(
  ctx: Counting,
  purpose: CodePurpose,
  email: string,
  asker: Asker,
): Promise<void> {
  await countFor(ctx, CODES, `${purpose}:${email}`, asker)
  try {
    await ctx.limits.take(tryKey(purpose, email, asker.knownBrowser), CODE_TRIES, CODE_MINUTES * 60)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('rate-limited', t('This code has been tried too often. Please request a new one.'), {
      cause: error,
    })
  }
}

function tryKey(purpose: CodePurpose, email: string, knownBrowser: string | null): string {
  const key = `code-try:${purpose}:${email}`
  return knownBrowser ? `${key}:browser:${knownBrowser}` : key
}
