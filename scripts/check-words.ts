import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { compileMessage } from '../src/shared/i18n/compile-message.ts'
import { type Message, readWords } from './find-words.ts'

/**
 * Part of `npm run check`: fails, with file and line, where words that a person sees stand outside of `t` and `Trans`, and where a
 * message is not as it has to be. `--write` notes what is left when words were moved into messages.
 */

/** Sources whose words are not the interface's, and why. */
const NOT_THE_INTERFACE: [files: RegExp, why: string][] = [
  [/\.test\.tsx?$|conformance|random-hands|gfm-examples/, 'tests and what they are made of'],
  [
    /features\/templates\/content\/|\/samples\.ts$|templates\/app\/demos\//,
    'content of sample pages, which is a page of its own in each language',
  ],
  [
    /server\/(doctor|backup|db)\/|server\/(doctor-cli|backup-cli|config|data-lock|main|obstacle)\.ts|http\/listen\.ts/,
    'said to the person who runs the server, on their console',
  ],
  [/server\/fetch\/|collab\/update-log/, 'goes to the log'],
  [/formats\/word\/(styles|write-word|omml-to-tex)/, 'names that Word knows'],
  [/accounts\/avatar\.ts/, 'names that drawings are made of'],
  [/emoji-data|code-block\/languages/, 'data with names of their own'],
  [/ai\/server\/(prompts|personal|test-prompts)/, 'said to language models'],
  [/chat\/server\/(chat-prompt|passages|tools)/, 'said to language models'],
  [/publish\/server\/feeds\.routes/, 'robots.txt'],
  [/shared\/i18n\//, 'the messages themselves'],
]

/** How many words a file still has outside, of those that are listed while modules load. It only ever gets less. */
const LEFT = 'scripts/words-left.json'
const left: Record<string, number> = JSON.parse(readFileSync(LEFT, 'utf8'))

const now: Record<string, number> = {}
const faults: string[] = []

for (const file of globSync('src/**/*.{ts,tsx}').sort()) {
  if (NOT_THE_INTERFACE.some(([files]) => files.test(file))) continue
  const { findings, messages } = readWords(file, readFileSync(file, 'utf8'))
  const outside = findings.filter(({ what }) => what === 'outside')
  if (outside.length > 0) now[file] = outside.length
  if (outside.length > (left[file] ?? 0))
    for (const { line, words } of outside)
      faults.push(`${file}:${line} words outside of a message: write t('…') or <Trans>: ${words}`)
  for (const { line, words, what } of findings) {
    if (what === 'on load')
      faults.push(`${file}:${line} t is called while the module loads: write () => t('…'): ${words}`)
    if (what === 'not constant')
      faults.push(`${file}:${line} a message is a literal, and its values follow it: ${words}`)
  }
  for (const message of messages)
    faults.push(...faultsOf(message).map((fault) => `${file}:${message.line} ${fault}`))
}

/** What is wrong with a message: its form, or values that do not fit its placeholders. */
function faultsOf({ message, values }: Message): string[] {
  try {
    const compiled = compileMessageOrThrow(message)
    if (JSON.stringify(compiled) !== JSON.stringify(compileMessage(message)))
      return [`the browser reads this message differently than Lingui does: ${message}`]
    const wanted = namesIn(compiled)
    if (values === null || (wanted.size === values.length && values.every((name) => wanted.has(name))))
      return []
    return [
      `the message wants ${[...wanted].join(', ') || 'no values'} and is given ${values.join(', ') || 'none'}: ${message}`,
    ]
  } catch (error) {
    return [`${(error as Error).message.split('\n')[0]}: ${message}`]
  }
}

type Compiled = ReturnType<typeof compileMessageOrThrow>

function namesIn(tokens: Compiled): Set<string> {
  const names = new Set<string>()
  for (const token of tokens) {
    if (typeof token === 'string') continue
    const [name, , cases] = token
    names.add(name)
    for (const inside of Object.values((cases ?? {}) as Record<string, unknown>))
      if (Array.isArray(inside)) for (const within of namesIn(inside as Compiled)) names.add(within)
  }
  return names
}

if (process.argv.includes('--write')) writeFileSync(LEFT, `${JSON.stringify(now, null, 2)}\n`)
else if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exitCode = 1
}
