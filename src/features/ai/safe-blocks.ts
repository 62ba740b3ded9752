import { type Block, type BlockMark, plainTextOf } from '@/blocks'
import { type Inline, isInlineText } from '@/blocks/kit/block'
import { blocksFromMarkdown } from '@/blocks/markdown'
import { newBlockId } from '@/shared/ids'
import { blocksWithAtoms } from './placeholders'

/** The kinds that hold words and load nothing. */
const KINDS = new Set([
  'paragraph',
  'heading',
  'listItem',
  'blockquote',
  'callout',
  'codeBlock',
  'equation',
  'horizontalRule',
  'table',
  'tableColumn',
  'tableRow',
  'tableCell',
  'toggle',
])
const ATOMS = new Set(['date', 'inlineEquation', 'footnote'])

/**
 * The blocks of what a model wrote. Whatever would load something is a link that a person may click: pictures, films, embeds
 * (R63). Kinds that hold more than words are left as their words. `atoms`: what the placeholders stand for that the model was told; pictures
 * and files of the page among them.
 */
export function blocksOfAnswer(markdown: string, atoms: readonly Inline[] = []): Block[] {
  return blocksWithAtoms(withoutLoads(blocksFromMarkdown(markdown)), atoms)
}

export const withoutLoads = (blocks: readonly Block[]): Block[] => blocks.map(safeBlock)

function safeBlock(block: Block): Block {
  const { id, kind, attributes = {}, text, children } = block
  if (!KINDS.has(kind)) return asWords(block)
  const kept = Object.entries(attributes).filter(([, value]) => !mayLoad(value))
  return {
    id,
    kind,
    ...(kept.length > 0 && { attributes: Object.fromEntries(kept) }),
    ...(text && { text: text.flatMap(safeInline) }),
    ...(children && { children: withoutLoads(children) }),
  }
}

/** An address, or a way to write one. No attribute of the kinds above needs either. */
const mayLoad = (value: unknown): boolean =>
  typeof value === 'string' ? /[:(\\]|\/\//.test(value) : typeof value === 'object' && value !== null

function safeInline(piece: Inline): Inline[] {
  if (!isInlineText(piece)) return ATOMS.has(piece.kind) ? [piece] : []
  const marks = piece.marks?.map(({ kind, attributes }): BlockMark => {
    if (kind === 'link') return { kind, attributes: { url: attributes?.url ?? '' } }
    const kept = Object.entries(attributes ?? {}).filter(([, value]) => !mayLoad(value))
    return kept.length > 0 ? { kind, attributes: Object.fromEntries(kept) } : { kind }
  })
  return [{ text: piece.text, ...(marks && { marks }) }]
}

/** What a block says, and the address of what it would have loaded as a link with its host in sight. */
function asWords(block: Block): Block {
  const { url, alt, caption, name } = (block.attributes ?? {}) as Record<string, unknown>
  const label = [alt, caption, name].find((one) => typeof one === 'string' && one.trim() !== '')
  const words = typeof label === 'string' ? label : plainTextOf([block]).trim()
  const paragraph = { id: newBlockId(), kind: 'paragraph' }
  if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return words === '' ? paragraph : { ...paragraph, text: [{ text: words }] }
  const { host } = new URL(url)
  return {
    ...paragraph,
    text: [
      {
        text: words === '' || words === url ? host : `${words} (${host})`,
        marks: [{ kind: 'link', attributes: { url } }],
      },
    ],
  }
}
