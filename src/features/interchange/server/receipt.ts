import { atomKind, type Block, blockKind } from '@/blocks'
import type { ReadNote } from '@/blocks/markdown'
import { t } from '@/shared/i18n'
import type { ImportReceipt } from '../model'

/** What a block is called in menus, such as "Heading 2". */
function nameOf(block: Block): string {
  const definition = blockKind(block.kind)
  const entries = definition?.insert ?? []
  const fitting = entries.find((entry) =>
    Object.entries(entry.attributes ?? {}).every(([key, value]) => {
      const standard = definition?.attributes[key]?.parse(undefined)
      return (block.attributes?.[key] ?? standard) === value
    }),
  )
  return (fitting ?? entries[0])?.label ?? t('Unsupported block')
}

/** Rows, columns and cells are counted with what they are parts of. */
const isPart = ({ kind }: Block): boolean => kind !== 'unsupported' && blockKind(kind)?.insert.length === 0

/** Counts what came of a file. */
export function receiptOf(
  blocks: readonly Block[],
  notes: readonly ReadNote[],
  review: ImportReceipt['review'] = { suggestions: 0, discussions: 0 },
): ImportReceipt {
  const counts = new Map<string, number>()
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  const rest = [...blocks]
  for (let block = rest.pop(); block; block = rest.pop()) {
    const name = nameOf(block)
    if (!isPart(block)) count(name)
    for (const piece of block.text ?? []) {
      const atom = 'kind' in piece && atomKind(piece.kind)?.insert[0]?.label
      if (atom) count(atom)
    }
    for (const child of block.children ?? []) rest.push(child)
  }
  return {
    pages: 1,
    files: 0,
    kept: [...counts].map(([what, count]) => ({ what, count })).sort((a, b) => b.count - a.count),
    review,
    converted: notes
      .filter((note) => note.change === 'converted')
      .map(({ what, into, count }) => ({ what, into, count })),
    dropped: notes.filter((note) => note.change === 'dropped').map(({ what, count }) => ({ what, count })),
  }
}

/** The receipts of several pages as one, with what happened to whole files. */
export function mergeReceipts(receipts: readonly ImportReceipt[], notes: readonly ReadNote[]): ImportReceipt {
  const all = [...receipts, receiptOf([], notes)]
  return {
    pages: receipts.length,
    files: all.reduce((sum, { files }) => sum + files, 0),
    kept: summed(all.flatMap(({ kept }) => kept)),
    review: {
      suggestions: all.reduce((sum, { review }) => sum + review.suggestions, 0),
      discussions: all.reduce((sum, { review }) => sum + review.discussions, 0),
    },
    converted: summed(all.flatMap(({ converted }) => converted)),
    dropped: summed(all.flatMap(({ dropped }) => dropped)),
  }
}

/** Equal lines as one, the most frequent first. */
function summed<Line extends { what: string; into?: string; count: number }>(lines: readonly Line[]): Line[] {
  const found = new Map<string, Line>()
  for (const line of lines) {
    const key = `${line.what} ${line.into ?? ''}`
    const before = found.get(key)
    found.set(key, before ? { ...before, count: before.count + line.count } : line)
  }
  return [...found.values()].sort((a, b) => b.count - a.count)
}
