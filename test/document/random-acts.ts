import { ROOT } from '@/document/format/layout'
import * as page from '@/document/write/operations'
import type { PageUndo } from '@/document/write/undo'
import { flat, type Person, tableKinds, text } from './test-people'

export interface ActsWorld {
  random: (below: number) => number
  seed: number
  ids: number
  typed: Set<string>
}

const ACTS = [
  ...['type', 'type', 'type', 'write in cell', 'write in cell', 'split', 'split', 'merge', 'merge', 'cut'],
  ...['move', 'move into', 'wrap', 'delete', 'kind', 'indent', 'indent', 'format'],
  ...[
    'add row',
    'add column',
    'move row',
    'move column',
    'delete row',
    'delete column',
    'merge cells',
    'part cells',
  ],
  ...['add table', 'undo', 'undo', 'redo'],
] as const

/** One random edit of one person; gives its name. */
export function randomAct(
  person: Pick<Person, 'index'> & { undo: PageUndo | null },
  world: ActsWorld,
): string {
  const { index } = person
  const { random } = world
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
  const fresh = () => `n${world.seed}-${world.ids++}`
  const token = () => {
    const made = String.fromCharCode(0x4e00 + world.typed.size)
    world.typed.add(made)
    return made
  }
  const blocks = flat(index.blocks()).filter(({ id }) => index.tree.isShown(id))
  const texts = blocks.filter(({ kind }) => tableKinds(kind) === 'text')
  const tables = blocks.filter(({ kind }) => kind === 'table')
  const quotes = blocks.filter(({ kind }) => kind === 'quote')
  const table = pick(tables)
  const block = pick(texts)
  const length = block ? index.tree.textLength(block.id) : 0
  const row = table && pick(table.children)
  const cell = row && pick(row.children)
  const column = table && pick(table.columns ?? [])
  if (blocks.length === 0) {
    const line = { id: fresh(), kind: 'paragraph', text: text(token()) }
    page.insertBlocks(index, [line], ROOT, null)
    return 'begin'
  }
  const act = pick(ACTS)
  switch (act) {
    case 'type':
      if (block) page.insertText(index, block.id, random(length + 1), token())
      break
    case 'write in cell': {
      if (!cell) break
      const line = { id: fresh(), kind: 'paragraph', text: text(token()) }
      page.insertBlocks(index, [line], cell.id, cell.children.at(-1)?.id ?? null)
      break
    }
    case 'split':
      if (block) page.splitBlock(index, block.id, random(length + 1), fresh())
      break
    case 'merge':
      if (block) page.mergeBlocks(index, block.id, pick(texts).id)
      break
    case 'cut': {
      const from = random(length + 1)
      if (block && from < length) page.deleteText(index, block.id, from, from + 1 + random(length - from))
      break
    }
    case 'move': {
      if (!block) break
      const target = pick(texts).id
      page.moveBlocks(index, [block.id], index.tree.parentOf(target), target)
      break
    }
    case 'move into': {
      const moved = pick(
        blocks.filter(({ kind }) => kind === 'quote' || kind === 'table' || kind === 'paragraph'),
      )
      const into = random(2) ? cell?.id : pick(quotes)?.id
      if (moved && into !== undefined) page.moveBlocks(index, [moved.id], into, null)
      break
    }
    case 'wrap': {
      if (!block) break
      const quote = { id: fresh(), kind: 'quote' }
      page.insertBlocks(index, [quote], index.tree.parentOf(block.id), block.id)
      page.moveBlocks(index, [block.id], quote.id, null)
      break
    }
    case 'delete':
      if (block && texts.length > 2) page.deleteBlocks(index, [random(5) ? block.id : pick(blocks).id])
      break
    case 'kind':
      if (block) page.setKind(index, block.id, pick(['paragraph', 'heading', 'listItem']))
      break
    case 'indent':
      if (block) page.setAttributes(index, block.id, { indent: random(4) })
      break
    case 'format':
      if (block && length > 0)
        page.formatText(index, block.id, 0, 1 + random(length), { bold: random(2) ? {} : null })
      break
    case 'add row':
      if (table) page.insertGridPart(index, table.id, { id: fresh(), kind: 'tableRow' }, row?.id ?? null)
      break
    case 'add column':
      if (table)
        page.insertGridPart(index, table.id, { id: fresh(), kind: 'tableColumn' }, column?.id ?? null)
      break
    case 'move row':
      if (table && row)
        page.moveBlocks(index, [row.id], table.id, random(2) ? null : (table.children.at(-1)?.id ?? null))
      break
    case 'move column':
      if (table && column)
        page.moveBlocks(index, [column.id], table.id, random(2) ? null : (table.columns?.at(-1)?.id ?? null))
      break
    case 'delete row':
      if (table && row && table.children.length > 1) page.deleteBlocks(index, [row.id])
      break
    case 'delete column':
      if (column && (table?.columns?.length ?? 0) > 1) page.deleteBlocks(index, [column.id])
      break
    case 'merge cells':
      if (cell) page.setAttributes(index, cell.id, { rowSpan: 1 + random(3), colSpan: 1 + random(3) })
      break
    case 'part cells':
      if (cell) page.setAttributes(index, cell.id, { rowSpan: null, colSpan: null })
      break
    case 'add table': {
      if (tables.length > 2) break
      const made = fresh()
      page.insertBlocks(index, [{ id: made, kind: 'table' }], ROOT, pick(index.children(ROOT)) ?? null)
      page.insertGridPart(index, made, { id: fresh(), kind: 'tableRow' }, null)
      page.insertGridPart(index, made, { id: fresh(), kind: 'tableColumn' }, null)
      break
    }
    case 'undo':
      person.undo?.undo()
      break
    case 'redo':
      person.undo?.redo()
      break
  }
  if (random(3)) person.undo?.stopCapturing()
  return act
}
