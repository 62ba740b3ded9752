import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** A row of the list: the files that reach into a library, and the tests that fail when that does nothing any more. */
interface Row {
  places: string[]
  tests: { file: string; title: string | undefined }[]
}

/** `a/{b, c}` stands for `a/b` and `a/c`. */
function spread(name: string): string[] {
  const [, before, names] = /^(.*)\{(.*)\}$/.exec(name) ?? []
  return names === undefined ? [name] : names.split(',').map((one) => before + one.trim())
}

/** The file of a name in the list; most stand below `src`. */
function fileOf(name: string): string | undefined {
  const endings = name.startsWith('e2e/') ? ['.e2e.ts'] : ['.ts', '.tsx']
  const files = endings.flatMap((ending) => [`src/${name}${ending}`, name + ending])
  return files.find((file) => existsSync(file))
}

const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
const rows: Row[] = [...readFileSync('docs/patched-libraries.md', 'utf8').matchAll(/^\| (`.*) \|$/gm)].map(
  ([, row]) => {
    const cells = row!.split(' | ')
    const tests = [...cells.at(-1)!.matchAll(/`([^`]+)`(?:: "([^"]+)")?/g)]
    return {
      places: namesIn(cells[0]!.replace(/\(.*\)/, '')).flatMap(spread),
      tests: tests.map(([, file, title]) => ({ file: file!, title })),
    }
  },
)

describe.each(rows)('$places', ({ places, tests }) => {
  test('is there', () => {
    expect(places.filter((place) => !fileOf(place))).toEqual([])
  })

  test('has tests that are there', () => {
    expect(tests).not.toEqual([])
    for (const { file, title } of tests) {
      expect(fileOf(file), file).toBeDefined()
      if (title) expect(readFileSync(fileOf(file)!, 'utf8'), file).toContain(title)
    }
  })
})

/** What code that reaches into a library is known by. */
const SIGNS = [
  // A field that begins with an underscore, but for what zod/mini calls `_default`.
  /\._(?!default\b)[a-z]\w*|\{[^{}]*\b_(?:map|start|item)\b[^{}]*\} =/,
  /\bstore\.clients\b|\bpending(?:Structs|Ds)\b|\bnew Y\.Item\(|\.redone = /,
  /\bprototype\.\w+ = |\bObject\.defineProperty\(/,
  /\b(?:docView|domObserver|domSelectionRange|setMirror|history\$)\b/,
  /\b(?:resolveConnectionAttempt|lastMessageReceived|providerMap)\b|\bawareness\.meta\b/,
  /\bhocuspocus\.(?:documents|createDocument|unloadDocument)\b|\baddDirectConnection\b/,
  /\$context\b|\binternalAdapter\b|\bgetExecutor\(/,
  /\bextends XmlComponent\b|\bnode_modules\//,
]

/** They only look alike. */
const OTHERS = new Map([
  ['src/editor/clipboard/held-paste.ts', 'an event of its own making'],
  ['src/editor/core/block-selection.ts', 'a documented field of a class of its own'],
  ['src/blocks/table/cell-selection.ts', 'the same'],
  ['src/ui/composing.ts', 'an event of the browser, which tests make'],
])

test('no file reaches into a library unnamed', () => {
  const named = new Set(rows.flatMap(({ places }) => places.map(fileOf)))
  const files = globSync(['src/**/*.{ts,tsx}', 'vite.config.ts']).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  )
  const reaching = files.filter((file) => {
    const code = readFileSync(file, 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
    return SIGNS.some((sign) => sign.test(code))
  })
  expect(reaching.filter((file) => !named.has(file) && !OTHERS.has(file))).toEqual([])
  expect([...OTHERS.keys()].filter((file) => !reaching.includes(file))).toEqual([])
})
