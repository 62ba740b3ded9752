import type { Node } from '@tiptap/pm/model'
import { pageSchema } from '@/blocks'
import { CellSelection } from '@/blocks/table/cell-selection'
import { insertTable } from '@/blocks/table/insert-table'
import * as commands from '@/blocks/table/table-commands'
import { cellsOf, type FoundTable } from '@/blocks/table/table-grid'
import { randomEdit, tokensIn, type World } from './random-edits'
import type { Client } from './test-clients'

const tablesIn = (doc: Node): FoundTable[] => {
  const found: FoundTable[] = []
  doc.descendants((node, pos) => {
    if (node.type.name === 'table') found.push({ node, pos })
    return !node.inlineContent
  })
  return found
}

const COMMANDS = {
  rowAbove: commands.insertRow('above'),
  rowBelow: commands.insertRow('below'),
  columnBefore: commands.insertColumn('before'),
  columnAfter: commands.insertColumn('after'),
  deleteRows: commands.deleteRows,
  deleteColumns: commands.deleteColumns,
  rowUp: commands.moveRowBy(-1),
  rowDown: commands.moveRowBy(1),
  columnLeft: commands.moveColumnBy(-1),
  columnRight: commands.moveColumnBy(1),
  merge: commands.mergeCells,
  merge2: commands.mergeCells,
  split: commands.splitCell,
  color: commands.setCellBackground('red'),
  empty: commands.emptyCells,
  header: commands.toggleHeader('headerRow'),
  wider: commands.widenColumn(1),
}

/** One random edit of one person on a page with tables: half of them in a cell, or of rows and columns. */
export function randomTableEdit(client: Client, world: World): string {
  const { random } = world
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
  const { state } = client
  const tables = tablesIn(state.doc)
  const act = random(5)
  if (act > 2) return randomEdit(client, world)
  const before = tokensIn(state.doc)
  const { tr } = state
  let name = 'table'
  if (tables.length === 0) {
    insertTable(2, 2)(state, tr, true)
  } else {
    const table = pick(tables)
    const cells = cellsOf(table)
    if (cells.length === 0) return 'no cell'
    const cell = pick(cells)
    if (act === 0) {
      name = 'write'
      const token = String.fromCharCode(0x4e00 + world.typed.size)
      world.typed.add(token)
      const start = tr.doc.resolve(cell.pos + 2)
      if (start.parent.inlineContent) tr.insertText(token, cell.pos + 2)
      else
        tr.insert(
          cell.pos + 1,
          pageSchema.nodes.paragraph!.create({ id: `w${world.ids++}` }, pageSchema.text(token)),
        )
    } else {
      const [called, command] = pick(Object.entries(COMMANDS))
      name = called
      tr.setSelection(new CellSelection(tr.doc, cell.pos, random(2) ? cell.pos : pick(cells).pos))
      command(state, tr, true)
    }
  }
  if (tr.docChanged) {
    client.dispatch(tr)
    if (!client.state.doc.eq(tr.doc)) world.unfaithful.push(`${name}: ${tr.doc} became ${client.state.doc}`)
    if (random(3)) client.binding.undoManager.stopCapturing()
  }
  const after = new Set(tokensIn(client.state.doc))
  for (const lost of before)
    if (!after.has(lost)) world.taken.set(lost, (world.taken.get(lost) ?? new Set()).add(client))
  return name
}
