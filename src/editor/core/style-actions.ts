import type { Node as PMNode } from '@tiptap/pm/model'
import type { Command, EditorState } from '@tiptap/pm/state'
import type { BlockCommand } from '@/blocks/editing/turn-into'
import type { Action } from '@/blocks/kit/action'
import { DEFAULT_LINE_HEIGHT, LINE_HEIGHTS } from '@/blocks/kit/attributes'
import { COLORS, type Color } from '@/blocks/kit/colors'
import {
  blockAttributeAt,
  clearFormatting,
  markAt,
  selectedBlocksWith,
  setBlockAttribute,
  setMark,
} from '@/blocks/marks/style-commands'
import { ownUndoStep } from '@/document'
import { t } from '@/shared/i18n'
import { BlockSelection } from './block-selection'
import { type BlockActionInput, blockAction } from './editor-action'
import { lastColors, type Painted, rememberColor } from './last-colors'
import { colorName, sideName } from './names'

/** A command of the marks as a ProseMirror command, in a step of its own for undo. */
export const styleCommand =
  (command: BlockCommand): Command =>
  (state, dispatch) => {
    const { tr } = state
    if (!command(state, tr, dispatch !== undefined)) return false
    dispatch?.(tr.docChanged ? ownUndoStep(tr) : tr)
    return true
  }

/** Colours the selected words, or as a whole the blocks that are selected; `null` takes the colour away. */
export const paint =
  (painted: Painted, color: Color | null): Command =>
  (state, dispatch) => {
    const command =
      state.selection instanceof BlockSelection
        ? setBlockAttribute(painted, color)
        : setMark(painted, color === null ? null : { color })
    if (!styleCommand(command)(state, dispatch)) return false
    if (dispatch) rememberColor(painted, color)
    return true
  }

/** The colour of the selected words, or of the selected blocks. */
export function paintOf(state: EditorState, painted: Painted): Color | null {
  const found =
    state.selection instanceof BlockSelection
      ? blockAttributeAt(state, painted)
      : markAt(state, painted)?.attrs.color
  return COLORS.find((color) => color === found) ?? null
}

/** Paints with the colour that was chosen last (product.md 5.21). Applies when there is one. */
const paintAgain =
  (painted: Painted): Command =>
  (state, dispatch) => {
    const color = lastColors()[painted]
    return color !== null && paint(painted, color)(state, dispatch)
  }

/** The sides that the alignment menu offers (product.md 2.41). */
export const SIDES = ['left', 'center', 'right', 'justify'] as const
export type Side = (typeof SIDES)[number]

const FIRST_RTL =
  /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** The side at which the text of a block begins by itself: where its first letter says. */
const startSide = (block: PMNode): Side =>
  FIRST_RTL.test(block.textContent.slice(0, 200)) ? 'right' : 'left'

/** Aligns the selected blocks. The side at which a block begins anyway is left to it, whatever it will say one day. */
export const alignBlocks = (side: Side): Command =>
  styleCommand((_state, tr, apply) => {
    const blocks = selectedBlocksWith(tr, 'align')
    if (blocks.length === 0) return false
    if (apply)
      for (const { node, pos } of blocks)
        tr.setNodeAttribute(pos, 'align', startSide(node) === side ? null : side)
    return true
  })

/** How the first selected block is shown to be aligned; `null` when it cannot be. */
export function alignOf(state: EditorState): Side | null {
  const [first] = selectedBlocksWith(state, 'align')
  if (!first) return null
  const said: unknown = first.node.attrs.align
  const start = startSide(first.node)
  if (said === 'end') return start === 'left' ? 'right' : 'left'
  return SIDES.find((side) => side === said) ?? start
}

const colorActions = (painted: Painted, group: string, keywords: readonly string[]): BlockActionInput[] =>
  [null, ...COLORS].map((color) => ({
    id: `${painted === 'color' ? 'text' : 'background'}-${color ?? 'default'}`,
    label: colorName(color),
    icon: `${painted === 'color' ? 'text' : 'background'}-${color ?? 'default'}`,
    group,
    keywords: [...keywords, 'color', 'colour'],
    command: paint(painted, color),
    isActive: (state: EditorState) => paintOf(state, painted) === color,
  }))

const again = (painted: Painted, group: string): BlockActionInput => ({
  id: `${painted === 'color' ? 'text' : 'background'}-again`,
  label: t('Last used'),
  icon: painted === 'color' ? 'baseline' : 'paint-bucket',
  group,
  keywords: ['again', 'same', 'color', 'colour'],
  command: paintAgain(painted),
})

export const alignActions: readonly Action[] = SIDES.map((side) => ({
  id: `align-${side}`,
  label: sideName(side),
  icon: `align-${side}`,
  group: 'Align',
  keywords: ['align', 'alignment', ...(side === 'center' ? ['middle', 'centre'] : [])],
  command: alignBlocks(side),
  isActive: (state: EditorState) => alignOf(state) === side,
})).map(blockAction)

export const lineHeightActions: readonly Action[] = LINE_HEIGHTS.map((lines) => ({
  id: `line-height-${lines}`,
  label: lines === DEFAULT_LINE_HEIGHT ? t('{lines} (default)', { lines }) : String(lines),
  icon: 'line-height',
  group: 'Line height',
  keywords: ['line height', 'spacing', 'leading'],
  command: styleCommand(setBlockAttribute('lineHeight', lines)),
  isActive: (state: EditorState) => blockAttributeAt(state, 'lineHeight') === lines,
})).map(blockAction)

const colors: readonly BlockActionInput[] = [
  ...colorActions('color', 'Text color', ['text']),
  again('color', 'Text color'),
  ...colorActions('backgroundColor', 'Background', ['background', 'highlight']),
  again('backgroundColor', 'Background'),
]

export const clearFormattingAction: Action = blockAction({
  id: 'clear-formatting',
  get label() {
    return t('Clear formatting')
  },
  icon: 'remove-formatting',
  group: 'Formatting',
  keywords: ['plain', 'remove', 'reset'],
  command: styleCommand(clearFormatting),
})

/** How words and blocks look, for the block menu and the palette: colours, alignment, line height. */
export const styleActions: readonly Action[] = [
  ...colors.map(blockAction),
  ...alignActions,
  ...lineHeightActions,
  clearFormattingAction,
]
