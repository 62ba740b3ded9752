import type { EditorState } from '@tiptap/pm/state'
import type { Store } from '@/shared/store'
import { bindingKey } from '../binding/plugin'

/** Is anything suggested of the page that an editor shows? Reads no more than it must: pages that nothing is suggested of ask it too. */
export function hasSuggestions(state: EditorState): Store<boolean> {
  const map = bindingKey.getState(state)?.binding.doc.getMap('suggestions')
  return {
    get() {
      for (const key of map?.keys() ?? []) if (!key.startsWith('@')) return true
      return false
    },
    subscribe(listener) {
      map?.observe(listener)
      return () => map?.unobserve(listener)
    },
  }
}
