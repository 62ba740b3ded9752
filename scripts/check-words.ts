import { readFileSync, writeFileSync } from 'node:fs'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { compileMessage } from '../src/shared/i18n/compile-message.ts'
import { TRANSLATED } from '../src/shared/i18n/languages.ts'
import { faultsOfExpression } from './avoided-words.ts'
import { faultsOfTranslation, readCatalogue } from './catalogue.ts'
import type { Message } from './find-words.ts'
import { readInterface, readMessages } from './interface-words.ts'

/**
 * Part of `npm run check`: fails, with file and line, where words that a person sees stand outside of `t` and `Trans`, where a
 * message is not as it has to be, and where any text uses an expression that is avoided here (`avoided-words.ts`).
 * `--write` notes what is left when words were moved into messages.
 */

/** How many words a file still has outside, of those that are listed while modules load. It only ever gets less. */
const LEFT = 'scripts/words-left.json'
const left: Record<string, number> = JSON.parse(readFileSync(LEFT, 'utf8'))

const now: Record<string, number> = {}
const faults: string[] = faultsOfExpression()

for (const { file, findings, messages } of readInterface()) {
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

const known = readMessages()
const missing: string[] = []
for (const language of TRANSLATED) {
  const catalogue = readCatalogue(language)
  for (const [english, translation] of Object.entries(catalogue))
    for (const fault of faultsOfTranslation(language, english, translation))
      faults.push(`${language}.json: ${fault}: ${english} → ${translation}`)
  const lacking = [...known.keys()].filter((message) => !Object.hasOwn(catalogue, message))
  missing.push(`${language} ${lacking.length}`)
}
console.log(`Messages: ${known.size}; said in English for lack of a translation: ${missing.join(', ')}`)

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
