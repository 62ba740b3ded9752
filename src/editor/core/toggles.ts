import type { Node as PMNode } from '@tiptap/pm/model'
import { type Command, type EditorState, Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { BlockFrame, RunBlock } from '@/blocks/kit/block-program'
import { t } from '@/shared/i18n'
import { newBlockId } from '@/shared/ids'
import { BlockSelection } from './block-selection'
import { isToggleOpen, onTogglesChange, revealPosition, setToggleOpen } from './open-toggles'

/** The toggle in whose title a text selection is. */
function titleOf(state: EditorState): { toggle: PMNode; pos: number } | null {
  const { selection } = state
  if (!(selection instanceof TextSelection)) return null
  const { $from, $to } = selection
  if ($from.depth < 2 || !$from.sameParent($to)) return null
  const toggle = $from.node(-1)
  return toggle.type.name === 'toggle' && $from.index(-1) === 0 ? { toggle, pos: $from.before(-1) } : null
}

const isClosed = (toggle: PMNode): boolean => toggle.childCount > 1 && !isToggleOpen(toggle.attrs.id)

function setOpen(toggle: PMNode, isOpen: boolean): void {
  if (typeof toggle.attrs.id === 'string') setToggleOpen(toggle.attrs.id, isOpen)
}

/** The toggle whose title has the caret, or which is selected as a block. */
function toggleAt(state: EditorState): PMNode | null {
  const { selection } = state
  if (!(selection instanceof BlockSelection)) return titleOf(state)?.toggle ?? null
  const node = selection.$from.nodeAfter
  return node?.type.name === 'toggle' ? node : null
}

/** Opens or closes the toggle whose title has the caret (mod+alt+enter, as it ticks a to-do), or the selected one. */
export const flipToggle: Command = (state, dispatch) => {
  const toggle = toggleAt(state)
  if (!toggle || toggle.childCount < 2) return false
  if (dispatch) setOpen(toggle, isClosed(toggle))
  return true
}

/** Enter at the end of a closed toggle's title: another toggle below it. Of an open one: a block inside. */
const enterInClosed: Command = (state, dispatch) => {
  const found = titleOf(state)
  const { $from, empty } = state.selection
  if (!found || !empty || !isClosed(found.toggle) || $from.parent.content.size === 0) return false
  if ($from.parentOffset < $from.parent.content.size) return false
  if (dispatch) {
    const { paragraph } = state.schema.nodes
    const after = found.pos + found.toggle.nodeSize
    const made = found.toggle.type.create(
      { ...found.toggle.attrs, id: newBlockId() },
      paragraph!.create({ id: newBlockId() }),
    )
    const tr = state.tr.insert(after, made)
    dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 2)).scrollIntoView())
  }
  return true
}

/** Delete at the end of a closed toggle's title opens it: nothing that is not seen is deleted. */
const deleteAtClosed: Command = (state, dispatch) => {
  const found = titleOf(state)
  const { $from, empty } = state.selection
  if (!found || !empty || $from.parentOffset < $from.parent.content.size || !isClosed(found.toggle))
    return false
  if (dispatch) setOpen(found.toggle, true)
  return true
}

function press(view: EditorView, event: KeyboardEvent): boolean {
  if (event.isComposing) return false
  const mod = event.ctrlKey || event.metaKey
  if (event.key === 'Enter' && mod && event.altKey) return flipToggle(view.state, view.dispatch)
  // Also where it would delete a word.
  if (event.key === 'Delete') return deleteAtClosed(view.state, view.dispatch)
  if (mod || event.altKey || event.shiftKey) return false
  return event.key === 'Enter' && enterInClosed(view.state, view.dispatch)
}

/** Wherever a caret or a selection of one's own goes, the toggles around it are open. Looks at what stands around it. */
function openAround({ doc, selection }: EditorState): void {
  const { $head, $anchor } = selection
  if (selection.empty || !(selection instanceof TextSelection)) revealPosition(doc, $head.pos)
  else {
    // Text selected from outside, as by select all, leaves them closed.
    const depth = $head.sharedDepth($anchor.pos)
    for (let at = 1; at <= depth; at++) {
      const node = $head.node(at)
      if (node.type.name === 'toggle' && Math.max($head.index(at), $anchor.index(at)) > 0) setOpen(node, true)
    }
  }
}

/** How toggles behave while a page is edited. */
export const togglesPlugin = () =>
  new Plugin({
    props: { handleKeyDown: press },
    view: () => ({
      update(view, before) {
        const { state } = view
        if (state.selection !== before.selection && view.editable && !state.selection.eq(before.selection))
          openAround(state)
      },
    }),
  })

/** Opens or closes by the button. A toggle that holds nothing yet gets a first block to write in. */
function pressButton(frame: BlockFrame): void {
  const toggle = frame.node()
  const { view } = frame
  const pos = frame.pos()
  if (toggle.childCount > 1) setOpen(toggle, isClosed(toggle))
  else if (view.editable && pos !== undefined) {
    const at = pos + toggle.nodeSize - 1
    const tr = view.state.tr.insert(at, view.state.schema.nodes.paragraph!.create({ id: newBlockId() }))
    view.dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView())
    view.focus()
  }
}

/** The button of a toggle, and whether what stands under its title is shown. */
export const runToggle: RunBlock = (frame) => {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'toggle-button'
  button.contentEditable = 'false'
  button.addEventListener('mousedown', (event) => event.preventDefault())
  button.addEventListener('click', () => pressButton(frame))
  frame.dom.prepend(button)
  let name = ''
  const update = () => {
    const node = frame.node()
    const isOpen = node.childCount > 1 && !isClosed(node)
    if (frame.dom.hasAttribute('data-open') !== isOpen) frame.dom.toggleAttribute('data-open', isOpen)
    frame.dom.classList.toggle('is-empty-toggle', node.childCount < 2)
    button.setAttribute('aria-expanded', String(isOpen))
    const title = node.firstChild?.textContent.slice(0, 100) || t('Toggle')
    if (title !== name) button.setAttribute('aria-label', title)
    name = title
  }
  update()
  const stop = onTogglesChange(update)
  return {
    update,
    stopEvent: ({ target }) => target instanceof globalThis.Node && button.contains(target),
    destroy: stop,
  }
}
