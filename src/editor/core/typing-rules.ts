import { Extension, InputRule } from '@tiptap/core'

type TypedText = typeof import('./typed-text')

let loaded: TypedText | null = null

/**
 * What is typed becomes what was meant: addresses become links, quotes, dashes and arrows their signs. Backspace right after
 * takes it back. Its code comes once an editor stands: nothing is lost to those who type before.
 */
export const typingRules = Extension.create({
  name: 'typingRules',
  // After the kinds, whose own shortcuts begin blocks.
  priority: 1,
  onCreate() {
    if (!loaded)
      import('./typed-text').then(
        (code) => {
          loaded = code
        },
        () => undefined,
      )
  },
  addInputRules: () => [
    new InputRule({
      find: (text) => loaded?.findTyped(text) ?? null,
      handler: (typed) => loaded?.applyTyped(typed),
    }),
  ],
})

/** An address that a new line ends is a link as well. Before the kinds, which make the new line. */
export const linksAtEnter = Extension.create({
  name: 'linksAtEnter',
  priority: 400,
  addKeyboardShortcuts: () => ({
    Enter: ({ editor }) => {
      const tr = editor.isEditable ? loaded?.linkBeforeCaret(editor.state) : null
      if (tr) editor.view.dispatch(tr)
      return false
    },
  }),
})
