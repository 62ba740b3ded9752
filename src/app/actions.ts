import { useEffect, useSyncExternalStore } from 'react'
import { type Action, type ActionTarget, shortcutsOf } from '@/blocks/kit/action'
import { targetOnScreen } from '@/editor/open-pages'
import { createListeners } from '@/shared/store'
import { matchesShortcut } from '@/ui/shortcut'

/** Actions that are offered everywhere: in the palette, and by their shortcuts. */

let groups: readonly { readonly actions: readonly Action[] }[] = []
let flat: readonly Action[] = []
const listeners = createListeners()

/** Offers actions until the returned function is called. A later action with the same id wins. */
export function registerActions(actions: readonly Action[]): () => void {
  const group = { actions }
  change([...groups, group])
  return () => change(groups.filter((other) => other !== group))
}

function change(next: typeof groups): void {
  groups = next
  flat = [...new Map(groups.flatMap((group) => group.actions).map((action) => [action.id, action])).values()]
  listeners.tell()
}

/** Everything on offer now. */
export const allActions = (): readonly Action[] => flat

/** Everything on offer, kept current. */
export const useAllActions = (): readonly Action[] => useSyncExternalStore(listeners.subscribe, allActions)

/** Offers actions while the component is there. Pass a stable array (module constant or `useMemo`). */
export function useActions(actions: readonly Action[]): void {
  useEffect(() => registerActions(actions), [actions])
}

/** The action that this key press asks for, or `null`. `inEditor`: the caret is in editable text of a page. */
export function actionFor(
  actions: readonly Action[],
  press: Parameters<typeof matchesShortcut>[0],
  inEditor: boolean,
  target: ActionTarget,
  apple?: boolean,
): Action | null {
  const isPressed = (action: Action) =>
    shortcutsOf(action).some(
      (shortcut) =>
        !(inEditor && action.outsideEditor?.includes(shortcut)) && matchesShortcut(press, shortcut, apple),
    )
  return actions.find((action) => isPressed(action) && action.command(target, false)) ?? null
}

/** Listens for the shortcuts of all actions. What the editor already handled is left alone. */
export function useActionShortcuts(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const inEditor = event.target instanceof HTMLElement && event.target.isContentEditable
      const target = targetOnScreen()
      const action = actionFor(flat, event, inEditor, target)
      if (!action) return
      event.preventDefault()
      action.command(target, true)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
