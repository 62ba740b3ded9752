import { Plugin } from '@tiptap/pm/state'
import { replaceBlocksWithText } from './block-commands'
import { BlockSelection } from './block-selection'

/** Typing, composing (IME) or dictating while blocks are selected puts the text in their place. */
export const typingOverBlocks = () =>
  new Plugin({
    props: {
      handleTextInput(view, _from, _to, text) {
        const tr = replaceBlocksWithText(view.state, text)
        if (!tr) return false
        view.dispatch(tr)
        return true
      },
      handleDOMEvents: {
        compositionstart(view) {
          if (!(view.state.selection instanceof BlockSelection)) return false
          const tr = replaceBlocksWithText(view.state, '')
          if (tr) view.dispatch(tr)
          return false
        },
      },
    },
  })
