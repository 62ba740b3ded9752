import { type Block, blockKind, normalizeBlocks } from '@/blocks'
import { isNumbered, isTodo } from '@/blocks/list-item/list-styles'
import { numbersOf } from '@/blocks/list-item/numbering'
import { plainInline } from '@/blocks/plain-text'
import { decodeOlderText } from '@/shared/decode-text'
import { t } from '@/shared/i18n'
import type { ExportFormat, ImportFormat } from './format'
import { gridOf } from './table-grid'
import { withWordsOfNotes } from './words-of-notes'

/** Plain text: a paragraph for what stands between blank lines, its lines kept. */
export const plainTextImport: ImportFormat = {
  id: 'text',
  get label() {
    return t('Plain text')
  },
  extensions: ['txt', 'text'],
  read({ bytes }, { onProgress }) {
    const paragraphs = decodeOlderText(bytes)
      .replace(/^\ufeff/, '')
      .replace(/\r\n?/g, '\n')
      .split(/\n[ \t]*\n/)
      .map((part) => part.replace(/^\n+|\s+$/g, ''))
      .filter((part) => part !== '')
    onProgress(0.5)
    const blocks: Block[] = paragraphs.map((part) => ({ id: '', kind: 'paragraph', text: [{ text: part }] }))
    return { title: '', blocks: blocks.length > 0 ? normalizeBlocks(blocks) : [], notes: [] }
  },
}

/** The words alone: blocks parted by blank lines, lists with their marks, tables with tabs between the cells. */
export const plainTextExport: ExportFormat = {
  write({ blocks, title }) {
    const lines = linesOf(withWordsOfNotes(blocks), '')
    return [
      { suffix: '', content: [...(title ? [title, ''] : []), ...lines].join('\n').trimEnd().concat('\n') },
    ]
  },
}

function linesOf(blocks: readonly Block[], margin: string): string[] {
  const numbers = numbersOf(blocks)
  const lines: string[] = []
  for (const [at, block] of blocks.entries()) {
    const isItem = block.kind === 'listItem'
    // Items of one list stand close.
    if (lines.length > 0 && !(isItem && blocks[at - 1]?.kind === 'listItem')) lines.push('')
    const indent = margin + '  '.repeat(Number(block.attributes?.indent ?? 0))
    if (block.kind === 'table' || block.kind === 'dataTable') {
      lines.push(...(gridOf(block) ?? []).map((row) => indent + row.map(oneLine).join('\t')))
    } else if (isContainer(block)) {
      lines.push(...linesOf(block.children ?? [], margin + (block.kind.startsWith('column') ? '' : '  ')))
    } else {
      const text = blockKind(block.kind)?.plainText?.(block) ?? plainInline(block.text)
      const mark = isItem ? markOf(block, numbers[at] ?? null) : ''
      const [first = '', ...rest] = text.split('\n')
      lines.push(
        `${indent}${mark}${first}`,
        ...rest.map((line) => `${indent}${' '.repeat(mark.length)}${line}`),
      )
      if (block.children) lines.push(...linesOf(block.children, `${margin}  `))
    }
  }
  return lines
}

const isContainer = (block: Block): boolean =>
  ['blocks', 'grid', 'row'].includes(blockKind(block.kind)?.content ?? '')

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

function markOf({ attributes = {} }: Block, number: number | null): string {
  const style = attributes.listStyleType ?? 'disc'
  if (isTodo(style)) return attributes.checked === true ? '[x] ' : '[ ] '
  return isNumbered(style) ? `${number ?? 1}. ` : '- '
}
