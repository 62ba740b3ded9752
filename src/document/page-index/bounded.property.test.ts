import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { entriesOf, textOf } from '../format/layout'
import { blocksOf } from './blocks'
import { PageIndex } from './page-index'
import { readPage } from './read-page'

/** Bytes of each state. A frame may have thirty times as many; what grows faster than its bytes shows here already. */
const BYTES = 256 * 1024

type Delta = { insert: string | object; attributes?: Record<string, unknown> }
interface Parts {
  entries?: [id: string, values: Record<string, unknown>][]
  delta?: Delta[]
  /** Formats of the whole string. */
  formats?: Record<string, unknown>
}

function stateOf({ entries = [], delta = [], formats }: Parts): Uint8Array {
  const doc = new Y.Doc()
  doc.clientID = 1
  doc.transact(() => {
    for (const [id, values] of entries) entriesOf(doc).set(id, new Y.Map<unknown>(Object.entries(values)))
    textOf(doc).applyDelta(delta)
    if (!formats) return
    textOf(doc).format(1, textOf(doc).length - 1, formats)
    const turns = list(textOf(doc).length >> 1, () => [
      { retain: 1 },
      { retain: 1, attributes: { bold: {} } },
    ])
    textOf(doc).applyDelta(turns.flat())
  })
  return Y.encodeStateAsUpdate(doc)
}

/** What the function makes of a count, with the count at which it takes up `BYTES`. */
function filled(make: (count: number) => Parts): Uint8Array {
  const sample = 1000
  const each = stateOf(make(sample)).byteLength / sample
  return stateOf(make(Math.max(2, Math.floor(BYTES / each))))
}

const list = <T>(count: number, one: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => one(i))
const bead = (id: string, split = false): Delta => ({ insert: split ? { block: id, split } : { block: id } })
const paragraph = (i: number, parent = '', order = 'a0'): [string, Record<string, unknown>] => [
  `b${i}`,
  { kind: 'paragraph', at: [parent, order] },
]
const within =
  (kind: string) =>
  (count: number): Parts => ({
    entries: list(count, (i) => [`b${i}`, { kind, at: [i > 0 ? `b${i - 1}` : '', 'a0'] }]),
    delta: list(count, (i) => [bead(`b${i}`), { insert: '.' }]).flat(),
  })
const grids =
  (lines: number) =>
  (count: number): Parts => ({
    entries: list(Math.ceil(count / (2 * lines + 1)), (t) => [
      [`t${t}`, { kind: 'table', at: ['', 'a0'] }] as [string, Record<string, unknown>],
      ...list(lines, (i): [string, Record<string, unknown>] => [
        `r${t}-${i}`,
        { kind: 'tableRow', at: [`t${t}`, 'a0'] },
      ]),
      ...list(lines, (i): [string, Record<string, unknown>] => [
        `c${t}-${i}`,
        { kind: 'tableColumn', at: [`t${t}`, 'a0'] },
      ]),
    ]).flat(),
  })
const pieces =
  (formats: Record<string, unknown>) =>
  (count: number): Parts => ({
    entries: [paragraph(0)],
    delta: [bead('b0'), { insert: 'x'.repeat(count) }],
    formats,
  })

