import { CALLOUT_VARIANTS } from '@/blocks/callout/callout'

/** How deep to-do items have a style of their own. */
export const TODO_LEVELS = 9
/** Levels that a list of Word has. */
const LIST_LEVELS = 9

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/**
 * Names of the styles by which Word keeps what it has no word for, so that it is read back. They stand in files and are
 * the same in every language. The first paragraph of a quote or toggle has one of its own, so that two stay two.
 */
export const STYLES = {
  code: 'Code Block',
  inlineCode: 'Inline Code',
  keyboard: 'Keyboard Key',
  rule: 'Horizontal Line',
  caption: 'caption',
  quote: { first: 'Quote Start', next: 'Quote' },
  toggle: { first: 'Toggle Title', next: 'Toggle Content' },
  todo: (level: number) => `To-do ${level}`,
  /** Of the table that a callout is. */
  callout: (variant: string) => `Callout ${capital(variant)}`,
  calloutIcon: 'Callout Icon',
  /** Of the table that columns are. */
  columns: 'Columns',
  /** Of a table; what its first row and column look like is the style's, as not every program asks the table itself. */
  table: (hasHeaderRow: boolean, hasHeaderColumn: boolean) =>
    `Table Grid${hasHeaderRow ? ' Header Row' : ''}${hasHeaderColumn ? ' Header Column' : ''}`,
  /** Of the empty paragraph behind a table. */
  gap: 'Table Spacing',
  bullets: (level: number) => (level > 1 ? `List Bullet ${Math.min(level, 5)}` : 'List Bullet'),
  numbers: (level: number) => (level > 1 ? `List Number ${Math.min(level, 5)}` : 'List Number'),
} as const

/** Ids of the styles of paragraphs in a quote or toggle, whose indents begin one step further in. */
export const INSET_STYLES: ReadonlySet<string> = new Set(
  [STYLES.quote.first, STYLES.quote.next, STYLES.toggle.next].map((name) => name.replaceAll(' ', '')),
)

/** Classes between mammoth and `boxes.ts`, of the tables that are callouts and columns, and of what stands around them. */
export const CLASSES = {
  callout: 'word-callout-',
  columns: 'word-columns',
  gap: 'word-gap',
  caption: 'word-caption',
} as const

const todoItems = (level: number): string => `${'ul > li > '.repeat(level - 1)}ul > li:fresh`

/** Of a list at each level, what its items are in HTML; `around` stands in front of the outermost list. */
function listItems(paragraph: string, around: string): string[] {
  return Array.from({ length: LIST_LEVELS }, (_, at) =>
    (['unordered', 'ordered'] as const).map((kind) => {
      const list = `${'ul|ol > li > '.repeat(at)}${kind === 'ordered' ? 'ol' : 'ul'} > li:fresh`
      return `${paragraph}:${kind}-list(${at + 1}) => ${around}${list}`
    }),
  ).flat()
}

/** Paragraphs in an element that begins with the first of them, lists among them. */
const inContainer = (name: string, element: string): string[] => [
  ...listItems(`p[style-name='${name}']`, `${element} > `),
  `p[style-name='${name}'] => ${element} > p:fresh`,
]

/** What each style means, for mammoth: our own first, then what other programs call the same. */
export const STYLE_MAP: readonly string[] = [
  "p[style-name='Title'] => h1[data-page-title='true']:fresh",
  `p[style-name='${STYLES.code}'] => pre:fresh`,
  ...['Source Code', 'HTML Preformatted', 'Preformatted Text', 'Code', 'Plain Text', 'macro'].map(
    (name) => `p[style-name='${name}'] => pre:separator('\\n')`,
  ),
  `p[style-name='${STYLES.rule}'] => hr:fresh`,
  ...inContainer(STYLES.quote.first, 'blockquote:fresh'),
  ...[STYLES.quote.next, 'Intense Quote', 'Block Text', 'Quotations', 'Block Quote'].flatMap((name) =>
    inContainer(name, 'blockquote'),
  ),
  // Its sign is that of a list.
  `p[style-name='${STYLES.toggle.first}'] => details:fresh > p:fresh`,
  ...inContainer(STYLES.toggle.next, 'details'),
  ...CALLOUT_VARIANTS.flatMap((variant) => [
    `table[style-name='${STYLES.callout(variant)}'] => div.${CLASSES.callout}${variant}:fresh`,
    // As files were written before callouts were tables.
    `p[style-name='${STYLES.callout(variant)} Start'] => div.markdown-alert-${variant}:fresh > p:fresh`,
    `p[style-name='${STYLES.callout(variant)}'] => div.markdown-alert-${variant} > p:fresh`,
  ]),
  `table[style-name='${STYLES.columns}'] => div.${CLASSES.columns}:fresh`,
  `p[style-name='${STYLES.gap}'] => p.${CLASSES.gap}:fresh`,
  `p[style-name='${STYLES.calloutIcon}'] => p:fresh`,
  ...Array.from(
    { length: TODO_LEVELS },
    (_, at) => `p[style-name='${STYLES.todo(at + 1)}'] => ${todoItems(at + 1)}`,
  ),
  ...[STYLES.caption, 'Caption', 'Picture Caption', 'Figure', 'Image Caption'].map(
    (name) => `p[style-name='${name}'] => p.${CLASSES.caption}:fresh`,
  ),
  // A numbered heading is a heading.
  ...[1, 2, 3, 4, 5, 6].flatMap((level) => [
    `p.Heading${level} => h${level}:fresh`,
    `p[style-name='heading ${level}'] => h${level}:fresh`,
  ]),
  ...listItems('p', ''),
  ...['Subtitle', 'No Spacing', 'Body Text', 'annotation text', 'List Paragraph'].map(
    (name) => `p[style-name='${name}'] => p:fresh`,
  ),
  ...[STYLES.inlineCode, 'HTML Code', 'Verbatim Char', 'Source Code Char', 'Code Char'].map(
    (name) => `r[style-name='${name}'] => code`,
  ),
  ...[STYLES.keyboard, 'HTML Keyboard'].map((name) => `r[style-name='${name}'] => kbd`),
  ...['Hyperlink', 'FollowedHyperlink', 'Default Paragraph Font', 'Placeholder Text'].map(
    (name) => `r[style-name='${name}'] => `,
  ),
  'u => u',
  'highlight => mark',
]

/** Names of styles that are told of above, or that mean what they are used for; in lower case. */
export const KNOWN_STYLES: ReadonlySet<string> = new Set([
  ...STYLE_MAP.flatMap((line) => /style-name='([^']*)'/.exec(line)?.[1]?.toLowerCase() ?? []),
  ...['footnote', 'endnote', 'annotation', 'comment'].flatMap((note) => [
    `${note} reference`,
    `${note} anchor`,
    `${note} text`,
  ]),
  'line number',
  'page number',
])
