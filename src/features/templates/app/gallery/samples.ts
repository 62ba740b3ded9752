import type { Block, BlockMark, InlineText, Json } from '@/blocks'

let made = 0

function block(
  kind: string,
  text: string | Block['text'] | null,
  attributes?: Record<string, Json>,
  children?: Block[],
): Block {
  made += 1
  return {
    id: `gallery-${made}`,
    kind,
    ...(attributes && { attributes }),
    ...(text !== null && { text: typeof text === 'string' ? [{ text }] : text }),
    ...(children && { children }),
  }
}
const p = (text: string | Block['text']) => block('paragraph', text)
const marked = (text: string, kind: string, attributes?: BlockMark['attributes']): InlineText => ({
  text,
  marks: [{ kind, ...(attributes && { attributes }) }],
})
const item = (text: string, attributes: Record<string, Json> = {}) => block('listItem', text, attributes)
const cells = (...texts: string[]) => texts.map((text) => block('tableCell', null, {}, [p(text)]))

/** A piece of a page for every kind of block, inline atom and mark, under the name of the kind. */
export const samples: Readonly<Record<string, readonly Block[]>> = {
  paragraph: [p('A paragraph is the plainest block there is.'), p('And this is the next one.')],
  heading: [1, 2, 3, 4, 5, 6].map((level) => block('heading', `Heading ${level}`, { level })),
  listItem: [
    item('A bullet'),
    item('One inside', { indent: 1, listStyleType: 'circle' }),
    item('First', { listStyleType: 'decimal' }),
    item('Second', { listStyleType: 'decimal' }),
    item('Something to do', { listStyleType: 'todo' }),
    item('Something done', { listStyleType: 'todo', checked: true }),
  ],
  blockquote: [block('blockquote', null, {}, [p('A quote holds blocks.'), item('Lists too')])],
  callout: [
    block('callout', null, { variant: 'note' }, [p('Something to know')]),
    block('callout', null, { variant: 'warning' }, [p('Something to beware of')]),
  ],
  toggle: [block('toggle', null, {}, [p('A toggle'), p('What it hides')])],
  codeBlock: [block('codeBlock', 'const sum = (a: number, b: number) => a + b', { lang: 'typescript' })],
  columnGroup: [
    block('columnGroup', null, {}, [
      block('column', null, { width: 50 }, [p('Left')]),
      block('column', null, { width: 50 }, [p('Right')]),
    ]),
  ],
  table: [
    block('table', null, {}, [
      block('tableRow', null, {}, cells('Harbour', 'High water')),
      block('tableRow', null, {}, cells('North', '06:12')),
    ]),
  ],
  tableOfContents: [block('tableOfContents', null), block('heading', 'Something to list', { level: 2 })],
  horizontalRule: [p('Before'), block('horizontalRule', null), p('After')],
  equation: [block('equation', null, { texExpression: '\\int_0^1 x^2\\,dx = \\tfrac13' })],
  image: [
    block('image', null, { url: '/favicon.svg', alt: 'The sign of Sheaf', caption: 'A caption', width: 160 }),
  ],
  video: [block('video', null, { url: 'https://example.org/tide.mp4', caption: 'A film by its address' })],
  audio: [block('audio', null, { url: 'https://example.org/gulls.mp3', name: 'gulls.mp3' })],
  file: [block('file', null, { url: 'https://example.org/tides.pdf', name: 'tides.pdf', size: 20_480 })],
  mediaEmbed: [block('mediaEmbed', null, { url: 'https://example.org/somewhere' })],
  chart: [
    block('chart', null, {
      title: 'High water',
      data: JSON.stringify([
        { harbour: 'North', height: 3.4 },
        { harbour: 'South', height: 2.9 },
        { harbour: 'West', height: 4.1 },
      ]),
    }),
  ],
  dataTable: [
    block('dataTable', null, {
      columns: [
        { accessorKey: 'harbour', header: 'Harbour' },
        { accessorKey: 'height', header: 'Height', type: 'number' },
      ],
      data: [
        { harbour: 'North', height: 3.4 },
        { harbour: 'South', height: 2.9 },
      ],
    }),
  ],
  documentsTable: [block('documentsTable', null)],
  card: [block('card', null, { name: 'Ada Lovelace', email: 'ada@example.org', reach: 'email' })],
  unsupported: [block('somethingNewer', 'Kept as it is, until this program knows it')],
  atoms: [
    p([
      { text: 'A page ' },
      { kind: 'mention', attributes: { key: '/lists', value: 'Lists', trigger: '@', icon: '☑️' } },
      { text: ', a day ' },
      { kind: 'date', attributes: { date: '2026-12-24' } },
      { text: ', an equation ' },
      { kind: 'inlineEquation', attributes: { texExpression: 'e^{i\\pi} = -1' } },
      { text: ', a footnote' },
      { kind: 'footnote', attributes: { note: 'With *its* text at the foot of the page' } },
      { text: ' and an icon ' },
      { kind: 'icon', attributes: { iconName: 'rocket', color: 'red' } },
    ]),
  ],
  marks: [
    p([
      marked('Bold', 'bold'),
      { text: ', ' },
      marked('italic', 'italic'),
      { text: ', ' },
      marked('underlined', 'underline'),
      { text: ', ' },
      marked('struck out', 'strikethrough'),
      { text: ', ' },
      marked('code', 'code'),
      { text: ', ' },
      marked('highlighted', 'highlight'),
      { text: ', ' },
      marked('key', 'kbd'),
      { text: ', x' },
      marked('2', 'superscript'),
      { text: ', H' },
      marked('2', 'subscript'),
      { text: 'O and ' },
      marked('a link', 'link', { url: '/link' }),
      { text: ', ' },
      marked('red', 'color', { color: 'red' }),
      { text: ', ' },
      marked('on blue', 'backgroundColor', { color: 'blue' }),
      { text: ' and ' },
      marked('large', 'fontSize', { size: 24 }),
    ]),
  ],
}
