import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { UNUSED_COMMANDS, withoutUnusedChecks, withoutUnusedCommands } from './leave-out.ts'

const core = readFileSync('node_modules/@tiptap/core/dist/index.js', 'utf8')
const commandsOf = (code: string) =>
  [.../commands_exports = [^{]*\{([^}]*)\}/.exec(code)![1]!.matchAll(/(\w+): \(\) =>/g)].map(
    ([, name]) => name,
  )

test('the commands that are left out are exactly those', () => {
  const left = commandsOf(withoutUnusedCommands(core))
  expect(left).toEqual(commandsOf(core).filter((name) => !UNUSED_COMMANDS.includes(name!)))
  expect(left.length + UNUSED_COMMANDS.length).toBe(commandsOf(core).length)
})

test('no command that is left out is called', () => {
  const called = new RegExp(`(?:commands|\\)|^)\\s*\\??\\.(?:${UNUSED_COMMANDS.join('|')})\\(`, 'm')
  const callers = globSync('src/**/*.{ts,tsx}').filter((file) => {
    const code = readFileSync(file, 'utf8')
    return /\.commands\b|\.chain\(\)|\.can\(\)/.test(code) && called.test(code.replaceAll(/\.forEach\(/g, ''))
  })
  expect(callers).toEqual([])
})

test('what Yjs logs with makes no check of a DOM that a bundler has to keep', () => {
  const dom = withoutUnusedChecks(readFileSync('node_modules/lib0/dom.js', 'utf8'))
  const made = [...dom.matchAll(/^(?:export )?const \$\w+ = (.*)/gm)].map(([, made]) => made!)
  expect(made.length).toBeGreaterThan(0)
  expect(made.filter((check) => !check.startsWith('/* @__PURE__ */'))).toEqual([])
})
