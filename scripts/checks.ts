import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import { build, buildIfChanged } from './build.ts'
import { findOrInstallTestBrowser } from './chromium.ts'
import { keepTemporaryFilesInMemory } from './memory-folder.ts'

/** Runs a program of node_modules/.bin with inherited output; gives its exit code. */
export function run(program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

interface Tally {
  passed: number
  failed: number
  /** How long each test took, in milliseconds. */
  tests?: TimedTest[]
  /** What failed, a test or a check each, said once more at the end of the run. */
  failures?: string[]
  /** What passed on the second try only: it wants mending. */
  secondTries?: string[]
}

interface TimedTest {
  title: string
  ms: number
}

/** Seconds that each stage of this run took, in the order in which they ended. */
const stages: { name: string; seconds: number }[] = []

/** Runs one stage and remembers how long it took. */
async function stage<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  try {
    return await act()
  } finally {
    stages.push({ name, seconds: (performance.now() - began) / 1000 })
  }
}

/** How many of the slowest tests are named at the end of a run. */
const SLOWEST = 20

/** Its checkers work side by side and each finds out much of the same again: more than cores are a waste. */
const CHECKERS = ['--checkers', String(Math.min(4, availableParallelism()))]

/** The native compiler; the `typescript` package itself is there for tools that read imports through its API. */
const TSC = 'node_modules/typescript-native/bin/tsc'

const REPORTS = '.cache/reports'

/**
 * Static checks, each of which counts as one in the closing line. Two rows go on side by side: the first keeps more than one core busy, those
 * of the second keep one busy each.
 */
const STATIC: [name: string, program: string, args: string[]][][] = [
  [
    ['format and lint', 'biome', ['check', '--error-on-warnings', '.']],
    ['types of the browser', TSC, ['-p', 'tsconfig.json', ...CHECKERS]],
    ['types of the server', TSC, ['-p', 'tsconfig.server.json', ...CHECKERS]],
  ],
  [
    ['words in messages', 'node', ['scripts/check-words.ts']],
    [
      'import boundaries',
      'depcruise',
      ['src', '--config', '.dependency-cruiser.cjs', '--output-type', 'err'],
    ],
    ['unused files and exports', 'knip', ['--no-progress']],
  ],
]

async function staticChecks(): Promise<Tally> {
  const failures: string[] = []
  await Promise.all(
    STATIC.map(async (row) => {
      for (const [name, program, args] of row) {
        const code = await stage(name, () => run(program, args))
        if (code !== 0) failures.push(name)
        console.log(code === 0 ? `✓ ${name}` : `✗ ${name}`)
      }
    }),
  )
  return { passed: STATIC.flat().length - failures.length, failed: failures.length, failures }
}

interface VitestTest {
  fullName: string
  status: string
  duration?: number
  failureMessages: string[]
}

/** The part of Vitest's JSON report that is read here. */
interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: VitestTest[]
  }[]
}

/** `file: title: first lines of the message` of each failed test, and of each file that did not load. */
const failuresIn = ({ testResults }: VitestReport): string[] =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed')
    if (tests.length > 0) return tests.map((test) => said(name, test))
    return status === 'failed' ? [`${relative('', name)}: ${beginning(message)}`] : []
  })

const said = (file: string, { fullName, failureMessages }: VitestTest): string =>
  `${relative('', file)}: ${fullName}: ${beginning(failureMessages.join('\n'))}`

/** The beginning of a message: enough to know what it was about. */
const beginning = (message: string): string => message.split('\n').slice(0, 6).join('\n  ')

function vitest(project: string): Promise<Tally> {
  return stage(`${project} tests`, () => runVitest(project))
}

async function runVitest(project: string): Promise<Tally> {
  const report = `${REPORTS}/${project}.json`
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const code = await run('vitest', args)
  if (!existsSync(report)) return notReported(`Vitest (${project})`)
  const result: VitestReport = JSON.parse(readFileSync(report, 'utf8'))
  const failures = failuresIn(result)
  if (failures.length === 0 && code !== 0) failures.push(`Vitest (${project}) ended with ${code}`)
  // A file that does not even load fails the run without a failed test.
  const failed = result.numFailedTests || (code === 0 ? 0 : 1)
  const tests = result.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      title: `${relative('', name)}: ${fullName}`,
      ms: duration ?? 0,
    })),
  )
  return { passed: result.numPassedTests, failed, failures, tests }
}

function playwright(args: string[] = []): Promise<Tally> {
  return stage('browser tests', () => runPlaywright(args))
}

