import { endSecondFactorOf } from '@/features/accounts/server/second-factor'
import { readConfig } from '@/server/config'
import { connect } from '@/server/db/db'
import { appliedMigrations, isOfThisVersion } from '@/server/db/migrations/migrate'
import { asAppError } from '@/server/errors'
import { asUnreachable, StartupError } from '@/server/startup-error'

/** What is in the way of looking at all; the message alone is enough. */
class AccountError extends StartupError {}

const USAGE = 'Usage: npm run account -- EMAIL [free|premium|--no-second-factor]'
/** For somebody who has lost their app and their recovery codes, or whose secret did not come along with a backup. */
const NO_SECOND_FACTOR = '--no-second-factor'
const PLANS = ['free', 'premium'] as const

/**
 * `EMAIL [free|premium]`: says which plan an account shows, or sets it (product.md 3.13). `--no-second-factor`: turns it off. Works beside
 * a running server.
 */
async function run([email, plan, ...more]: string[]): Promise<void> {
  const wanted = PLANS.find((one) => one === plan)
  const endsFactor = plan === NO_SECOND_FACTOR
  if (!email?.includes('@') || more.length > 0 || (plan !== undefined && !wanted && !endsFactor))
    throw new AccountError(USAGE)
  const { db } = connect(readConfig(process.env))
  try {
    const steps = await appliedMigrations(db)
    if (steps.length === 0)
      throw new AccountError('There is no Sheaf database here yet. Check DATA_DIR and DATABASE_URL.')
    if (!isOfThisVersion(steps))
      throw new AccountError('The database is of another version than this program. Start this version once.')
    const account = db.selectFrom('user').where('email', '=', email.trim().toLowerCase())
    const found = await account.select(['id', 'accountType']).executeTakeFirst()
    if (!found) throw new AccountError(`No account has the address ${email}.`)
    if (wanted) await db.updateTable('user').set('accountType', wanted).where('id', '=', found.id).execute()
    if (endsFactor) {
      await endSecondFactorOf(db, found.id)
      process.stdout.write(`${email} signs in without a second factor now.\n`)
      return
    }
    process.stdout.write(`${email}: ${wanted ?? found.accountType ?? 'free'}\n`)
  } finally {
    await db.destroy()
  }
}

try {
  await run(process.argv.slice(2))
} catch (thrown) {
  const error = asUnreachable(thrown, process.env.DATABASE_URL)
  const words = error instanceof StartupError ? error.message : asAppError(error)?.message
  process.stderr.write(`${words ?? (error as Error).stack ?? error}\n`)
  process.exitCode = 1
}
