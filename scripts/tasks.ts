import { build, buildIfChanged } from './build.ts'
import { check, run, test, testLong } from './checks.ts'
import { dev } from './dev.ts'
import { spec } from './spec.ts'

const TASKS: Record<string, (args: string[]) => Promise<unknown>> = {
  start: () => serve(),
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
  backup: (args) => copy('backup', args),
  restore: (args) => copy('restore', args),
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

/** Builds when sources changed, then becomes the server: same process, so signals reach it directly. */
async function serve(): Promise<void> {
  await buildIfChanged()
  process.env.NODE_ENV ??= 'production'
  process.argv = [process.argv[0]!, new URL('../dist/server/main.js', import.meta.url).pathname]
  await import(new URL('../dist/server/main.js', import.meta.url).href)
}

async function copy(verb: 'backup' | 'restore', args: string[]): Promise<void> {
  await buildIfChanged()
  process.exitCode = await run('node', ['dist/server/backup-cli.js', verb, ...args])
}
