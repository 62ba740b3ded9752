import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { applyBlocks, createPageDoc, settledBlocks } from '@/document'
import { htmlFromBlocks } from '../html/page'
import { normalizeBlocks } from '../json'
import { cleanAttributes } from '../kit/attributes'
import type { Json } from '../kit/block'
import { blocksFromMarkdown, markdownFromBlocks } from '../markdown'
import { plainTextOf } from '../plain-text'
import { CHART_TYPES, chartShape } from './chart-attributes'
import { colorOf } from './chart-colors'
import { ChartFigure } from './chart-figure'
import { chartNumber, readChart, seriesIn } from './read-chart'

const ROWS = [
  { month: 'January', desktop: 186, mobile: 80 },
  { month: 'February', desktop: 305, mobile: 200 },
  { month: 'March', desktop: 237, mobile: 120 },
]
const CONFIG = {
  desktop: { label: 'On a desk', color: '#2563eb' },
  mobile: { label: 'In the hand', color: 'tomato' },
}

const attributesOf = (given: Record<string, Json>) =>
  cleanAttributes(
    chartShape,
    Object.fromEntries(
      Object.entries(given).map(([key, value]) => [
        key,
        typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
      ]),
    ),
  )
const html = (given: Record<string, Json>, scope = 'a') =>
  renderToStaticMarkup(<ChartFigure attributes={attributesOf(given)} scope={scope} />)
const read = (given: Record<string, Json>) => {
  const reading = readChart(attributesOf(given))
  if ('problem' in reading) throw new Error(reading.problem)
  return reading.chart
}
const problem = (given: Record<string, Json>) => {
  const reading = readChart(attributesOf(given))
  return 'problem' in reading ? reading.problem : null
}
const marks = (markup: string) => markup.match(/class="chart-(?:mark|line)/g)?.length ?? 0

describe('3.21 a chart is drawn without a DOM', () => {
  it.each([
    ['bar', 6],
    ['line', 2],
    ['area', 4],
    ['pie', 3],
    ['scatter', 3],
    ['radar', 2],
    ['radialBar', 3],
    ['treemap', 3],
  ])('%s: %i marks, a text alternative and a table', (chartType, drawn) => {
    const markup = html({ chartType, data: ROWS, config: CONFIG, title: 'Visits' })
    expect(marks(markup)).toBe(drawn)
    expect(markup).toMatch(
      /<svg[^>]* role="img" aria-label="[A-Z][a-z ]+ chart: Visits\. [^"]+ from \d+ \(January\) to \d+ \(February\)\./,
    )
    expect(markup).toMatch(/<caption>Data of Visits<\/caption>/)
    expect(markup).toMatch(/>305<\/t[dh]>/)
    expect(markup).not.toMatch(/NaN|Infinity|undefined/)
    if (chartType !== 'pie' && chartType !== 'treemap') expect(markup).toContain('class="chart-label"')
    if (chartType !== 'treemap') expect(markup).toContain('aria-label="Legend"')
  })

  it('is the same every time', () => {
    for (const chartType of CHART_TYPES)
      expect(html({ chartType, data: ROWS })).toBe(html({ chartType, data: ROWS }))
  })

  it('9.12 is 400 × 300 unless told, with a palette of 8; 5.16 within 200–1200 × 150–800', () => {
    expect(html({ data: ROWS })).toContain('viewBox="0 0 400 300"')
    expect(html({ data: ROWS, width: 9999, height: 1 })).toContain('viewBox="0 0 1200 150"')
    const nine = Array.from({ length: 9 }, (_, at) => ({ name: `n${at}`, value: at + 1 }))
    for (const chartType of ['pie', 'radialBar']) {
      const colors = read({ chartType, data: nine }).points.map(({ color }) => color)
      expect(new Set(colors).size).toBe(8)
      expect(colors[8]).toBe(colors[0])
    }
  })

  it('series are the config’s, with their labels and colours; without one, every column of numbers', () => {
    expect(read({ data: ROWS, config: CONFIG }).series).toEqual([
      { key: 'desktop', label: 'On a desk', color: '#2563eb' },
      { key: 'mobile', label: 'In the hand', color: 'tomato' },
    ])
    expect(read({ data: ROWS, config: { mobile: {} } }).series.map(({ key }) => key)).toEqual(['mobile'])
    expect(read({ data: ROWS }).series.map(({ key }) => key)).toEqual(['desktop', 'mobile'])
    expect(read({ data: [{ year: 2024, sales: 1 }] })).toMatchObject({
      category: 'year',
      points: [{ label: '2024' }],
    })
    expect(
      read({
        data: [
          { a: 1, b: '2' },
          { a: 3, b: 4.5 },
        ],
      }).points.map(({ values }) => values),
    ).toEqual([
      [1, 2],
      [3, 4.5],
    ])
  })

  it('slices take their colours from the row, or from the config by their name', () => {
    const data: Json = [
      { browser: 'chrome', visitors: 275, fill: 'var(--color-chart-2)' },
      { browser: 'safari', visitors: 200, fill: '#123456' },
      { browser: 'other', visitors: 90 },
    ]
    const { points } = read({
      chartType: 'pie',
      data,
      config: { visitors: { label: 'Visitors' }, other: { label: 'Others', color: 'teal' } },
    })
    expect(points.map(({ label, color }) => [label, color])).toEqual([
      ['chrome', 'var(--chart-2, #c8702a)'],
      ['safari', '#123456'],
      ['Others', 'teal'],
    ])
  })

  it('words on a slice can be read: dark on a light colour, light on a dark one, the theme’s on its own', () => {
    const shares = (...colors: string[]) =>
      [
        ...html({
          chartType: 'pie',
          data: colors.map((fill, at) => ({ name: `n${at}`, value: 1, fill })),
        }).matchAll(/<text[^>]*style="fill:([^;]+);[^"]*?stroke:([^;]+);/g),
      ].map(([, fill, edge]) => [fill, edge])
    const [light, dark] = shares('#ffe08a', '#123')
    expect(light).toEqual(['#16181c', 'rgb(255 255 255 / 0.35)'])
    expect(dark).toEqual(['#fff', 'rgb(0 0 0 / 0.55)'])
    expect(shares('var(--chart-1)')[0]![0]).toBe('var(--chart-words, #fff)')
  })

  it('a scatter chart has numbers on both axes', () => {
    const chart = read({
      chartType: 'scatter',
      data: [
        { x: 1, y: 10 },
        { x: 5, y: 3 },
      ],
    })
    expect(chart.points.map(({ x, values }) => [x, ...values])).toEqual([
      [1, 10],
      [5, 3],
    ])
  })

  it('missing values are gaps, not zeros', () => {
    const markup = html({
      chartType: 'line',
      data: [{ n: 'a', v: 1 }, { n: 'b' }, { n: 'c', v: 3 }, { n: 'd', v: 4 }],
    })
    expect(/class="chart-line" d="([^"]*)"/.exec(markup)?.[1]?.match(/M/g)).toHaveLength(2)
    expect(markup).toContain('no value</td>')
  })
})

