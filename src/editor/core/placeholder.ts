import type { Node as PMNode, ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { CELL } from '@/blocks/table/cell-names'
import { t } from '@/shared/i18n'
import { choiceOf } from './choices'

const EMPTY_PAGE = () => t('Write, or press / for commands')
const NOTHING = () => t('This page is empty')
const LIST_ITEM = () => t('List')
const TODO = () => t('To-do')
const TOGGLE = () => t('Toggle')

/** What an empty block says while the caret is in it. */
function hint(node: PMNode): string {
  if (node.type.name === 'paragraph') return EMPTY_PAGE()
  if (node.type.name === 'codeBlock') return t('Code')
  if (node.type.name === 'listItem')
    return String(node.attrs.listStyleType).startsWith('todo') ? TODO() : LIST_ITEM()
  return choiceOf(node)?.entry.label ?? ''
}

const isToggleTitle = ($pos: ResolvedPos): boolean =>
  $pos.depth > 1 && $pos.node(-1).type.name === 'toggle' && $pos.index(-1) === 0

/** Words in a cell would make its column wider. */
function isInCell($pos: ResolvedPos): boolean {
  for (let depth = $pos.depth; depth > 0; depth--) if ($pos.node(depth).type.name === CELL) return true
  return false
}

const isEmpty = (node: PMNode) => node.isTextblock && node.content.size === 0

/** The decoration of one empty block, if any: the only one of the page, or the one with the caret. */
function placeholder(state: EditorState): DecorationSet | null {
  const { doc, selection } = state
  const only = doc.childCount === 1 ? doc.firstChild! : null
  if (only && only.type.name === 'paragraph' && isEmpty(only)) {
    return decorate(doc, 0, only, EMPTY_PAGE(), 'is-empty is-empty-page', { 'data-empty': NOTHING() })
  }
  const { $from, empty } = selection
  if (!empty || $from.depth === 0 || !isEmpty($from.parent) || isInCell($from)) return null
  const words = isToggleTitle($from) ? TOGGLE() : hint($from.parent)
  return decorate(doc, $from.before(), $from.parent, words, 'is-empty')
}

const decorate = (
  doc: PMNode,
  pos: number,
  node: PMNode,
  text: string,
  className: string,
  more: Record<string, string> = {},
) =>
  DecorationSet.create(doc, [
    Decoration.node(pos, pos + node.nodeSize, { class: className, 'data-placeholder': text, ...more }),
  ])

/** Grey words in an empty block. Looks at the block with the caret and nothing else. */
export const placeholderPlugin = () => new Plugin({ props: { decorations: placeholder } })
