import { setTimeout as sleep } from 'node:timers/promises'
import { isDamage } from '@/server/damage'
import type { OpenDatabase } from '@/server/db/db'
import type { FileStore } from '@/server/files/store'
import { WorkerPool } from '@/server/workers/worker-pool'
import { AppError } from '@/shared/errors'
import type { PageCheck } from './check-page'
import type { CheckWork } from './check-work'
import { checkFiles } from './file-checks'
import type { PageFindings } from './findings'
import { repairPage } from './repair-page'
import { checkStore } from './store-checks'
import { readPages, type StoredPage, storedPages } from './stored-pages'

export interface DoctorReport {
  pages: number
  /** Rows of the log that were read. */
  edits: number
  /** Pages that somebody was editing, so that their projections were about to follow. */
  inUse: number
  /** Pages, and the store itself, at which something differs. */
  problems: PageFindings[]
  /**
   * Pages with edits that wait for earlier ones of the same author which never came, and with nothing else amiss: nobody was
   * told that those edits are saved. Their author still has them all and sends them again.
   */
  waiting: PageFindings[]
}

export interface DoctorOptions {
  /** Only while no server works with the database. */
  repair?: boolean
  /** Where the bytes of files are; they are not looked for when it is left out. */
  files?: FileStore
  /** How long reading one page may take, in ms. */
  mostMs?: number
  /** Told about each problem as it is found (and repaired). */
  found?: (problem: PageFindings) => void
}

/** What reading one page may take. It stands against what never ends: a busy machine alone must not reach it. */
const MOST_MS = 120_000

type CheckPage = (stored: StoredPage) => Promise<PageCheck>

/**
 * Compares what is stored of a page with itself, in a thread with limits of time and memory: a page that nobody can read to
 * its end is a finding like any other.
 */
function checkApart(mostMs: number): CheckPage {
  const one = { atOnce: 1, mostWaiting: 1, mostWaitingEach: 1 }
  const worker = { name: 'check-worker', source: 'server/doctor/check-worker.ts' }
  const tooHard = 'it takes more time or memory than there is'
  const pool = new WorkerPool<CheckWork>({ ...worker, ...one, mostMs, tooHard })
  return async (stored) => {
    try {
      return await pool.run('check', stored, { person: 'doctor' })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too-large') throw error
      return { findings: [{ kind: 'too-hard', error: error.message }], repair: null }
    }
  }
}

/** Projections follow an edit within this time even when people type without a pause. */
const SETTLED_MS = 30_000
const ASK_EVERY_MS = 1000

/**
 * Compares log, snapshot and projections of every page; with `repair` makes them agree again and checks the result.
 * Without `repair` nothing is written, so it may run beside a server.
 */
export async function examine(database: OpenDatabase, options: DoctorOptions = {}): Promise<DoctorReport> {
  const report: DoctorReport = { pages: 0, edits: 0, inUse: 0, problems: [], waiting: [] }
  const add = (problem: PageFindings) => {
    report.problems.push(problem)
    options.found?.(problem)
  }
  try {
    const files = options.files ? await checkFiles(database.db, options.files) : []
    for (const { mend, ...problem } of [...(await checkStore(database)), ...files]) {
      if (options.repair) problem.repair = mend ? { done: await mend(), isSound: true } : hopeless
      add(problem)
    }
    await examinePages(database, options, report, add)
  } catch (error) {
    // The rest cannot even be listed.
    if (!isDamage(error)) throw error
    const finding = { kind: 'database', error: wordsOf(error) } as const
    add({ documentId: null, title: '', findings: [finding], repair: options.repair ? hopeless : null })
  }
  return report
}

async function examinePages(
  database: OpenDatabase,
  options: DoctorOptions,
  report: DoctorReport,
  add: (problem: PageFindings) => void,
): Promise<void> {
  const checkPage = checkApart(options.mostMs ?? MOST_MS)
  for await (const entry of storedPages(database)) {
    report.pages++
    if ('error' in entry) {
      add(unreadablePage(entry.id, entry.error, options))
      continue
    }
    report.edits += entry.stored.updates.length
    const { stored } = entry
    const check = await checkPage(stored)
    if (check.findings.length === 0) continue
    // A database that is whole loses no rows: what is missing was never there.
    const isWhole = report.problems.every(
      ({ documentId, findings }) => documentId !== null || findings.every(({ kind }) => kind === 'dead-job'),
    )
    if (!options.repair && isWhole && onlyWaits(check)) report.waiting.push(describe(stored, check))
    else if (options.repair) add(await repairAndCheck(database, checkPage, stored, check))
    else {
      const settled = await settledFindings(database, checkPage, stored, check)
      if (settled === 'in use') report.inUse++
      else if (settled) add(settled)
    }
  }
}

/** Did everything that was found get repaired, or was nothing found? */
export const isSound = (report: DoctorReport): boolean =>
  report.problems.every(({ repair }) => repair?.isSound === true)

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const hopeless: PageFindings['repair'] = { done: [], isSound: false }

const describe = ({ page }: StoredPage, { findings }: PageCheck): PageFindings => ({
  documentId: page.id,
  title: page.title,
  findings,
  repair: null,
})

const unreadablePage = (documentId: string, error: unknown, options: DoctorOptions): PageFindings => ({
  documentId,
  title: '',
  findings: [{ kind: 'unreadable-page', error: wordsOf(error) }],
  repair: options.repair ? hopeless : null,
})

async function repairAndCheck(
  database: OpenDatabase,
  checkPage: CheckPage,
  stored: StoredPage,
  check: PageCheck,
): Promise<PageFindings> {
  const problem = describe(stored, check)
  if (!check.repair) return { ...problem, repair: hopeless }
  try {
    await repairPage(database.db, stored.page.id, check.repair)
  } catch (error) {
    return { ...problem, repair: { done: [`nothing was changed: ${wordsOf(error)}`], isSound: false } }
  }
  const [after] = await readPages(database, [stored.page.id])
  const isSound = after !== undefined && (await checkPage(after)).findings.length === 0
  return { ...problem, repair: { done: check.repair.words, isSound } }
}

/**
 * Beside a server a page may be caught between an edit and its projections: it is looked at again until it is quiet.
 * Gives null when it then agrees, and `in use` when people go on editing.
 */
async function settledFindings(
  database: OpenDatabase,
  checkPage: CheckPage,
  first: StoredPage,
  check: PageCheck,
): Promise<PageFindings | 'in use' | null> {
  let stored = first
  let now = check
  while (onlyProjection(now) && Date.now() - lastEditOf(stored) < SETTLED_MS) {
    await sleep(ASK_EVERY_MS)
    const [again] = await readPages(database, [first.page.id])
    if (!again) return null
    now = await checkPage(again)
    if (now.findings.length === 0) return null
    if (lastEditOf(again) > lastEditOf(first)) return 'in use'
    stored = again
  }
  return describe(stored, now)
}

const onlyWaits = ({ findings }: PageCheck): boolean => findings.every(({ kind }) => kind === 'missing-edits')

const onlyProjection = ({ findings }: PageCheck): boolean =>
  findings.every(({ kind }) => kind === 'projection')

const lastEditOf = ({ page, updates }: StoredPage): number =>
  Date.parse(updates.at(-1)?.created_at ?? page.updated_at) || 0