describe('a chart that cannot be drawn says why, and stays as it was given', () => {
  it.each<[string, Record<string, Json>, string]>([
    ['8.14 an unknown type', { chartType: 'sankey', data: ROWS }, 'Unsupported chart type.'],
    [
      '8.14 a type that is a name of every object',
      { chartType: 'constructor', data: ROWS },
      'Unsupported chart type.',
    ],
    ['5.16 malformed JSON', { data: '[{"a": 1},' }, 'Invalid JSON format'],
    ['5.16 NaN, which JSON has not', { data: '[{"a": NaN}]' }, 'Invalid JSON format'],
    [
      'R34 a value nested a million deep',
      { data: `[{"a": ${'['.repeat(1e6)}${']'.repeat(1e6)}}]` },
      'Invalid JSON format',
    ],
    [
      'no list',
      { data: '{"a": 1}' },
      'The data must be a list of rows, such as [{"name": "A", "value": 1}].',
    ],
    [
      'rows that are no objects',
      { data: '[{"a": 1}, 5]' },
      'Row 2 is no object such as {"name": "A", "value": 1}.',
    ],
    ['words only', { data: [{ a: 'x' }] }, 'No column of the data holds numbers.'],
    ['empty rows', { data: [{}, {}] }, 'No column of the data holds numbers.'],
    ['numbers without end', { data: '[{"n": "a", "v": 1e400}]' }, 'No column of the data holds numbers.'],
    ['numbers too large', { data: '[{"n": "a", "v": 1e308}]' }, 'The numbers are too large to draw.'],
    ['nothing', { data: '' }, 'No data yet'],
    ['no rows', { data: '[]' }, 'No data yet'],
  ])('%s', (_, given, words) => {
    expect(problem(given)).toBe(words)
    expect(html(given)).toContain(words.replaceAll('"', '&quot;'))
    expect(attributesOf(given).data).toBe(
      typeof given.data === 'string' ? given.data : JSON.stringify(given.data),
    )
  })

  it('what is too large, below zero or too much is left out and told', () => {
    expect(
      read({ data: '[{"n": "a", "v": 1e308}, {"n": "b", "v": 2}, {"n": "c", "v": -1e308}]' }).notes,
    ).toEqual(['2 values are too large to draw.'])
    expect(
      read({
        chartType: 'pie',
        data: [
          { n: 'a', v: -1 },
          { n: 'b', v: 2 },
        ],
      }).notes,
    ).toEqual(['1 value below zero cannot be drawn here.'])
    const many = Array.from({ length: 100_000 }, (_, at) => ({ n: `${at}`, v: at }))
    const text = JSON.stringify(many)
    const chart = read({ data: text })
    expect(chart.notes).toEqual(['Showing the first 1,000 of 100,000 rows.'])
    expect(html({ data: text }).length).toBeLessThan(1_000_000)
    expect(attributesOf({ data: text }).data).toBe(text)
  })

  it('R34 many rows of many series are drawn in part', () => {
    const names = Array.from({ length: 30 }, (_, at) => `s${at}`)
    const wide = Array.from({ length: 500 }, (_, at) => Object.fromEntries(names.map((name) => [name, at])))
    const chart = read({ data: wide })
    expect(chart.notes).toEqual(['Showing the first 100 of 500 rows.', 'Showing the first 20 of 30 series.'])
    expect(chart.points).toHaveLength(100)
    expect(marks(html({ data: wide }))).toBe(20)
  })

  it('R34 of very many columns the first are looked at, and those that the config names', () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `c${at}`)
    const data = [0, 1].map((row) => Object.fromEntries(names.map((name, at) => [name, row + at])))
    const note = 'Looking at the first 200 of 20,000 columns.'
    expect(read({ data }).notes).toEqual([note, 'Showing the first 20 of 200 series.'])
    expect(seriesIn(attributesOf({ data }))).toHaveLength(200)
    const { series, points, notes } = read({ data, config: { c19999: { label: 'The last' } } })
    expect(notes).toEqual([note])
    expect(series.map(({ label }) => label)).toEqual(['The last'])
    expect(points.map(({ values }) => values)).toEqual([[19_999], [20_000]])
    const everyOne = Object.fromEntries(names.map((name) => [name, {}]))
    expect(read({ data, config: everyOne }).notes).toContain('Showing the first 20 of 200 series.')
  })

  it('R34 data too long to be read says so, and is kept', () => {
    const data = `[{"a": 1, "b": "${'x'.repeat(3_000_000)}"}]`
    expect(problem({ data })).toBe(
      'The data is too long to be drawn: it has 3,000,019 characters, and a chart reads up to 3,000,000.',
    )
    expect(attributesOf({ data }).data).toBe(data)
  })

  it('R34 a long row of digits that is no number is a word', () => {
    const digits = `${'1'.repeat(200_000)}x`
    expect(read({ data: [{ n: digits, v: '1.' }] }).points[0]).toMatchObject({
      label: `${'1'.repeat(79)}…`,
      values: [1],
    })
  })

  it('brackets in words are words', () => {
    expect(read({ data: [{ n: `${'['.repeat(99)}\\"{`, v: 1 }] }).points[0]?.values).toEqual([1])
  })

  it('a config that is wrong does not take the drawing away', () => {
    for (const config of [
      '{',
      '[]',
      '5',
      '{"nowhere": {"color": "red"}}',
      '{"__proto__": {"color": "red"}}',
    ]) {
      expect(marks(html({ data: ROWS, config })), config).toBe(6)
    }
    expect(marks(html({ data: ROWS, config: '{"desktop": 5}' }))).toBe(3)
    expect(read({ data: ROWS, config: '{' }).notes[0]).toContain('Invalid JSON format')
  })

  it('R29 nothing in labels, keys, titles, colours or styles runs or leaves the block', () => {
    const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    const markup = html(
      {
        chartType: 'bar',
        title: evil,
        data: [{ [evil]: evil, v: 1, fill: 'url(//evil.example)' }],
        config: { v: { label: evil, color: 'red;background:url(//evil.example)' } },
        customCss: `.chart-mark { fill: url(//evil.example/x); opacity: 0.5 } </style><script>alert(1)</script> .a { position: fixed; color: red }`,
      },
      'x"] body [y="',
    )
    expect(markup).not.toMatch(/<script|<img|url\(|position:\s?fixed/)
    expect(markup).toContain('data-chart="x___body__y__"')
    expect(/<style>([\s\S]*?)<\/style>/.exec(markup)?.[1]).toMatch(
      /^(\[data-chart="x___body__y__"\] [^\n]*\n)+$/,
    )
  })

  it('names such as __proto__ and constructor are names', () => {
    const data = '[{"__proto__": "a", "constructor": 1, "toString": 2}, {"__proto__": "b", "constructor": 3}]'
    for (const chartType of CHART_TYPES)
      expect(html({ chartType, data, config: '{"toString": {}}' })).toContain('<svg')
    expect(read({ data }).series.map(({ key }) => key)).toEqual(['constructor', 'toString'])
    expect(read({ data: '[{"a": "x", "b": 1}, {}]' }).points[1]?.label).toBe('2')
  })

  it.each([
    'banana',
    'constructor',
    'url(#a)',
    'red;x',
    'var(--x)',
    'javascript:alert(1)',
    '#12',
    'rgb(a)',
    '',
    5,
    null,
  ])('is no colour: %s', (color) => {
    expect(colorOf(color)).toBeNull()
  })

  it.each([
    '#abc',
    '#AABBCCDD',
    'rgb(1, 2, 3)',
    'rgba(0 0 0 / 50%)',
    'hsl(210deg 40% 50%)',
    'oklch(0.7 0.1 200)',
    'rebeccapurple',
  ])('is a colour: %s', (color) => {
    expect(colorOf(color)).toBe(color)
  })

  it('R34 whatever the data, it is drawn or told, without a number that is none', () => {
    const value = fc.oneof(
      fc.double(),
      fc.integer(),
      fc.constantFrom(0, -0, 1e308, -1e308, 5e-324, 1e-7, 1e99, '12', '', 'x', null, true, [1], { a: 1 }),
    )
    const row = fc.dictionary(fc.constantFrom('n', 'v', 'w', '__proto__', 'fill', 'x'), value)
    fc.assert(
      fc.property(fc.constantFrom(...CHART_TYPES), fc.array(row, { maxLength: 8 }), (chartType, rows) => {
        expect(html({ chartType, data: JSON.stringify(rows) })).not.toMatch(/NaN|Infinity|undefined/)
      }),
      { numRuns: 100 },
    )
  })
})

