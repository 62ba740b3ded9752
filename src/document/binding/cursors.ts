import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import type { Awareness } from 'y-protocols/awareness'
import { anchorAt, isAnchor, positionOf } from '../page-index/anchors'
import { bindingKey, isFromElsewhere } from './plugin'
import { type PageUser, presentUser } from './presence'
import { selectionInSight } from './selection-in-sight'

/** The little of the DOM that is used here: this folder type-checks without a browser. */
interface ViewDom {
  addEventListener(type: string, listener: () => void): void
  removeEventListener(type: string, listener: () => void): void
  ownerDocument: { createElement(tag: string): CaretElement }
}

interface CaretElement {
  className: string
  textContent: string | null
  style: { setProperty(name: string, value: string): void }
  setAttribute(name: string, value: string): void
  append(...content: (string | CaretElement)[]): void
  prepend(...content: (string | CaretElement)[]): void
}

const domOf = (view: EditorView) => view.dom as unknown as ViewDom

const key = new PluginKey<Cursors>('pageCursors')

/** While somebody types or selects on, the others are told of the caret as often as of the words. */
const TELL_MS = 100

interface Cursors {
  decorations: DecorationSet
}

/**
 * Shows where others are: a caret with the name, and their selection. Elements have the classes `remote-caret`,
 * `remote-caret-name`, `remote-caret-picture` and `remote-selection`, and the person's colour as the variable `--remote-color`. The caret's element
 * is made anew whenever it moves, so that an animation which fades the name begins again.
 */
export function cursorsPlugin(awareness: Awareness): Plugin<Cursors> {
  return new Plugin<Cursors>({
    key,
    state: {
      init: (_config, state) => ({ decorations: decorate(state, awareness) }),
      apply: (tr, value, _old, state) => {
        if (tr.getMeta(key) || isFromElsewhere(tr)) {
          return { decorations: decorate(state, awareness) }
        }
        return tr.docChanged ? { decorations: value.decorations.map(tr.mapping, tr.doc) } : value
      },
    },
    props: { decorations: (state) => key.getState(state)?.decorations },
    view: (view) => {
      let scheduled = false
      let closed = false
      const refresh = () => {
        if (closed) return
        scheduled = false
        const tr = view.state.tr.setMeta(key, true)
        const selection = selectionInSight(view)
        view.dispatch(selection.eq(tr.selection) ? tr : tr.setSelection(selection))
      }
      const awarenessChanged = ({ added, updated, removed }: Record<string, number[]>, origin: unknown) => {
        if (origin === 'local') return
        if (!added?.length && !updated?.length && !removed?.length) return
        if (scheduled) return
        scheduled = true
        queueMicrotask(refresh)
      }
      let toldAt = Number.NEGATIVE_INFINITY
      let telling: ReturnType<typeof setTimeout> | undefined
      const tell = () => {
        clearTimeout(telling)
        telling = undefined
        toldAt = performance.now()
        publish(view, awareness)
      }
      const tellSoon = () => {
        if (telling !== undefined) return
        const wait = toldAt + TELL_MS - performance.now()
        if (wait > 0) telling = setTimeout(tell, wait)
        else tell()
      }
      const dom = domOf(view)
      awareness.on('change', awarenessChanged)
      dom.addEventListener('focusin', tell)
      dom.addEventListener('focusout', tell)
      return {
        update: (current, previous) => {
          if (current.state.selection !== previous.selection || current.state.doc !== previous.doc) tellSoon()
        },
        destroy: () => {
          closed = true
          clearTimeout(telling)
          awareness.off('change', awarenessChanged)
          dom.removeEventListener('focusin', tell)
          dom.removeEventListener('focusout', tell)
          if (awareness.getLocalState()) awareness.setLocalStateField('cursor', null)
        },
      }
    },
  })
}

/** Tells the others where the caret is, while the editor has the focus. */
function publish(view: EditorView, awareness: Awareness): void {
  const local = awareness.getLocalState()
  const binding = bindingKey.getState(view.state)?.binding
  if (!local || !binding) return
  if (!view.hasFocus()) {
    if (local.cursor) awareness.setLocalStateField('cursor', null)
    return
  }
  const { doc, selection } = view.state
  if (!binding.isShown(doc)) return
  const anchor = anchorAt(binding.index, doc, selection.anchor)
  const head = selection.empty ? anchor : anchorAt(binding.index, doc, selection.head)
  const cursor = anchor && head ? { anchor, head } : null
  if (JSON.stringify(cursor) !== JSON.stringify(local.cursor)) awareness.setLocalStateField('cursor', cursor)
}

function decorate(state: EditorState, awareness: Awareness): DecorationSet {
  const binding = bindingKey.getState(state)?.binding
  if (!binding) return DecorationSet.empty
  const size = state.doc.content.size
  const place = (anchor: unknown): number | null => {
    // What another client calls an anchor may be anything; it is then not shown.
    const at = isAnchor(anchor) ? positionOf(binding.index, state.doc, anchor) : null
    return at === null ? null : Math.min(at, size)
  }
  const decorations: Decoration[] = []
  for (const [client, presence] of awareness.getStates()) {
    const user = presentUser(presence)
    const cursor: unknown = presence.cursor
    if (client === awareness.clientID || !user || !isCursor(cursor)) continue
    const anchor = place(cursor.anchor)
    const head = place(cursor.head)
    if (anchor === null || head === null) continue
    decorations.push(
      Decoration.widget(head, (view: EditorView) => caret(view, user) as never, {
        key: `${client} ${user.color} ${user.name} ${JSON.stringify(cursor.head)}`,
        side: 10,
        ignoreSelection: true,
      }),
    )
    if (anchor !== head) {
      decorations.push(
        Decoration.inline(Math.min(anchor, head), Math.max(anchor, head), {
          class: 'remote-selection',
          style: `--remote-color: ${user.color}`,
        }),
      )
    }
  }
  return DecorationSet.create(state.doc, decorations)
}

const isCursor = (value: unknown): value is { anchor: unknown; head: unknown } =>
  typeof value === 'object' && value !== null && 'anchor' in value && 'head' in value

function caret(view: EditorView, user: PageUser) {
  const page = domOf(view).ownerDocument
  const element = page.createElement('span')
  element.className = 'remote-caret'
  element.setAttribute('aria-hidden', 'true')
  element.style.setProperty('--remote-color', user.color)
  const name = page.createElement('span')
  name.className = 'remote-caret-name'
  name.textContent = user.name
  if (user.avatarUrl) {
    const picture = page.createElement('img')
    picture.className = 'remote-caret-picture'
    picture.setAttribute('alt', '')
    picture.setAttribute('src', user.avatarUrl)
    name.prepend(picture)
  }
  element.append('\u2060', name, '\u2060')
  return element
}
