import type { Block, InlineText } from '../src/blocks/kit/block.ts'

const WORDS =
  'tide harbour lantern rope pilot weather mark keel sail the a of with and under over before after slow old wet two stone paper letter ink'.split(
    ' ',
  )

function source() {
  let state = 42
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const words = (least: number, most: number) =>
    Array.from({ length: least + random(most - least) }, () => WORDS[random(WORDS.length)]).join(' ')
  return { random, words }
}

/** Mixed blocks such as a long working page has: the same for the same count, on every machine. */
export function mixedBlocks(count: number): Block[] {
  const { random, words } = source()
  const text = (): InlineText[] => {
    const pieces: InlineText[] = [{ text: `${words(4, 18)} ` }]
    if (random(3) === 0)
      pieces.push({ text: words(1, 3), marks: [{ kind: 'bold' }] }, { text: ` ${words(3, 9)}` })
    if (random(5) === 0) pieces.push({ text: ' ' }, { text: words(1, 2), marks: [{ kind: 'code' }] })
    if (random(8) === 0) {
      const link = { kind: 'link', attributes: { url: `https://example.org/${random(1000)}` } }
      pieces.push({ text: ' ' }, { text: words(1, 3), marks: [link] })
    }
    return pieces
  }
  return Array.from({ length: count }, (_, i): Block => {
    const id = `b${i}`
    const kind = random(20)
    if (kind === 0)
      return { id, kind: 'heading', attributes: { level: 2 + random(2) }, text: [{ text: words(2, 6) }] }
    if (kind < 5) return { id, kind: 'listItem', attributes: { indent: random(3) }, text: text() }
    if (kind === 5) {
      return {
        id,
        kind: 'listItem',
        attributes: { listStyleType: 'todo', checked: random(2) === 0 },
        text: text(),
      }
    }
    if (kind === 6)
      return { id, kind: 'blockquote', children: [{ id: `${id}q`, kind: 'paragraph', text: text() }] }
    if (kind === 7 && i % 3 === 0) {
      return {
        id,
        kind: 'codeBlock',
        attributes: { lang: 'javascript' },
        text: [{ text: `${words(3, 8)}\n${words(3, 8)}` }],
      }
    }
    if (kind === 8 && i % 4 === 0) return { id, kind: 'horizontalRule' }
    return { id, kind: 'paragraph', text: text() }
  })
}

/** How many of which block a heavy page has, beside a paragraph after each. */
export const HEAVY = { tables: 20, rows: 20, columns: 10, codeBlocks: 300, charts: 100 } as const
const CHART_TYPES = ['bar', 'line', 'area', 'pie', 'scatter', 'radar', 'radialBar', 'treemap']

/** Tables, code blocks and charts, evenly mixed, with a paragraph after each; the same on every machine. */
export function heavyBlocks(): Block[] {
  const { random, words } = source()
  const paragraph = (id: string, most: number): Block => ({
    id,
    kind: 'paragraph',
    text: [{ text: words(1, most) }],
  })
  const table = (id: string): Block => {
    const columns = Array.from({ length: HEAVY.columns }, (_, i) => `${id}c${i}`)
    return {
      id,
      kind: 'table',
      children: [
        ...columns.map((column): Block => ({ id: column, kind: 'tableColumn' })),
        ...Array.from({ length: HEAVY.rows }, (_, i): Block => {
          const row = `${id}r${i}`
          const cells = columns.map(
            (column): Block => ({
              id: `${row}:${column}`,
              kind: 'tableCell',
              children: [paragraph(`${row}-${column}`, 4)],
            }),
          )
          return { id: row, kind: 'tableRow', children: cells }
        }),
      ],
    }
  }
  const codeBlock = (id: string): Block => {
    const line = (i: number) =>
      `  const ${words(1, 2)}${i} = await read('${words(2, 5)}', ${random(1000)}) // ${words(2, 7)}`
    const lines = Array.from({ length: 6 + random(12) }, (_, i) => line(i))
    const text = `async function ${words(1, 2)}() {\n${lines.join('\n')}\n}`
    return { id, kind: 'codeBlock', attributes: { lang: 'javascript' }, text: [{ text }] }
  }
  const chart = (id: string): Block => {
    const rows = Array.from({ length: 12 }, (_, i) => ({
      month: `${i + 1}`,
      sales: random(1000),
      costs: random(800),
    }))
    const chartType = CHART_TYPES[random(CHART_TYPES.length)] as string
    return {
      id,
      kind: 'chart',
      attributes: { chartType, title: words(2, 4), data: JSON.stringify(rows) },
    }
  }
  const { tables, codeBlocks, charts } = HEAVY
  const makers = [
    ...Array.from({ length: tables }, (_, i) => ({ at: (i + 0.5) / tables, make: table })),
    ...Array.from({ length: codeBlocks }, (_, i) => ({ at: (i + 0.5) / codeBlocks, make: codeBlock })),
    ...Array.from({ length: charts }, (_, i) => ({ at: (i + 0.5) / charts, make: chart })),
  ].sort((a, b) => a.at - b.at)
  return makers.flatMap(({ make }, i) => [make(`h${i}`), paragraph(`h${i}p`, 40)])
}