it('numbers are short on axes and exact elsewhere', () => {
  expect([1234567, 0.00001, 1e20, 12.5].map((number) => chartNumber(number, true))).toEqual([
    '1.2M',
    '1e-5',
    '1e+20',
    '12.5',
  ])
  expect(chartNumber(1234567.891)).toBe('1,234,567.891')
})

describe('a chart in files and in search', () => {
  const block = {
    id: 'c1',
    kind: 'chart',
    attributes: { title: 'Visits', data: JSON.stringify(ROWS), config: JSON.stringify(CONFIG) },
  }

  it('is found by its title, its series and what its points are called', () => {
    expect(plainTextOf([block])).toBe('Visits On a desk In the hand January February March')
    expect(plainTextOf([{ ...block, attributes: { title: 'Broken', data: '[', config: '{' } }])).toBe(
      'Broken',
    )
  })

  it('is drawn in an HTML file, and its rows are read in Markdown', () => {
    const file = htmlFromBlocks([block])
    expect(marks(file)).toBe(6)
    expect(file).not.toContain('<script')
    const markdown = markdownFromBlocks([block])
    expect(markdown).toContain('Bar chart: Visits')
    expect(markdown).toContain('| January  | 186     | 80     |')
    expect(blocksFromMarkdown(markdown).map(({ kind, attributes }) => ({ kind, attributes }))).toEqual([
      { kind: 'chart', attributes: block.attributes },
    ])
  })

  it('two people who change its type, its data and its size at once get all three', () => {
    const [mine, theirs] = [createPageDoc(), createPageDoc()]
    applyBlocks(mine, [block])
    Y.applyUpdate(theirs, Y.encodeStateAsUpdate(mine))
    const change = (doc: Y.Doc, attributes: Record<string, Json>) =>
      applyBlocks(
        doc,
        settledBlocks(doc).map((one) => ({ ...one, attributes: { ...one.attributes, ...attributes } })),
      )
    change(mine, { chartType: 'pie', width: 600 })
    change(theirs, { data: '[{"n": "a", "v": 1}]' })
    Y.applyUpdate(mine, Y.encodeStateAsUpdate(theirs))
    Y.applyUpdate(theirs, Y.encodeStateAsUpdate(mine))
    for (const doc of [mine, theirs])
      expect(settledBlocks(doc)[0]?.attributes).toEqual({
        ...block.attributes,
        chartType: 'pie',
        width: 600,
        data: '[{"n": "a", "v": 1}]',
      })
  })

  it('data that another program gives as a value is kept as its text', () => {
    const given = { id: 'c', kind: 'chart', attributes: { data: ROWS, config: CONFIG } }
    expect(normalizeBlocks([given])[0]?.attributes).toEqual({
      data: JSON.stringify(ROWS),
      config: JSON.stringify(CONFIG),
    })
  })
})
