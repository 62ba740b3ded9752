import type { Block } from '@/blocks'
import { type BlockMark, type Inline, isInlineText, type Json } from '@/blocks/kit/block'

/** The elements of the kinds that have short ones; every other is `h` and its name. */
const ELEMENTS: Readonly<Record<string, string>> = {
  paragraph: 'hp',
  listItem: 'hli',
  codeBlock: 'hcodeblock',
  horizontalRule: 'hhr',
  columnGroup: 'hcolumngroup',
  table: 'htable',
  tableRow: 'htr',
  tableColumn: 'hcol',
  tableCell: 'htd',
  link: 'ha',
}

const elementOf = (kind: string): string =>
  ELEMENTS[kind] ?? `h${kind.toLowerCase().replace(/[^a-z0-9]/g, '')}`

function elementOfBlock({ kind, attributes }: Block): string {
  if (kind === 'heading') return `hh${Number(attributes?.level ?? 1)}`
  return elementOf(kind)
}

/** Text as JSX shows it: as it stands where that says the same, else as a string in braces. */
const textOf = (text: string): string =>
  /^[^{}<>&\n]+$/.test(text) && text.trim() === text ? text : `{${JSON.stringify(text)}}`

function attributeOf(name: string, value: Json): string {
  if (value === true) return ` ${name}`
  const isPlain = typeof value === 'string' && /^[^"{}<>&\n\\]*$/.test(value)
  return isPlain ? ` ${name}="${value}"` : ` ${name}={${JSON.stringify(value)}}`
}

const attributesOf = (attributes: Readonly<Record<string, Json>> = {}, without: readonly string[] = []) =>
  Object.entries(attributes)
    .filter(([name]) => !without.includes(name))
    .map(([name, value]) => attributeOf(name, value))
    .join('')

/** A mark as an attribute of its text: `bold`, `color="red"`; a mark with several values keeps all of them. */
function markOf({ kind, attributes = {} }: BlockMark): string {
  const values = Object.values(attributes)
  if (values.length === 0) return ` ${kind}`
  return values.length === 1 ? attributeOf(kind, values[0]!) : attributeOf(kind, attributes)
}

function pieceOf(piece: Inline): string {
  const link = piece.marks?.find(({ kind }) => kind === 'link')
  const marks = (piece.marks ?? []).filter((mark) => mark !== link)
  const inner = isInlineText(piece)
    ? textOf(piece.text)
    : `<${elementOf(piece.kind)}${attributesOf(piece.attributes)} />`
  const marked = marks.length > 0 ? `<htext${marks.map(markOf).join('')}>${inner}</htext>` : inner
  return link ? `<ha${attributesOf(link.attributes)}>${marked}</ha>` : marked
}

function linesOf(block: Block, indent: string): string[] {
  const tag = elementOfBlock(block)
  const head = `${indent}<${tag}${attributesOf(block.attributes, block.kind === 'heading' ? ['level'] : [])}`
  if (block.children?.length)
    return [
      `${head}>`,
      ...block.children.flatMap((child) => linesOf(child, `${indent}  `)),
      `${indent}</${tag}>`,
    ]
  const text = (block.text ?? []).map(pieceOf).join('')
  return [text ? `${head}>${text}</${tag}>` : `${head} />`]
}

/** The page as JSX, in the form in which tests of editors write pages (product.md 2.43): `<editor><hp>…</hp></editor>`. */
export const jsxFromBlocks = (blocks: readonly Block[]): string =>
  ['<editor>', ...blocks.flatMap((block) => linesOf(block, '  ')), '</editor>'].join('\n')
