import { globSync, readFileSync } from 'node:fs'

/** Expressions that no file of ours uses, each with what to write instead. */
const AVOIDED: Record<string, string> = {
  whoever: 'say who: “the person who”, “the side that”',
  'as far as': 'say the condition: “if”, “where”, “within”',
  'so many': 'name the number: “`count` pages”',
  'can not': '“cannot”',
}

/** Files that may use them, and why. */
const EXCEPTIONS: Record<string, string> = {
  'scripts/avoided-words.ts': 'the list itself',
  'scripts/avoided-words.test.ts': 'its examples',
  'test/pages-to-find.ts': 'texts as people write them, for the search to find',
}

const PLACES = ['README.md', '{src,e2e,test,bench,scripts,docs}/**/*.{ts,tsx,mjs,css,html,md,json,txt}']

/** Space, or the end of a line and the sign with which a comment or a quote goes on in the next one. */
const GAP = String.raw`(?:[ \t]+|\s*\n\s*(?:(?:\*|//|#|>)\s+)?)`

const PATTERN = new RegExp(
  Object.keys(AVOIDED)
    .map((words) => String.raw`\b${words.replaceAll(' ', GAP)}\b`)
    .join('|'),
  'gi',
)

/** The avoided expressions of a text, each with the line on which it begins and what to write instead. */
export function avoidedIn(text: string): { line: number; words: string; instead: string }[] {
  return [...text.matchAll(PATTERN)].map(({ 0: found, index }) => {
    const words = found.toLowerCase().replaceAll(new RegExp(GAP, 'g'), ' ')
    return { line: text.slice(0, index).split('\n').length, words, instead: AVOIDED[words] ?? '' }
  })
}

/** A line for each avoided expression in the text files of the repository, with file and line. */
export const faultsOfExpression = (): string[] =>
  globSync(PLACES)
    .filter((file) => !Object.hasOwn(EXCEPTIONS, file))
    .sort()
    .flatMap((file) =>
      avoidedIn(readFileSync(file, 'utf8')).map(
        ({ line, words, instead }) => `${file}:${line} “${words}” is avoided here; ${instead}`,
      ),
    )
