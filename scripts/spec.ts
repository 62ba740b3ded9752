import { globSync, readFileSync } from 'node:fs'

const STATEMENTS = 'docs/product/statements.md'
const TESTS = [
  'src/**/*.test.ts',
  'src/**/*.test.tsx',
  'test/**/*.test.ts',
  'e2e/**/*.e2e.ts',
  'scripts/**/*.test.ts',
]

/** The numbers that a test's title begins with: `2.22, 2.23 a nested …` names two, and so does `2.22 2.23 a …`. */
export function numbersOf(source: string): string[] {
  const titles = source.matchAll(
    /\(\s*(['"`])((?:\d{1,2}\.\d{1,3}(?:,\s*|\s+and\s+|\s+(?=\d{1,2}\.\d))?)+)\s/g,
  )
  return [...titles].flatMap((match) => match[2]!.match(/\d{1,2}\.\d{1,3}/g) ?? [])
}

/** Each statement's number and its title in bold, without marks: `7.6`, `document.create`. */
export function statementsOf(text: string): Map<string, string> {
  const lines = text.matchAll(/^- `(\d+\.\d+)` \*\*(.+?)\.?\*\*/gm)
  return new Map([...lines].map((match) => [match[1]!, match[2]!.replaceAll('`', '')]))
}

/** `npm run spec [-- --json]`: which numbered statements a test names, and which none does. */
export async function spec(args: string[]): Promise<void> {
  const statements = statementsOf(readFileSync(STATEMENTS, 'utf8'))
  const named = new Set(globSync(TESTS).flatMap((file) => numbersOf(readFileSync(file, 'utf8'))))
  const covered = [...statements.keys()].filter((number) => named.has(number))
  const missing = [...statements.keys()].filter((number) => !named.has(number))
  if (args.includes('--json')) {
    console.log(JSON.stringify({ covered, missing }))
    return
  }
  for (const number of missing) console.log(`${number.padEnd(5)} ${statements.get(number)}`)
  console.log(
    `\n${covered.length} of ${statements.size} statements are named by a test; ${missing.length} are not (listed above).`,
  )
}
