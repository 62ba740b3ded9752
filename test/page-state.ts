import { EditorState, type Plugin, Selection, TextSelection } from '@tiptap/pm/state'
import { type Block, blocksFromDoc, docFromBlocks } from '@/blocks'

const KINDS: Record<string, string> = {
  p: 'paragraph',
  h: 'heading',
  li: 'listItem',
  code: 'codeBlock',
  hr: 'horizontalRule',
}
const NAMES = Object.fromEntries(Object.entries(KINDS).map(([name, kind]) => [kind, name]))

function readLine(line: string): Block {
  const found = /^(p|h|li|code|hr)(\+*)(?: (\w+))?(?:: ?(.*))?$/.exec(line)
  if (!found) throw new Error(`Not a block: ${line}`)
  const [, name, plus, id, text = ''] = found
  return {
    id: id ?? '',
    kind: KINDS[name!]!,
    ...(plus ? { attributes: { indent: plus.length } } : {}),
    ...(name === 'hr' ? {} : { text: text ? [{ text }] : [] }),
  }
}

function readLines(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  for (let index = 0; index < lines.length; index++) {
    if (!lines[index]!.startsWith('> ')) {
      blocks.push(readLine(lines[index]!))
      continue
    }
    const inside: string[] = []
    while (lines[index]?.startsWith('> ')) inside.push(lines[index++]!.slice(2))
    index--
    blocks.push({ id: `quote${blocks.length}`, kind: 'blockquote', children: readLines(inside) })
  }
  return blocks
}

/**
 * The state of a page written as lines: `p a: one` (kind, id, text), `li+ b: two` (indented once), `hr c`, `> p d: three`
 * (in a quote). `|` is the caret; two of them are the ends of the selected text.
 */
export function pageState(text: string, plugins: readonly Plugin[] = []): EditorState {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const marked = docFromBlocks(readLines(lines))
  const ends: number[] = []
  marked.descendants((node, pos) => {
    if (!node.isText) return
    for (let at = node.text!.indexOf('|'); at !== -1; at = node.text!.indexOf('|', at + 1))
      ends.push(pos + at - ends.length)
  })
  const doc = docFromBlocks(readLines(lines.map((line) => line.replaceAll('|', ''))))
  const selection =
    ends.length > 0 ? TextSelection.create(doc, ends[0]!, ends.at(-1)!) : Selection.atStart(doc)
  return EditorState.create({ doc, selection, plugins: [...plugins] })
}

function write(blocks: readonly Block[], withIds: boolean, prefix = ''): string[] {
  return blocks.flatMap((block) => {
    if (block.children) return write(block.children, withIds, `${prefix}> `)
    const indent = '+'.repeat(Number(block.attributes?.indent ?? 0))
    const text = (block.text ?? []).map((piece) => ('text' in piece ? piece.text : '')).join('')
    const name = NAMES[block.kind] ?? block.kind
    return `${prefix}${name}${indent}${withIds ? ` ${block.id}` : ''}${text ? `: ${text}` : ''}`
  })
}

/** The page as `pageState` reads it, without the selection. */
export const shown = (state: EditorState, options: { ids: boolean } = { ids: true }): string =>
  write(blocksFromDoc(state.doc), options.ids).join('\n')

/** The same lines without the space a test's own indentation gives them. */
export const lines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
