import { randomOf } from '@test/document/random-of'
import { readAnswer } from '@test/read-edits'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { plainTextOf } from '@/blocks'
import type { Block } from '@/blocks/kit/block'
import {
  applyBlocks,
  chosenSids,
  createPageDoc,
  decide,
  markedIndex,
  settledBlocks,
  suggestOperations,
  suggestPage,
  withSuggestions,
} from '@/document'
import { deleteText, insertText, writingBy } from '@/document/write/operations'
import { EditReader } from './edit-lines'
import { pageForModel } from './page-for-model'

const line = (id: string, text: string, marks?: { kind: string }[]): Block => ({
  id,
  kind: 'paragraph',
  text: [{ text, ...(marks && { marks }) }],
})

const PAGE: Block[] = [
  { id: 'h', kind: 'heading', attributes: { level: 2 }, text: [{ text: 'Goals' }] },
  line('one', 'The quick brown fox jumps over the lazy dog. 👩‍👩‍👧 Straße, naïve.'),
  {
    id: 'two',
    kind: 'paragraph',
    attributes: { align: 'center' },
    text: [
      { text: ' Ask ' },
      { kind: 'mention', attributes: { key: 'u1', value: 'Ada' } },
      { text: ' about the ' },
      { text: 'red', marks: [{ kind: 'textColor', attributes: { color: 'red' } }] },
      { text: ' and ' },
      { text: 'bold', marks: [{ kind: 'bold' }] },
      { text: ' words ' },
    ],
  },
  { id: 'l1', kind: 'listItem', text: [{ text: 'first' }] },
  {
    id: 'l2',
    kind: 'listItem',
    attributes: { indent: 2, listStyleType: 'circle' },
    text: [{ text: 'second' }],
  },
  { id: 'q', kind: 'blockquote', children: [line('q1', 'Quoted words.')] },
  {
    id: 'c',
    kind: 'codeBlock',
    attributes: { lang: 'py' },
    text: [{ text: '@insert after b1\ndef f():\n  pass' }],
  },
  line('at', '@done'),
  {
    id: 't',
    kind: 'table',
    attributes: { headerRow: true },
    children: [
      { id: 'k1', kind: 'tableColumn' },
      { id: 'k2', kind: 'tableColumn' },
      ...['r1', 'r2'].map((row) => ({
        id: row,
        kind: 'tableRow',
        children: ['k1', 'k2'].map((column) => ({
          id: `${row}:${column}`,
          kind: 'tableCell',
          children: [line(`${row}${column}`, `${row} ${column}`)],
        })),
      })),
    ],
  },
  { id: 'hr', kind: 'horizontalRule' },
  { id: 'img', kind: 'image', attributes: { url: 'https://example.com/a.png' } },
  line('last', 'The end.'),
]

/** The page, in which somebody else suggests as well. */
function pageDoc(isReviewed: boolean): Y.Doc {
  const doc = createPageDoc()
  applyBlocks(doc, PAGE)
  if (isReviewed)
    withSuggestions(doc, (suggestions) => {
      const index = markedIndex(doc, suggestions)
      const by = { sid: 'bea 1', at: 1, words: 77 }
      writingBy(
        (_, edit) => suggestPage(index, suggestions, edit, by),
        () => {
          insertText(index, 'one', 9, ' and sly')
          deleteText(index, 'last', 0, 3)
        },
      )
      index.close()
    })
  return doc
}

function decideAll(doc: Y.Doc, isAccepted: boolean): void {
  withSuggestions(doc, (suggestions) => {
    const index = markedIndex(doc, suggestions)
    const own = suggestions.sids.filter((sid) => sid.startsWith('ada '))
    decide(index, suggestions, chosenSids(suggestions, own), isAccepted)
    index.close()
  })
}

/** What becomes of an answer, decided about in both ways. */
function outcome(answer: string, isReviewed = false) {
  const doc = pageDoc(isReviewed)
  const before = settledBlocks(doc)
  const { edits, refused } = readAnswer(answer, pageForModel(before))
  const operations = edits.map(({ operation }, n) => ({
    ...{ sid: `ada ${String(n).padStart(4, '0')}`, at: n, via: 'tiny' },
    what: operation,
  }))
  const outcomes = suggestOperations(doc, operations, 99)
  expect(settledBlocks(doc), answer).toEqual(before)
  const rejected = createPageDoc()
  Y.applyUpdate(rejected, Y.encodeStateAsUpdate(doc))
  decideAll(rejected, false)
  expect(settledBlocks(rejected), answer).toEqual(before)
  decideAll(doc, true)
  const applied = edits.filter((_, n) => outcomes[n]?.setAside === null)
  return { after: settledBlocks(doc), applied, edits, refused, outcomes }
}