const HOSTILE: Record<string, (count: number) => Parts> = {
  'one grid': (count) => grids(Math.floor(count / 2))(1),
  'grids of 141 rows and columns': grids(141),
  'grids of 20 rows and columns': grids(20),
  'a grid whose cells all reach for the far corner': (count) => ({
    entries: [
      ['t', { kind: 'table', at: ['', 'a0'] }],
      ['r', { kind: 'tableRow', at: ['t', 'a0'] }],
      ['p', { kind: 'paragraph', at: ['r:c0', 'a0'] }],
      ...list(count >> 1, (i): [string, Record<string, unknown>] => [
        `c${i}`,
        { kind: 'tableColumn', at: ['t', `a${i % 10}`] },
      ]),
      ...list(count >> 1, (i): [string, Record<string, unknown>] => [
        `r:c${i}`,
        { kind: 'tableCell', span: ['r', `c${count >> 1}`] },
      ]),
    ],
  }),
  'deleted rows and columns with words in them': (count) => ({
    entries: list(Math.ceil(count / 3), (i): [string, Record<string, unknown>][] => [
      [`r${i}`, { kind: 'tableRow', at: ['t', 'a0'], deleted: true }],
      [`c${i}`, { kind: 'tableColumn', at: ['t', 'a0'], deleted: true }],
      [`b${i}`, { kind: 'paragraph', at: [`r${i}:c${i}`, 'a0'] }],
    ])
      .flat()
      .concat([['t', { kind: 'table', at: ['', 'a0'] }]]),
    delta: list(Math.ceil(count / 3), (i) => [bead(`b${i}`), { insert: 'w' }]).flat(),
  }),
  'nested quotes': within('blockquote'),
  'nested blocks of a kind that is not known': within('later'),
  'paragraphs in paragraphs': within('paragraph'),
  'beads without entries': (count) => ({ delta: list(count, (i) => bead(`b${i}`)) }),
  'beads without entries, with a word': (count) => ({
    delta: list(count, (i) => [bead(`b${i}`), { insert: '.' }]).flat(),
  }),
  'beads of one block': (count) => ({
    entries: [paragraph(0)],
    delta: list(count, () => [bead('b0'), { insert: '.' }]).flat(),
  }),
  'entries without beads': (count) => ({ entries: list(count, (i) => paragraph(i)) }),
  'a chain of merges': (count) => ({
    entries: list(count, (i) => [
      `b${i}`,
      { kind: 'paragraph', at: ['', 'a0'], ...(i > 0 && { into: [`b${i - 1}`, 'a0'] }) },
    ]),
    delta: list(count, (i) => [bead(`b${i}`), { insert: '.' }]).flat(),
  }),
  'merges into one block': (count) => ({
    entries: list(count, (i) => [
      `b${i}`,
      { kind: 'paragraph', at: ['', 'a0'], ...(i > 0 && { into: ['b0', 'a0'] }) },
    ]),
    delta: list(count, (i) => [bead(`b${i}`), { insert: '.' }]).flat(),
  }),
  'a cycle of merges': (count) => ({
    entries: list(count, (i) => [
      `b${i}`,
      { kind: 'paragraph', at: ['', 'a0'], into: [`b${(i + 1) % count}`, 'a0'] },
    ]),
    delta: list(count, (i) => bead(`b${i}`)),
  }),
  'a cycle of places': (count) => ({
    entries: list(count, (i) => [`b${i}`, { kind: 'later', at: [`b${(i + 1) % count}`, 'a0'] }]),
  }),
  'long order keys': (count) => ({
    entries: list(Math.ceil(count / 20), (i) => paragraph(i, '', `a0${'1'.repeat(990)}`)),
  }),
  'long ids': (count) => ({
    entries: list(Math.ceil(count / 20), (i) => [
      `${'x'.repeat(900)}${i}`,
      { kind: 'paragraph', at: ['', 'a0'] },
    ]),
  }),
  'rows and columns with long ids': (count) => ({
    entries: [
      ['t', { kind: 'table', at: ['', 'a0'] } as Record<string, unknown>] as [
        string,
        Record<string, unknown>,
      ],
      ...list(Math.ceil(count / 10), (i): [string, Record<string, unknown>] => [
        `${'r'.repeat(190)}${i}`,
        { kind: i % 2 ? 'tableRow' : 'tableColumn', at: ['t', 'a0'] },
      ]),
    ],
  }),
  'attributes of one block': (count) => ({
    entries: [
      [
        'b',
        Object.fromEntries([
          ['kind', 'paragraph'],
          ['at', ['', 'a0']],
          ...list(count, (i) => [`key${i}`, i]),
        ]),
      ],
    ],
  }),
  'members of one record': (count) => ({
    entries: [
      [
        'b',
        Object.fromEntries([
          ['kind', 'dataTable'],
          ['at', ['', 'a0']],
          ...list(count, (i) => [`cells.r${i}:c`, 'v']),
        ]),
      ],
    ],
  }),
  'deep values': (count) => ({
    entries: list(Math.ceil(count / 10), (i) => [
      `b${i}`,
      {
        kind: 'paragraph',
        at: ['', 'a0'],
        level: JSON.parse(`${'['.repeat(60)}1${']'.repeat(60)}`) as unknown,
      },
    ]),
  }),
  'values that are too deep': (count) => ({
    entries: list(Math.ceil(count / 10), (i) => [
      `b${i}`,
      {
        kind: 'paragraph',
        at: ['', 'a0'],
        level: JSON.parse(`${'['.repeat(200)}1${']'.repeat(200)}`) as unknown,
      },
    ]),
  }),
  'one great value': (count) => ({
    entries: [['b', { kind: 'later', at: ['', 'a0'], all: list(count, (i) => i) }]],
  }),
  'pieces of text with a great format': pieces({ link: { url: 'x'.repeat(100_000) } }),
  'pieces of text with a long address': pieces({ link: { url: `https://example.org/${'x'.repeat(8000)}` } }),
  'pieces of text with thirty formats of one kind': pieces(
    Object.fromEntries(list(30, (i) => [`glow:${i}`, { id: 'y'.repeat(8000) }])),
  ),
  'formats of one place': (count) => ({
    entries: [paragraph(0)],
    delta: [
      bead('b0'),
      {
        insert: 'word',
        attributes: Object.fromEntries(list(count, (i) => [`glow:${i}`, { id: `${i}` }])),
      },
    ],
  }),
  'formats that begin and end': (count) => ({
    entries: [paragraph(0)],
    delta: [
      bead('b0'),
      ...list(count, (i): Delta => ({ insert: 'x', attributes: { [`glow:${i}`]: { id: `${i}` } } })),
    ],
  }),
  'formats leaked over many beads': (count) => ({
    delta: [
      {
        insert: 'x',
        attributes: Object.fromEntries(list(30, (i) => [`glow:${i}`, { id: 'y'.repeat(1000) }])),
      },
      ...list(
        count,
        (i): Delta => ({
          ...bead(`b${i}`, i % 2 === 0),
          attributes: Object.fromEntries(list(30, (j) => [`glow:${j}`, { id: 'y'.repeat(1000) }])),
        }),
      ),
    ],
  }),
}

