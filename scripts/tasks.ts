import { build, buildIfChanged } from './build.ts'
import { check, run, test, testLong } from './checks.ts'
import { dev } from './dev.ts'
import { spec } from './spec.ts'

const TASKS: Record<string, (args: string[]) => Promise<unknown>> = {
  // "start" stands in sheaf.mjs; this is what it does first.
  prepare: buildIfChanged,
  dev,
  build,
  check,
  test,
  'test-long': testLong,
  bench: async (args) => {
    await buildIfChanged()
    process.exitCode = await run('node', ['bench/run.ts', ...args])
  },
  spec,
  backup: (args) => beside('backup-cli', ['backup', ...args]),
  restore: (args) => beside('backup-cli', ['restore', ...args]),
  doctor: (args) => beside('doctor-cli', args),
  account: (args) => beside('account-cli', args),
}

/** Runs the task named by the first argument with the rest; an unknown name ends with the list of names. */
export async function runTask([name, ...args]: string[]): Promise<void> {
  const task = TASKS[name ?? '']
  if (!task) {
    console.error(`There is no task "${name}". Tasks: ${Object.keys(TASKS).join(', ')}.`)
    process.exit(1)
  }
  await task(args)
}

/** Builds when sources changed, then runs a program that stands beside the server. */
async function beside(program: 'backup-cli' | 'doctor-cli' | 'account-cli', args: string[]): Promise<void> {
  await buildIfChanged()
  process.exitCode = await run('node', [`dist/server/${program}.js`, ...args])
}