const words = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) =>
    block.kind === 'blockquote' ? words(block.children ?? []) : [plainTextOf([block]).trim()],
  )

/** What the page says when these operations are done one after the other, worked out from words alone. */
function expected(applied: ReturnType<typeof outcome>['applied']): string[] {
  const list = [{ id: '', said: [] as string[], behind: [] as string[] }]
  const add = (block: Block) => {
    if (block.kind === 'blockquote') list.push({ id: block.id, said: [], behind: [] })
    if (block.kind === 'blockquote') block.children?.forEach(add)
    else list.push({ id: block.id, said: words([block]), behind: [] })
  }
  settledBlocks(pageDoc(false)).forEach(add)
  for (const { operation } of applied) {
    const id = operation.op === 'insert' ? (operation.after ?? '') : operation.block
    const entry = list.find((one) => one.id === id)!
    if (operation.op === 'insert') {
      // What comes behind a quote stands behind all that is in it.
      const place = id === 'q' ? list.find((one) => one.id === 'q1')! : entry
      place.behind.push(...words(operation.blocks))
    } else if (operation.op === 'delete') {
      entry.said = []
      if (id === 'q') list.find((one) => one.id === 'q1')!.said = []
    } else entry.said = words(operation.blocks)
  }
  return list.flatMap(({ said, behind }) => [...said, ...behind])
}

const shown = pageForModel(settledBlocks(pageDoc(false)))
const name = (id: string) => {
  const [alias, block] = [...shown.named].find(([, one]) => one.id === id)!
  return `${alias}·${block.fingerprint.slice(0, 3)}`
}
const alias = (id: string) => name(id).split('·')[0]

const ANSWER = `Here is what I would change:

@replace ${name('h')}
@why Shorter
## Aims
@replace ${name('one')}
The quick red fox jumps over the very lazy dog. 👩‍👩‍👧 Straße, naïve.
@insert after ${alias('one')}
- new item
- \\@ada knows

| x | y |
| - | - |
| 1 | 2 |
@replace ${name('two')}
Please ask {{1 Ada}} about the red and **bold** words.
@replace ${name('l2')}
    - 2nd
@delete ${name('q1')}
@replace ${name('c')}
\`\`\`py
\\@insert after b1
def g():
  pass
\`\`\`
@insert after ${alias('c')}
Behind the code.
@replace ${name('t')}
| r1 k1 | r1 k2 |
| - | - |
| r2 k1 | changed |
@insert at start
On top.
@done
`

