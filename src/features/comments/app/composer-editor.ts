import { Editor, Extension } from '@tiptap/core'
import { baseKeymap } from '@tiptap/pm/commands'
import { history, redo, undo } from '@tiptap/pm/history'
import { keymap } from '@tiptap/pm/keymap'
import type { Node as PMNode } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { emojiMenu } from '@/editor/core/emoji'
import { pickItem, shownMenu, typedMenuKey, typedMenus } from '@/editor/core/typed-menu'
import { safeUrl } from '@/shared/safe-url'
import { composerSchema } from './composer-schema'
import { type Mentionable, mentionPeople } from './mention-people'

export interface ComposerOptions {
  element: HTMLElement
  label: string
  content: object | null
  send(): void
  cancel(): boolean
  changed(): void
  addPictures(files: readonly File[]): void
  findPeople(query: string): Promise<readonly Mentionable[]>
}

const ADDRESS = /^(https?:\/\/|mailto:)\S+$/i

/** Enter sends, Shift+Enter begins a new line (product.md 5.13), Escape leaves. A menu that is open has the keys first. */
function keys({ send, cancel, addPictures }: ComposerOptions) {
  /** Enter was pressed while those who are meant were looked for: what it does is known when they are found. */
  let isWaiting = false
  const enter = (view: EditorView) => {
    if (view.isDestroyed) return
    const menu = shownMenu(view.state)
    if (menu && menu.items.length > 0) pickItem(view, menu.active)
    // Who is meant could not be looked up: another Enter sends it as it is.
    else if (!menu?.hasFailed) send()
  }
  return new Plugin({
    view: () => ({
      update(view, { doc }) {
        const menu = typedMenuKey.getState(view.state)
        // Typed on, or closed: by Escape, a press elsewhere, or another window.
        if (doc !== view.state.doc || !menu) isWaiting = false
        if (!isWaiting || menu?.isLooking) return
        isWaiting = false
        queueMicrotask(() => enter(view))
      },
    }),
    props: {
      handleKeyDown(view, event) {
        isWaiting = false
        const menu = shownMenu(view.state)
        if (menu && !event.shiftKey) {
          if (event.key !== 'Enter' || menu.items.length > 0) return false
          // If nobody is meant, it is a word like any other.
          isWaiting = menu.isLooking
          if (isWaiting) return true
        }
        if (event.key === 'Escape') {
          // The caret may still be composing: then Escape belongs to the input method.
          return !event.isComposing && cancel()
        }
        if (event.key !== 'Enter' || event.isComposing || view.composing) return false
        if (event.shiftKey) return baseKeymap.Enter!(view.state, view.dispatch, view)
        send()
        return true
      },
      handlePaste(view, event) {
        const data = event.clipboardData
        const pictures = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
        if (pictures.length > 0 && !data?.types.includes('text/html')) {
          addPictures(pictures)
          return true
        }
        // An address pasted over words makes a link of them.
        const url = safeUrl(data?.getData('text/plain') ?? '')
        const { from, to, empty } = view.state.selection
        if (url === null || !ADDRESS.test(url)) return false
        const link = view.state.schema.marks.link!.create({ href: url })
        if (empty)
          view.dispatch(view.state.tr.replaceSelectionWith(view.state.schema.text(url, [link]), false))
        else view.dispatch(view.state.tr.addMark(from, to, link))
        return true
      },
    },
  })
}

/** The editor of one comment. */
export function openComposer(options: ComposerOptions): Editor {
  const surface = Extension.create({
    name: 'composer',
    priority: 1000,
    addProseMirrorPlugins: () => [
      typedMenus([mentionPeople(options.findPeople), emojiMenu], () => ({})),
      keys(options),
      history({ newGroupDelay: 500 }),
      keymap({ 'Mod-z': undo, 'Mod-Shift-z': redo, 'Mod-y': redo }),
      keymap(baseKeymap),
    ],
  })
  return new Editor({
    element: options.element,
    extensions: [surface, ...composerSchema],
    content: options.content,
    injectCSS: false,
    enableCoreExtensions: { keymap: false, drop: false, paste: false, delete: false },
    editorProps: {
      attributes: {
        class: 'comment-text comment-field',
        role: 'textbox',
        'aria-label': options.label,
        'aria-multiline': 'true',
      },
    },
    onUpdate: options.changed,
  })
}

/** Is there nothing to send? Blanks and empty lines are nothing. */
export function isBlank(doc: PMNode): boolean {
  let found = false
  doc.descendants((node) => {
    if (node.isText ? node.text!.trim() !== '' : node.type.name === 'mention' || node.type.name === 'image')
      found = true
    return !found
  })
  return !found
}
