import type { Block, InlineText } from '@/blocks'

let next = 0
const block = (
  kind: string,
  text: string | InlineText[] | null,
  attributes?: Block['attributes'],
): Block => ({
  id: `sample-${++next}`,
  kind,
  ...(attributes ? { attributes } : {}),
  ...(text === null ? {} : { text: typeof text === 'string' ? [{ text }] : text }),
})
const marked = (text: string, ...kinds: string[]): InlineText => ({
  text,
  marks: kinds.map((kind) => ({ kind })),
})
const link = (text: string, url: string): InlineText => ({
  text,
  marks: [{ kind: 'link', attributes: { url } }],
})

/** Every first kind and mark at least once, as a page that somebody could have written. */
export const sampleBlocks: Block[] = [
  block('paragraph', [
    { text: 'Tide tables, notes and one recipe. Some of it is ' },
    marked('bold', 'bold'),
    { text: ', some ' },
    marked('italic', 'italic'),
    { text: ', ' },
    marked('underlined', 'underline'),
    { text: ', ' },
    marked('struck out', 'strikethrough'),
    { text: ' or ' },
    marked('highlighted', 'highlight'),
    { text: '; there is ' },
    marked('code()', 'code'),
    { text: ', H' },
    marked('2', 'subscript'),
    { text: 'O, E=mc' },
    marked('2', 'superscript'),
    { text: ', ' },
    marked('Esc', 'kbd'),
    { text: ', a ' },
    link('link to the web', 'https://example.org/tides'),
    { text: ' and ' },
    link('one inside', '/basic-blocks'),
    { text: '.' },
  ]),
  block('heading', 'What the harbour said', { level: 1 }),
  block('paragraph', 'The pilot boat goes out two hours before high water, whatever the weather does.'),
  block('heading', 'Second level', { level: 2 }),
  block('listItem', 'Rope, 30 metres'),
  block('listItem', 'Lantern', { listStyleType: 'disc' }),
  block('listItem', 'with spare wick', { indent: 1, listStyleType: 'circle' }),
  block('listItem', 'and oil', { indent: 2, listStyleType: 'square' }),
  block('listItem', 'Check the tide', { listStyleType: 'decimal' }),
  block('listItem', 'Fill the tank', { listStyleType: 'decimal' }),
  block('listItem', 'to the upper mark', { listStyleType: 'lower-alpha', indent: 1 }),
  block('listItem', 'Cast off', { listStyleType: 'decimal' }),
  block('heading', 'Third level', { level: 3 }),
  block('listItem', 'Write to the harbour master', { listStyleType: 'todo', checked: true }),
  block('listItem', 'Paint the hull', { listStyleType: 'todo' }),
  {
    id: 'sample-quote',
    kind: 'blockquote',
    children: [
      block('paragraph', 'There is nothing half so much worth doing as simply messing about in boats.'),
      block('paragraph', 'So said the Water Rat.'),
    ],
  },
  block('codeBlock', 'export function high(tide: Tide) {\n  return tide.height > 3.2\n}', {
    lang: 'typescript',
  }),
  block('horizontalRule', null),
  block('heading', 'Fourth level', { level: 4 }),
  block('heading', 'Fifth level', { level: 5 }),
  block('heading', 'Sixth level', { level: 6 }),
  { id: 'sample-unknown', kind: 'sextant', attributes: { angle: 41 } },
  block('paragraph', 'The last line.'),
]
