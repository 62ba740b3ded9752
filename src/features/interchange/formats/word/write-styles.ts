import {
  BorderStyle,
  type IBaseParagraphStyleOptions,
  type IParagraphStyleOptions,
  type IPropertiesOptions,
  LineRuleType,
  ShadingType,
} from 'docx'
import { CALLOUT_VARIANTS } from '@/blocks/callout/callout'
import type { Color } from '@/blocks/kit/colors'
import { LIGHT } from '@/blocks/marks/inks'
import { STEP } from './looks'
import { STYLES, TODO_LEVELS } from './styles'

/** By which paragraphs and tables name their style. */
export const idOf = (name: string): string => (name === STYLES.caption ? 'Caption' : name.replaceAll(' ', ''))

/** A colour of ours as Word says it. */
export const inkOf = (where: keyof typeof LIGHT, color: unknown): string | undefined =>
  typeof color === 'string' && color in LIGHT[where] ? LIGHT[where][color as Color].slice(1) : undefined

/** The colours of the light theme (`ui/theme.css`), as Word says them. */
export const INK = { text: '2B2823', muted: '625D53', line: 'D5D1CA', surface: 'F7F5F1', accent: '3C5CC4' }
/** Of the theme: what Word has everywhere, and others have one like it of. */
const FACE = 'Calibri'
const MONO = 'Consolas'
const surface = { type: ShadingType.CLEAR, fill: INK.surface }
const line = { style: BorderStyle.SINGLE, size: 4, color: INK.line }

/** What is behind a callout and around it, by its variant. */
const CALLOUT_COLORS: Readonly<Record<string, Color>> = {
  tip: 'green',
  important: 'purple',
  warning: 'yellow',
  caution: 'red',
}

/** What is behind a callout of this variant. */
export const calloutFill = (variant: string): string =>
  inkOf('background', CALLOUT_COLORS[variant]) ?? INK.surface
const calloutLine = (variant: string): string => inkOf('text', CALLOUT_COLORS[variant]) ?? INK.line

/** Sizes of headings in half points, and the room above them in twips, as they are to each other on a page. */
const HEADINGS = [
  { size: 41, before: 360 },
  { size: 33, before: 300 },
  { size: 28, before: 240 },
  { size: 24, before: 200 },
  { size: 22, before: 200 },
  { size: 22, before: 200 },
] as const

const heading = (level: 1 | 2 | 3 | 4 | 5 | 6): IBaseParagraphStyleOptions => {
  const { size, before } = HEADINGS[level - 1]!
  return {
    basedOn: 'Normal',
    next: 'Normal',
    quickFormat: true,
    uiPriority: 9,
    run: { font: { theme: 'headings' }, size, bold: true, color: level === 6 ? INK.muted : INK.text },
    paragraph: { keepNext: true, keepLines: true, outlineLevel: level - 1, spacing: { before, after: 80 } },
  }
}

const style = (
  name: string,
  paragraph: IParagraphStyleOptions['paragraph'] = {},
  run: IParagraphStyleOptions['run'] = {},
  more: Partial<IParagraphStyleOptions> = {},
): IParagraphStyleOptions => ({
  id: idOf(name),
  name,
  basedOn: 'Normal',
  quickFormat: true,
  paragraph,
  run,
  ...more,
})

const quote = {
  indent: { left: STEP },
  border: { left: { style: BorderStyle.SINGLE, size: 18, space: 10, color: '8F887C' } },
}
const codeSide = { style: BorderStyle.SINGLE, size: 4, space: 6, color: INK.line }
const TIGHT = { spacing: { before: 0, after: 60 } }
const listStyles = (name: (level: number) => string) =>
  [1, 2, 3, 4, 5].map((level) => style(name(level), TIGHT, {}, { uiPriority: 36 }))

const paragraphStyles: readonly IParagraphStyleOptions[] = [
  ...listStyles(STYLES.bullets),
  ...listStyles(STYLES.numbers),
  style(
    STYLES.code,
    {
      border: { top: codeSide, bottom: codeSide, left: codeSide, right: codeSide },
      shading: surface,
      indent: { left: 140, right: 140 },
      spacing: { before: 120, after: 180, line: 264, lineRule: LineRuleType.AUTO },
    },
    { font: MONO, size: 19, noProof: true },
  ),
  style(STYLES.rule, {
    border: { bottom: { style: BorderStyle.SINGLE, size: 6, space: 1, color: INK.line } },
    spacing: { before: 0, after: 240 },
  }),
  style(STYLES.quote.next, quote, {}, { uiPriority: 29 }),
  style(STYLES.quote.first, {}, {}, { basedOn: idOf(STYLES.quote.next), next: idOf(STYLES.quote.next) }),
  style(STYLES.toggle.first, { indent: { left: STEP, hanging: STEP }, keepNext: true }),
  style(STYLES.toggle.next, { indent: { left: STEP } }),
  style(STYLES.calloutIcon, TIGHT, { font: 'Segoe UI Emoji' }, { quickFormat: false }),
  style(
    STYLES.gap,
    { spacing: { before: 0, after: 0, line: 160, lineRule: LineRuleType.EXACT } },
    { size: 8 },
    { quickFormat: false },
  ),
  ...Array.from({ length: TODO_LEVELS }, (_, at) => style(STYLES.todo(at + 1), TIGHT)),
]

