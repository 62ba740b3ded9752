import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const root = mkdtempSync(join(tmpdir(), 'sheaf-start-'))
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A program that notes which process it runs in. */
const noting = (what: string) =>
  `import { appendFileSync } from 'node:fs'\nappendFileSync('order', \`${what} \${process.pid}\\n\`)\n`

test.each([
  ['backup', 'backup-cli', ['backup', 'FILE']],
  ['doctor', 'doctor-cli', ['FILE']],
  ['account', 'account-cli', ['FILE']],
])('%s is what was built, without installing or building what has come since', (task, program, words) => {
  for (const folder of ['scripts', 'dist/server']) mkdirSync(join(root, folder), { recursive: true })
  for (const file of ['scripts/sheaf.mjs', 'package.json']) copyFileSync(file, join(root, file))
  symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'))
  const tells =
    "import { writeFileSync } from 'node:fs'\nwriteFileSync('told', process.argv.slice(2).join(' '))\n"
  writeFileSync(
    join(root, 'scripts/tasks.ts'),
    "export const runTask = () => Promise.reject(new Error('built'))\n",
  )
  writeFileSync(join(root, 'dist/server', `${program}.js`), tells)
  const run = () =>
    execFileSync(process.execPath, [join(root, 'scripts/sheaf.mjs'), task, 'FILE'], { stdio: 'pipe' })
  // Half a build is none.
  expect(run).toThrow('built')
  writeFileSync(join(root, 'dist/.sources'), 'of an older version')
  run()
  expect(readFileSync(join(root, 'told'), 'utf8')).toBe(words.join(' '))
})

test('T8 a build ends in a process of its own before the server begins, whose memory it leaves alone', () => {
  for (const folder of ['scripts', 'dist/server']) mkdirSync(join(root, folder), { recursive: true })
  for (const file of ['scripts/sheaf.mjs', 'package.json']) copyFileSync(file, join(root, file))
  symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'))
  writeFileSync(
    join(root, 'scripts/tasks.ts'),
    `${noting('builds')}export const runTask = async ([task]) => task === 'prepare' || process.exit(1)\n`,
  )
  writeFileSync(join(root, 'dist/server/main.js'), noting('serves'))
  execFileSync(process.execPath, [join(root, 'scripts/sheaf.mjs'), 'start'])
  const [built, served, ...others] = readFileSync(join(root, 'order'), 'utf8').trim().split('\n')
  expect(others).toEqual([])
  expect(built).toMatch(/^builds \d+$/)
  expect(served).toMatch(/^serves \d+$/)
  expect(served?.split(' ')[1]).not.toBe(built?.split(' ')[1])
})