async function runPlaywright(args: string[]): Promise<Tally> {
  const report = `${REPORTS}/e2e.json`
  const CHROME_PATH = findOrInstallTestBrowser()
  const code = await run('playwright', ['test', '--reporter=list,json', ...args], {
    CHROME_PATH,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  if (!existsSync(report)) return notReported('Playwright')
  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'))
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected || (code === 0 ? 0 : 1),
    failures: titlesOf(suites, 'unexpected'),
    secondTries: titlesOf(suites, 'flaky'),
    tests: timesOf(suites),
  }
}

const notReported = (program: string): Tally => ({
  passed: 0,
  failed: 1,
  failures: [`${program} left no report`],
})

interface Suite {
  file: string
  specs: { title: string; tests: { status: string; results: { duration: number }[] }[] }[]
  suites?: Suite[]
}

/** The tests in Playwright's report that were `flaky` (failed once and then passed) or `unexpected` (failed). */
const titlesOf = (suites: Suite[], wanted: 'flaky' | 'unexpected'): string[] =>
  suites.flatMap((suite) => [
    ...suite.specs
      .filter(({ tests }) => tests.some(({ status }) => status === wanted))
      .map(({ title }) => `${suite.file}: ${title}`),
    ...titlesOf(suite.suites ?? [], wanted),
  ])

/** How long each test in Playwright's report took, with its second try. */
const timesOf = (suites: Suite[]): TimedTest[] =>
  suites.flatMap((suite) => [
    ...suite.specs.map(({ title, tests }) => ({
      title: `${suite.file}: ${title}`,
      ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
    })),
    ...timesOf(suite.suites ?? []),
  ])

/** Prints where the time of this run went: the stages, and the slowest tests. */
function printTimes(tallies: Tally[]): void {
  const slowest = tallies
    .flatMap(({ tests = [] }) => tests)
    .sort((one, other) => other.ms - one.ms)
    .slice(0, SLOWEST)
  console.log(`\nThe ${slowest.length} slowest tests, in seconds:`)
  for (const { title, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)}  ${title}`)
  console.log('\nStages, in seconds:')
  for (const { name, seconds } of stages) console.log(`${seconds.toFixed(0).padStart(7)}  ${name}`)
}

function finish(tallies: Tally[]): void {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
  printTimes(tallies)
  // The last lines of a run say what it was about.
  for (const title of tallies.flatMap(({ secondTries = [] }) => secondTries))
    console.log(`\nPassed on the second try only: ${title}`)
  for (const failure of tallies.flatMap(({ failures = [] }) => failures)) console.log(`\nFailed: ${failure}`)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}

function freshReports(): void {
  rmSync(REPORTS, { recursive: true, force: true })
  mkdirSync(REPORTS, { recursive: true })
}

/** `npm run check`: format, lint, boundaries, both type projects, unit tests. */
export async function check(): Promise<void> {
  freshReports()
  finish([await staticChecks(), await vitest('unit')])
}

/** `npm test`, or one part of it: `e2e`, `integration`, `property`. Ends with `N passed, N failed`. */
export async function test(args: string[]): Promise<void> {
  freshReports()
  const clear = keepTemporaryFilesInMemory()
  try {
    await runTests(args)
  } finally {
    clear()
  }
}

async function runTests(args: string[]): Promise<void> {
  if (args[0] === 'e2e') {
    await buildIfChanged()
    return finish([await playwright(args.slice(1))])
  }
  if (args[0] === 'integration' || args[0] === 'property') return finish([await vitest(args[0])])
  const fast = [await staticChecks(), await vitest('unit'), await vitest('property')]
  await stage('build', build)
  const size =
    (await stage('size of the first load', () => run('size-limit', []))) === 0
      ? { passed: 1, failed: 0 }
      : { passed: 0, failed: 1, failures: ['size of the first load'] }
  finish([...fast, size, await vitest('integration'), await playwright()])
}

/** `npm run test:long -- MINUTES`: the randomised tests with a longer budget. */
export async function testLong(args: string[]): Promise<void> {
  freshReports()
  process.env.SHEAF_LONG_MINUTES = args[0] ?? '10'
  await buildIfChanged()
  finish([
    await vitest('property'),
    await vitest('integration'),
    await playwright([...STORIES, '--retries=0']),
  ])
}

/** The random stories that are told in a browser. */
const STORIES = [
  'e2e/editor-random.e2e.ts',
  'e2e/editor-meanwhile.e2e.ts',
  '--grep=press what writers press|select anything',
]