const edges = (value: string, inside = value): string =>
  [
    ...['top', 'left', 'bottom', 'right'].map((side) => `<w:${side} ${value}/>`),
    ...['insideH', 'insideV'].map((side) => `<w:${side} ${inside}/>`),
  ].join('')
const NO_EDGE = 'w:val="nil"'
const edge = (color: string): string => `w:val="single" w:sz="4" w:space="0" w:color="${color}"`
const margins = (vertical: number, sides: number): string =>
  `<w:tblCellMar>${Object.entries({ top: vertical, left: sides, bottom: vertical, right: sides })
    .map(([side, width]) => `<w:${side} w:w="${width}" w:type="dxa"/>`)
    .join('')}</w:tblCellMar>`

const tableStyle = (name: string, properties: string, rest = ''): string =>
  `<w:style w:type="table" w:styleId="${idOf(name)}"><w:name w:val="${name}"/><w:basedOn w:val="TableNormal"/><w:uiPriority w:val="39"/><w:pPr><w:spacing w:before="0" w:after="60"/></w:pPr><w:tblPr>${properties}</w:tblPr>${rest}</w:style>`

const bold = (where: string, shade = ''): string =>
  `<w:tblStylePr w:type="${where}"><w:rPr><w:b/></w:rPr><w:tcPr>${shade}</w:tcPr></w:tblStylePr>`

/** The styles of tables, which the library takes as a part of a file only. */
const tableStyles = (): string => {
  const shade = `<w:shd w:val="clear" w:color="auto" w:fill="${INK.surface}"/>`
  const styles = [
    ...[false, true].flatMap((hasRow) =>
      [false, true].map((hasColumn) =>
        tableStyle(
          STYLES.table(hasRow, hasColumn),
          `<w:tblBorders>${edges(edge(INK.line))}</w:tblBorders>${margins(50, 120)}`,
          (hasRow ? bold('firstRow', shade) : '') + (hasColumn ? bold('firstCol', shade) : ''),
        ),
      ),
    ),
    tableStyle(STYLES.columns, `<w:tblBorders>${edges(NO_EDGE)}</w:tblBorders>${margins(0, 110)}`),
    ...CALLOUT_VARIANTS.map((variant) =>
      tableStyle(
        STYLES.callout(variant),
        `<w:tblBorders>${edges(edge(calloutLine(variant)), NO_EDGE)}</w:tblBorders>${margins(90, 120)}`,
        `<w:tcPr><w:shd w:val="clear" w:color="auto" w:fill="${calloutFill(variant)}"/></w:tcPr>`,
      ),
    ),
  ]
  return `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${styles.join('')}</w:styles>`
}

/** The looks of a Word file: Word's own styles close to how a page looks, and ours. */
export const documentLook = (): Pick<IPropertiesOptions, 'styles' | 'externalStyles' | 'theme'> => ({
  theme: { colors: { accent1: INK.accent, hyperlink: INK.accent }, fonts: { headings: FACE, body: FACE } },
  externalStyles: tableStyles(),
  styles: {
    default: {
      document: {
        run: { font: { theme: 'body' }, size: 22, color: INK.text },
        paragraph: { spacing: { after: 120, line: 288, lineRule: LineRuleType.AUTO } },
      },
      title: {
        basedOn: 'Normal',
        next: 'Normal',
        quickFormat: true,
        run: { font: { theme: 'headings' }, size: 56, bold: true },
        paragraph: {
          keepNext: true,
          spacing: { before: 0, after: 240, line: 252, lineRule: LineRuleType.AUTO },
        },
      },
      heading1: heading(1),
      heading2: heading(2),
      heading3: heading(3),
      heading4: heading(4),
      heading5: heading(5),
      heading6: heading(6),
      listParagraph: { basedOn: 'Normal', paragraph: { contextualSpacing: true } },
      caption: {
        basedOn: 'Normal',
        next: 'Normal',
        quickFormat: true,
        run: { size: 19, color: INK.muted },
        paragraph: { spacing: { before: 60, after: 200 } },
      },
      hyperlink: { run: { color: INK.accent, underline: {} } },
    },
    paragraphStyles,
    characterStyles: [
      {
        id: idOf(STYLES.inlineCode),
        name: STYLES.inlineCode,
        run: { font: MONO, size: 20, shading: surface },
      },
      {
        id: idOf(STYLES.keyboard),
        name: STYLES.keyboard,
        run: { font: MONO, size: 19, border: { ...line, space: 1 }, shading: surface },
      },
    ],
  },
})
