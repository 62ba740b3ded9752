import { forgiveReads } from '@/server/collab/page-reads'
import { type Config, readConfig } from '@/server/config'
import { isDamage } from '@/server/damage'
import { lockDataFolder } from '@/server/data-lock'
import { connect, type OpenDatabase, openDb } from '@/server/db/db'
import { appliedMigrations, isOfThisVersion } from '@/server/db/migrations/migrate'
import { holdDatabase } from '@/server/db/one-server'
import { type DoctorReport, examine, isSound } from '@/server/doctor/doctor'
import { count, type PageFindings, sentenceOf } from '@/server/doctor/findings'
import { asAppError } from '@/server/errors'
import { openFileStore } from '@/server/files/disk-store'
import { createLog } from '@/server/log'
import { asUnreachable, StartupError } from '@/server/startup-error'

/** What is in the way of looking at all; the message alone is enough. */
class DoctorError extends StartupError {}

const USAGE = 'Usage: npm run doctor -- [--repair] [--json]'
/** Exit codes beside 0: something differs, or differs still; nothing could be checked. */
const DIFFERS = 1
const NOT_CHECKED = 2

/** `[--repair] [--json]`, with the settings of the environment. */
async function run(args: string[]): Promise<void> {
  if (args.some((word) => word !== '--repair' && word !== '--json')) throw new DoctorError(USAGE)
  const config = readConfig(process.env)
  const asJson = args.includes('--json')
  const started = performance.now()
  const found = asJson ? () => undefined : show
  const repair = args.includes('--repair')
  const files = openFileStore(config)
  const report = repair
    ? await alone(config, (database) => examine(database, { repair, found, files }))
    : await beside(config, (database) => examine(database, { found, files }))
  const seconds = Math.round((performance.now() - started) / 100) / 10
  process.stdout.write(
    asJson
      ? `${JSON.stringify({ ...report, isSound: isSound(report), seconds })}\n`
      : `${summary(report, repair, seconds)}\n`,
  )
  if (!isSound(report)) process.exitCode = DIFFERS
  if (repair) forgiveReads(config.dataDir, (id) => isReadable(report, id))
}

/** Was the page read to its end? Then a server may try it again, whatever servers have come to over it. */
const isReadable = ({ problems }: DoctorReport, id: string): boolean =>
  !problems.some(
    ({ documentId, findings }) => documentId === id && findings.some(({ kind }) => kind === 'too-hard'),
  )

/** Looks without writing, whether or not a server is running. */
async function beside(
  config: Config,
  act: (database: OpenDatabase) => Promise<DoctorReport>,
): Promise<DoctorReport> {
  const database = connect(config)
  try {
    const steps = await appliedMigrations(database.db)
    if (steps.length === 0) {
      throw new DoctorError(
        'There is no Sheaf database here yet: nothing to check. Check DATA_DIR and DATABASE_URL.',
      )
    }
    if (!isOfThisVersion(steps)) {
      throw new DoctorError(
        'The database is of another version than this program. Start this version once, or check with the other.',
      )
    }
    return await act(database)
  } finally {
    await database.db.destroy()
  }
}

/** Holds the data folder and the database meanwhile, so that no server writes to what is being repaired. */
async function alone(
  config: Config,
  act: (database: OpenDatabase) => Promise<DoctorReport>,
): Promise<DoctorReport> {
  const lock = lockDataFolder(config.dataDir)
  let letGo = async () => {}
  try {
    if (config.databaseUrl !== null) {
      letGo = await holdDatabase(config.databaseUrl, createLog('error'), () => process.exit(NOT_CHECKED))
    }
    const database = await openDb(config)
    try {
      return await act(database)
    } finally {
      await database.db.destroy()
    }
  } finally {
    await letGo()
    lock.release()
  }
}

function show({ documentId, title, findings, repair }: PageFindings): void {
  const name = documentId === null ? 'The store' : `Page ${documentId}${title && ` ${JSON.stringify(title)}`}`
  const lines = findings.map((finding) => `  ${sentenceOf(finding)}`)
  if (repair) {
    lines.push(...repair.done.map((sentence) => `  → ${sentence}`))
    lines.push(repair.isSound ? '  → repaired' : '  → NOT repaired')
  }
  process.stdout.write(`${name}\n${lines.join('\n')}\n`)
}

function summary(
  { pages, edits, inUse, problems, waiting }: DoctorReport,
  repair: boolean,
  seconds: number,
): string {
  const checked = `${count(pages, 'page')}, ${count(edits, 'edit')} in the log, ${seconds} s`
  const held = `hold edits whose author has not sent what comes before them; nobody was told that those are saved`
  const late = waiting.length > 0 ? ` ${count(waiting.length, 'page')} ${held}.` : ''
  const edited = inUse > 0 ? ` ${count(inUse, 'page')} being edited, their projections not compared.` : ''
  const used = `${edited}${late}`
  if (problems.length === 0) return `${count(pages, 'page')}, nothing differs (${checked}).${used}`
  const left = problems.filter((problem) => problem.repair?.isSound !== true).length
  const places = count(problems.length, 'place')
  if (!repair) return `${places} differ (${checked}).${used} Stop the server and add --repair to repair them.`
  return left === 0
    ? `${places} differed; all are repaired (${checked}).`
    : `${places} differed; ${left} could not be repaired (${checked}).`
}

try {
  await run(process.argv.slice(2))
} catch (thrown) {
  const error = asUnreachable(thrown, process.env.DATABASE_URL)
  const damage = 'The database is damaged so that it cannot even be opened. Restore a backup.'
  const words =
    error instanceof StartupError ? error.message : isDamage(error) ? damage : asAppError(error)?.message
  process.stderr.write(`${words ?? (error as Error).stack ?? error}\n`)
  process.exitCode = NOT_CHECKED
}
