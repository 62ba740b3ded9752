import { globSync, readFileSync } from 'node:fs'
import { readWords } from './find-words.ts'

/** Sources whose words are not the interface's, and why. */
const NOT_THE_INTERFACE: [files: RegExp, why: string][] = [
  [/\.test\.tsx?$|conformance|random-hands|gfm-examples/, 'tests and what they are made of'],
  [/\/samples\.ts$/, 'content of pages that only tests and the gallery of blocks show'],
  [
    /server\/(doctor|backup|db)\/|server\/(doctor-cli|backup-cli|account-cli|config|data-lock|main|startup-error)\.ts|http\/listen\.ts/,
    'said to the person who runs the server, on their console',
  ],
  [/server\/fetch\/|collab\/update-log/, 'goes to the log'],
  [/formats\/word\/(styles|style-sheet|write-\w+|omml-to-tex)\.ts/, 'names that Word knows'],
  [/accounts\/avatar\.ts/, 'names that drawings are made of'],
  [/emoji-data|code-block\/languages/, 'data with names of their own'],
  [
    /ai\/server\/(prompts|personal|test-prompts|reviews\/review-prompt)|collab\/told-page/,
    'said to language models',
  ],
  [/chat\/server\/(chat-prompt|tools)/, 'said to language models'],
  [/publish\/server\/feeds\.routes/, 'robots.txt'],
  [/shared\/i18n\//, 'the messages themselves'],
]

/** The sources that may speak to a person, and what stands in each. */
export const readInterface = () =>
  globSync('src/**/*.{ts,tsx}')
    .sort()
    .filter((file) => !NOT_THE_INTERFACE.some(([files]) => files.test(file)))
    .map((file) => ({ file, ...readWords(file, readFileSync(file, 'utf8')) }))

/** Every English message, with where it stands first: the keys of the catalogues. */
export function readMessages(): Map<string, string> {
  const messages = new Map<string, string>()
  const add = (message: string, place: string) => messages.has(message) || messages.set(message, place)
  for (const { file, messages: said, findings } of readInterface()) {
    for (const { message, line } of said) add(message, `${file}:${line}`)
    // With braces it is code, such as an example of CSS.
    for (const { what, words, line } of findings)
      if (what === 'outside' && !/[…{]/.test(words)) add(words, `${file}:${line}`)
  }
  // Headings are compared as well as shown (`headingOf`).
  for (const file of globSync('src/**/*.{ts,tsx}').sort())
    for (const [, heading] of readFileSync(file, 'utf8').matchAll(/\b(?:group|heading): '([A-Z][\w ]+)'/g))
      if (!/\.test\./.test(file)) add(heading!, file)
  return messages
}
