import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** A PostgreSQL of the tests' own: started once for a run, a fresh database for each suite. */
export interface TestPostgres {
  /** The address of the cluster's own database, from which others are made. */
  adminUrl: string
  stop(): Promise<void>
}

/** Set by `test/global-setup.ts` for the workers of a run. */
export const POSTGRES_VARIABLE = 'SHEAF_TEST_POSTGRES'

/**
 * Starts a PostgreSQL cluster in a temporary folder: the installed one, or Debian's package when this may install it.
 * It commits like a real one, but leaves syncing to the system. Throws when there is no PostgreSQL and none can be installed.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const binaries = findBinaries() ?? installPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-pg-'))
  const data = join(folder, 'data')
  const user = unprivileged()
  if (user) chownSync(folder, user.uid, user.gid)
  else chmodSync(folder, 0o700)
  const options = {
    ...(user && { uid: user.uid, gid: user.gid }),
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
  }
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'sheaf', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'],
    { ...options, stdio: 'pipe' },
  )
  const port = await freePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    shared_buffers: '32MB',
    max_connections: 100,
    max_wal_size: '256MB',
    autovacuum_naptime: '10min',
    // What is killed here is a program, never the machine: the system keeps what was written.
    fsync: 'off',
    full_page_writes: 'off',
  }
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let output = ''
  server.stderr?.on('data', (chunk) => {
    output = (output + String(chunk)).slice(-4_000)
  })
  const adminUrl = `postgres://sheaf@127.0.0.1:${port}/postgres`
  await accepting(adminUrl, server, () => output)
  return {
    adminUrl,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      // SIGINT is PostgreSQL's "fast" shutdown: connections are cut, data is kept consistent.
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Makes an empty database in the run's cluster; `drop` removes it, also while something is connected. */
export async function freshDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const adminUrl = process.env[POSTGRES_VARIABLE]
  if (!adminUrl)
    throw new Error('PostgreSQL is not running: is test/global-setup.ts part of this Vitest project?')
  const name = `sheaf_${randomBytes(6).toString('hex')}`
  await asAdmin(adminUrl, `create database ${name}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => asAdmin(adminUrl, `drop database ${name} with (force)`) }
}

async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function findBinaries(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ]
  return (
    folders.find((path) => path && ['initdb', 'postgres'].every((name) => existsSync(join(path, name)))) ??
    null
  )
}

function installPostgres(): string {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const run = (...words: string[]) => {
    const [command = '', ...rest] = [...sudo, ...words]
    execFileSync(command, rest, { stdio: 'pipe', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
  try {
    run('apt-get', 'update', '-qq')
    run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'postgresql')
  } catch (cause) {
    throw new Error('The tests need PostgreSQL: install it (Debian: apt-get install postgresql).', { cause })
  }
  const found = findBinaries()
  if (!found) throw new Error('PostgreSQL was installed, but initdb is not where it is expected.')
  return found
}

/** PostgreSQL refuses to run as root: then it runs as a user that is there for that. */
function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = ['postgres', 'nobody'].map((name) => users.find((fields) => fields[0] === name)).find(Boolean)
  if (!user) throw new Error('PostgreSQL cannot run as root, and there is no user "postgres" or "nobody".')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

async function accepting(url: string, server: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    try {
      await client.connect()
      await client.end()
      return
    } catch (cause) {
      if (server.exitCode !== null || Date.now() > deadline) {
        throw new Error(`PostgreSQL did not start:\n${output()}`, { cause })
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      )
    })
  })
}
