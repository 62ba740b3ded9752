import { globSync, readFileSync } from 'node:fs'

const STATEMENTS = 'docs/product/statements.md'
/** Cases and findings, each in a row of a table. */
const CASES = ['docs/product/faults.md', 'docs/product/findings.md']
const TESTS = [
  'src/**/*.test.ts',
  'src/**/*.test.tsx',
  'test/**/*.test.ts',
  'e2e/**/*.e2e.ts',
  'scripts/**/*.test.ts',
]
/** Its examples of titles are no titles. */
const EXAMPLES = 'scripts/spec.test.ts'

/**
 * Numbers that tests about something else have carried, and the beginnings of the files that are about them. A test
 * elsewhere that is about such a statement adds its file.
 */
const PLACES: Record<string, readonly string[]> = {
  '2.9': ['src/features/templates/', 'e2e/visitors.'],
  '2.24': [
    'e2e/accounts.',
    'e2e/interchange.',
    'e2e/pages.',
    'e2e/publish.',
    'e2e/versions.',
    'e2e/visitors.',
  ],
  '4.2': ['src/features/pages/', 'src/features/templates/server/templates.', 'e2e/home.', 'e2e/pages.'],
  '4.20': ['src/features/templates/app/demos/embeddings/', 'e2e/embeddings.'],
  '5.1': ['src/features/templates/', 'e2e/embeddings.'],
  '5.21': ['src/editor/', 'e2e/editor-toolbar.'],
  '6.6': ['src/features/templates/', 'e2e/visitors.'],
  '7.42': ['src/features/accounts/'],
  '8.1': ['e2e/embeddings.'],
}

/** The numbers in the titles of a file that have to stand elsewhere: `2.9` in a file about the stash. */
export function strayNumbers(file: string, source: string): string[] {
  return numbersOf(source).filter(
    (number) => PLACES[number]?.every((place) => !file.startsWith(place)) ?? false,
  )
}

/** The numbers that a test's title begins with: `2.22, 2.23 a nested …` names two, and so does `2.22 2.23 a …`. */
export function numbersOf(source: string): string[] {
  const titles = source.matchAll(
    /\(\s*(['"`])((?:\d{1,2}\.\d{1,3}(?:,\s*|\s+and\s+|\s+(?=\d{1,2}\.\d))?)+)\s/g,
  )
  return [...titles].flatMap((match) => match[2]!.match(/\d{1,2}\.\d{1,3}/g) ?? [])
}

/** The cases and findings that a test's title names, wherever in the title: `R12`, `R34` and `S4` of `R12 S4 a move (R34)`. */
export function casesOf(source: string): string[] {
  const titles = source.matchAll(/\(\s*(['"`])(.*?)\1\s*,/g)
  return [...titles].flatMap((match) => match[2]!.match(/\b[RSTIU]\d{1,3}\b/g) ?? [])
}

/** Each statement's number and its title in bold, without marks: `7.6`, `document.create`. */
export function statementsOf(text: string): Map<string, string> {
  const lines = text.matchAll(/^- `(\d+\.\d+)` \*\*(.+?)\.?\*\*/gm)
  return new Map([...lines].map((match) => [match[1]!, match[2]!.replaceAll('`', '')]))
}

/**
 * Compares the titles of all tests with the text in `docs/product`. `missing` are statements that no title names;
 * `unknown` are numbers and cases in a title that the text does not have; `stray` are numbers in a file that is about
 * something else, each with that file.
 */
export function compareTitles() {
  const statements = statementsOf(readFileSync(STATEMENTS, 'utf8'))
  const rows = CASES.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^\| ([RSTIU]\d+) \|/gm)])
  const cases = new Set(rows.map((match) => match[1]!))
  const files = globSync(TESTS, { exclude: [EXAMPLES] })
  const tests = files.map((file) => readFileSync(file, 'utf8'))
  const named = new Set(tests.flatMap(numbersOf))
  const namedCases = new Set(tests.flatMap(casesOf))
  return {
    statements,
    covered: [...statements.keys()].filter((number) => named.has(number)),
    missing: [...statements.keys()].filter((number) => !named.has(number)),
    unknown: [
      ...[...named].filter((number) => !statements.has(number)),
      ...[...namedCases].filter((name) => !cases.has(name)),
    ],
    stray: files.flatMap((file, at) =>
      strayNumbers(file, tests[at]!).map((number) => `${number} in ${file}`),
    ),
  }
}

/** `npm run spec [-- --json]`: which numbered statements a test names, and which none does. */
export async function spec(args: string[]): Promise<void> {
  const { statements, covered, missing, unknown, stray } = compareTitles()
  if (args.includes('--json')) {
    console.log(JSON.stringify({ covered, missing, unknown, stray }))
    return
  }
  for (const number of missing) console.log(`${number.padEnd(5)} ${statements.get(number)}`)
  console.log(
    `\n${covered.length} of ${statements.size} statements are named by a test; ${missing.length} are not (listed above).`,
  )
  if (unknown.length > 0) console.log(`Named by a test but not in docs/product: ${unknown.join(', ')}.`)
  if (stray.length > 0) console.log(`In a file about something else: ${stray.join(', ')}.`)
}