describe('the edits of a model', () => {
  test('a page is told as Markdown with aliases; what cannot be edited is named', () => {
    expect(shown.text).toContain(`[${name('h')}] ## Goals`)
    expect(shown.text).toContain('Ask {{1 Ada}} about the red and **bold** words')
    expect(shown.text).toContain('\\@done')
    expect(shown.text).toMatch(/\[b\d+·[0-9a-f]{3}\] \(.*read-only\)/)
    expect(shown.text).not.toContain('sheaf:')
  })

  test('every edit becomes a suggestion, and what stays of a block keeps its formats and mentions', () => {
    const { after, edits, refused, outcomes } = outcome(ANSWER)
    expect(refused).toEqual([])
    expect(outcomes.map(({ setAside }) => setAside)).toEqual(edits.map(() => null))
    expect(edits[0]?.reason).toBe('Shorter')
    const two = after.find(({ id }) => id === 'two')
    expect(two).toMatchObject({
      attributes: { align: 'center' },
      text: [
        { text: ' Please ask ' },
        { kind: 'mention', attributes: { key: 'u1' } },
        { text: ' about the ' },
        { text: 'red', marks: [{ kind: 'textColor' }] },
        { text: ' and ' },
        { text: 'bold', marks: [{ kind: 'bold' }] },
        { text: ' words. ' },
      ],
    })
    expect(after.find(({ id }) => id === 'l2')).toMatchObject({
      attributes: { indent: 2, listStyleType: 'circle' },
      text: [{ text: '2nd' }],
    })
    expect(after.find(({ id }) => id === 't')?.children?.[3]?.id).toBe('r2')
    expect(after[0]?.text).toEqual([{ text: 'On top.' }])
    expect(after.find(({ id }) => id === 'c')?.text).toEqual([{ text: '@insert after b1\ndef g():\n  pass' }])
  })

  test('R64 an answer cut at every byte loses and doubles no character of the page', () => {
    const bytes = new TextEncoder().encode(ANSWER)
    const whole = readAnswer(ANSWER, shown).edits.map(({ operation }) => operation.op)
    const reader = new EditReader()
    expect([...ANSWER].flatMap((letter) => reader.push(letter))).toEqual(new EditReader().push(ANSWER))
    let last = -1
    for (let cut = 0; cut <= bytes.length; cut++) {
      const answer = new TextDecoder().decode(bytes.slice(0, cut), { stream: true })
      const { edits } = readAnswer(answer, shown)
      expect(edits.map(({ operation }) => operation.op)).toEqual(whole.slice(0, edits.length))
      if (edits.length === last) continue
      last = edits.length
      for (const isReviewed of [false, true]) {
        const { after, applied } = outcome(answer, isReviewed)
        expect(words(after).filter(Boolean), `cut at ${cut}`).toEqual(expected(applied).filter(Boolean))
      }
    }
  })

  test('R64 a mutated answer loses and doubles no character of the page', () => {
    const SEEDS = Number(process.env.STORIES ?? 150)
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = randomOf(seed)
      let answer = ANSWER
      for (let n = 1 + random(6); n > 0; n--) {
        const lines = answer.split('\n')
        const [a, b] = [random(lines.length), random(lines.length)]
        const at = random(answer.length)
        switch (random(6)) {
          case 0:
            lines.splice(a, 1)
            answer = lines.join('\n')
            break
          case 1:
            lines.splice(b, 0, lines[a] as string)
            answer = lines.join('\n')
            break
          case 2:
            ;[lines[a], lines[b]] = [lines[b] as string, lines[a] as string]
            answer = lines.join('\n')
            break
          case 3:
            answer = answer.slice(0, at) + answer.slice(at + 1 + random(4))
            break
          case 4:
            answer = answer.slice(0, at) + ['@', '\n', '`', 'b1', '·', '\\'][random(6)] + answer.slice(at)
            break
          default:
            answer = answer.slice(0, at)
        }
      }
      const { after, applied } = outcome(answer, random(2) === 0)
      expect(words(after).filter(Boolean), `seed ${seed}: ${answer}`).toEqual(
        expected(applied).filter(Boolean),
      )
    }
  })

  test('an operation whose block has changed, is gone or is named twice is set aside', () => {
    const doc = pageDoc(false)
    const page = pageForModel(settledBlocks(doc))
    const changed = PAGE.filter(({ id }) => id !== 'at').map((block) =>
      block.id === 'last' ? line('last', 'The very end.') : block,
    )
    applyBlocks(doc, changed)
    const { edits, refused } = readAnswer(
      `@replace ${name('last')}\nOver.\n@delete ${name('at')}\n@delete ${name('h')}\n@replace ${name('h')}\n# X\n@done\n`,
      page,
    )
    const outcomes = suggestOperations(
      doc,
      [...edits, edits[2]!].map(({ operation }, n) => ({
        sid: `ada ${n}`,
        at: n,
        via: 'x',
        what: operation,
      })),
      9,
    )
    expect(outcomes.map(({ setAside }) => setAside)).toEqual(['changed', 'gone', null, 'twice'])
    expect(refused.map(({ why }) => why)).toEqual(['twice'])
  })

  test('what names no block, the wrong digits or what is read-only is no operation', () => {
    const wrong = name('h').slice(0, -1) + (name('h').endsWith('0') ? '1' : '0')
    const { edits, refused } = readAnswer(
      `@replace ${wrong}\n# X\n@delete b999·000\n@delete ${alias('h')}\n@replace ${name('img')}\nText\n@delte ${name('h')}\n@insert nowhere\nX\n@replace ${name('h')}\n`,
      shown,
    )
    expect(edits).toEqual([])
    expect(refused.map(({ why }) => why).sort()).toEqual(
      ['cut', 'digits', 'digits', 'no-block', 'read-only', 'unread', 'unread'].sort(),
    )
  })
})
