import fc from 'fast-check'
import type { Block, BlockMark } from '@/blocks'
import { normalizeBlocks } from '@/blocks'
import type { Inline, InlineAtom } from '@/blocks/kit/block'

/** Words, and everything that Markdown or HTML could take for syntax. */
const snippet = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'word',
      'two words',
      'Ünïcödé',
      '日本',
      'x',
      'end.',
      'https://a.bc/d',
      'me@a.bc',
    ),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      ...[
        '*',
        '**',
        '_',
        '__',
        '~',
        '~~',
        '=',
        '==',
        '`',
        '``',
        '#',
        '# ',
        '> ',
        '- ',
        '+ ',
        '1. ',
        '2) ',
        '---',
        '***',
      ],
      ...[
        '[',
        ']',
        '(',
        ')',
        '[x](y)',
        '![',
        '[ ] ',
        '[^1]',
        '<',
        '>',
        '<b>',
        '</u>',
        '<!--',
        '-->',
        '&amp;',
        '&',
        '\\',
      ],
      ...[
        '|',
        '| a |',
        ':',
        '"',
        "'",
        '$',
        '$$',
        '$x$',
        '^',
        '{',
        '}',
        '!',
        'www.a.bc',
        '    ',
        '\t',
        '\u00a0',
        '```',
        '~~~',
        '===',
      ],
    ),
  },
  { weight: 3, arbitrary: fc.constantFrom(' ', '  ', '\n') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
)

const words = fc.array(snippet, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))

const url = fc.constantFrom(
  'https://a.bc',
  '/page',
  '#block',
  'mailto:me@a.bc',
  'https://a.bc/(x)?y=1&z=[2]',
  'a b',
)
const mark: fc.Arbitrary<BlockMark> = fc.oneof(
  fc
    .constantFrom(
      'bold',
      'italic',
      'underline',
      'strikethrough',
      'highlight',
      'subscript',
      'superscript',
      'kbd',
      'code',
    )
    .map((kind) => ({ kind })),
  fc.constantFrom('red', 'gray').map((color) => ({ kind: 'color', attributes: { color } })),
  fc.constantFrom('blue', 'pink').map((color) => ({ kind: 'backgroundColor', attributes: { color } })),
  fc.constantFrom(1, 24, 100).map((size) => ({ kind: 'fontSize', attributes: { size } })),
  fc.record({ url, title: fc.option(words, { nil: undefined }) }).map(({ url: address, title }) => ({
    kind: 'link',
    attributes: { url: address, ...(title ? { title } : {}) },
  })),
)

const tex = fc.oneof(
  fc.constantFrom('x^2', '\\frac{a_1}{*b*}', 'a\n\n$$\nb', '\\text{5 \\$}', '5', ' '),
  words,
)
const atom: fc.Arbitrary<InlineAtom> = fc.oneof(
  tex.map((texExpression) => ({ kind: 'inlineEquation', attributes: { texExpression } })),
  words.map((note) => ({ kind: 'footnote', attributes: { note } })),
  fc.constantFrom('', '2026-01-05').map((date) => ({ kind: 'date', attributes: { date } })),
  fc
    .record({ key: fc.constantFrom('/page', 'person'), value: words })
    .map((attributes) => ({ kind: 'mention', attributes })),
  fc.constantFrom('star', 'rocket').map((iconName) => ({ kind: 'icon', attributes: { iconName } })),
)

const marks = fc.array(mark, { maxLength: 3 })
const piece: fc.Arbitrary<Inline> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ text: words, marks }) },
  {
    weight: 1,
    arbitrary: fc.record({ atom, marks }).map((made): Inline => ({ ...made.atom, marks: made.marks })),
  },
)
const text = fc.array(piece, { maxLength: 4 })

const indent = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 4 }))
const look = {
  indent,
  align: fc.constantFrom(null, null, null, 'left', 'center', 'right', 'end', 'justify'),
  lineHeight: fc.constantFrom(1.5, 1.5, 1.5, 1, 1.2, 2, 3),
  color: fc.constantFrom(null, null, null, null, 'red'),
  backgroundColor: fc.constantFrom(null, null, null, null, 'yellow'),
}
const style = fc.constantFrom(
  ...['disc', 'disc', 'decimal', 'decimal', 'todo', 'circle', 'square', 'lower-alpha', 'upper-alpha'],
  ...['lower-roman', 'upper-roman', 'todoNoStrike'],
)

const leaf: fc.Arbitrary<Block> = fc.oneof(
  { weight: 4, arbitrary: block('paragraph', look, text) },
  { weight: 2, arbitrary: block('heading', { level: fc.integer({ min: 1, max: 6 }), ...look }, text) },
  {
    weight: 6,
    arbitrary: block(
      'listItem',
      {
        ...look,
        listStyleType: style,
        listStart: fc.option(fc.integer({ min: 0, max: 30 }), { freq: 5 }),
        checked: fc.boolean(),
      },
      text,
    ),
  },
  {
    weight: 1,
    arbitrary: block(
      'codeBlock',
      { indent, lang: fc.constantFrom('', 'ts', 'c++', 'markdown') },
      fc
        .array(fc.oneof(words, fc.constantFrom('\n', '\n\n', '```\n', '~~~~', '  ')), { maxLength: 4 })
        .map((parts) => (parts.length > 0 ? [{ text: parts.join('') }] : [])),
    ),
  },
  { weight: 1, arbitrary: block('horizontalRule', { indent }, fc.constant([])) },
  { weight: 1, arbitrary: block('equation', { indent, texExpression: tex }, fc.constant([])) },
  { weight: 1, arbitrary: block('chartFromTheFuture', { data: words }, fc.constant([])) },
)

function block(
  kind: string,
  attributes: Record<string, fc.Arbitrary<unknown>>,
  content: fc.Arbitrary<Inline[]>,
): fc.Arbitrary<Block> {
  return fc.record({ attributes: fc.record(attributes), content }).map(
    (made) =>
      ({
        id: '',
        kind,
        attributes: made.attributes,
        text: made.content.length > 0 ? made.content : undefined,
      }) as Block,
  )
}

const blocks: fc.Arbitrary<Block[]> = fc.letrec<{ many: Block[]; quote: Block }>((tie) => ({
  many: fc.array(
    fc.oneof({ maxDepth: 3 }, { weight: 8, arbitrary: leaf }, { weight: 1, arbitrary: tie('quote') }),
    {
      minLength: 1,
      maxLength: 7,
    },
  ),
  quote: fc.record({ children: tie('many'), indent }).map((made) => ({
    id: '',
    kind: 'blockquote',
    attributes: { indent: made.indent },
    children: made.children,
  })),
})).many

/** Pages of every first kind, atom and mark, as the editor could hold them. */
export const anyPage: fc.Arbitrary<Block[]> = blocks.map(normalizeBlocks)