const HONEST = (count: number): Parts => ({
  entries: list(count, (i) => paragraph(i, '', `a${i % 10}`)),
  delta: list(count, (i): Delta[] => [
    bead(`b${i}`),
    { insert: 'Some words, ' },
    { insert: 'one of them bold', attributes: { bold: {} } },
  ]).flat(),
})

/** Processor time of everything that reads a page, in milliseconds, and how long its JSON is. */
function costOf(state: Uint8Array): { ms: number; json: number } {
  const doc = new Y.Doc()
  Y.applyUpdate(doc, state)
  const before = process.cpuUsage()
  const index = new PageIndex(doc)
  const read = index.blocks()
  const slow = readPage(doc)
  const json = JSON.stringify(blocksOf(doc)).length
  const { user, system } = process.cpuUsage(before)
  index.close()
  expect(read.length).toBe(slow.length)
  return { ms: (user + system) / 1000, json }
}

/** What a state may cost for each byte beside what an honest page of as many costs, and how much longer than it its JSON is. */
const MOST_TIMES = 30
/** The bounds of the format: as much JSON comes of a few bytes as of a page of tables that are laid out whole. */
const MOST_JSON = 40 * 1024 * 1024

test('R67 S1 S6 whatever a page of some bytes holds, reading it costs little more than an honest one of as many', () => {
  const honest = filled(HONEST)
  costOf(honest)
  let beside = costOf(honest).ms
  const found: Record<string, { times: number; json: number }> = {}
  for (const [name, make] of Object.entries(HOSTILE)) {
    const state = filled(make)
    const perByte = Math.max(state.byteLength, BYTES) / honest.byteLength
    // The least of three: what the collector or another program takes meanwhile is none of the page's.
    let times = Number.POSITIVE_INFINITY
    let json = 0
    for (let look = 0; look < 3 && times > MOST_TIMES; look++) {
      if (look > 0) beside = costOf(honest).ms
      const cost = costOf(state)
      times = Math.min(times, cost.ms / beside / perByte)
      json = cost.json
    }
    found[name] = { times, json }
  }
  const beyond = Object.entries(found).filter(([, { times, json }]) => times > MOST_TIMES || json > MOST_JSON)
  expect(beyond).toEqual([])
}, 240_000)
