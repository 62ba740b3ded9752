import type { ComponentType } from 'react'
import { useEffect, useSyncExternalStore } from 'react'
import { matchesShortcut } from '@/ui/shortcut'

/** Something a person can do: the palette, menus, the keyboard and the shortcut sheet all read this one value. */
export interface Action {
  /** Unique and stable, e.g. `page.new`. */
  id: string
  label: string
  icon?: ComponentType<{ className?: string }>
  /** e.g. `mod+shift+l` */
  shortcut?: string
  /** More words to find it by. */
  keywords?: string[]
  /** The heading it stands under in the palette and the sheet. */
  section?: string
  /** The shortcut belongs to the editor while the caret is in it (rulings 5: mod+b, mod+k). */
  outsideEditor?: boolean
  /** Reached by its shortcut only, e.g. a second shortcut of another action. */
  hidden?: boolean
  /** Not offered while this answers `false`. */
  enabled?(): boolean
  run(): void
}

let groups: readonly { readonly actions: readonly Action[] }[] = []
let flat: readonly Action[] = []
const listeners = new Set<() => void>()

/** Offers actions until the returned function is called. A later action with the same id wins. */
export function registerActions(actions: readonly Action[]): () => void {
  const group = { actions }
  change([...groups, group])
  return () => change(groups.filter((other) => other !== group))
}

function change(next: typeof groups): void {
  groups = next
  flat = [...new Map(groups.flatMap((group) => group.actions).map((action) => [action.id, action])).values()]
  for (const listener of listeners) listener()
}

/** Everything on offer now. */
export const allActions = (): readonly Action[] => flat

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Everything on offer, kept current. */
export const useAllActions = (): readonly Action[] => useSyncExternalStore(subscribe, allActions)

/** Offers actions while the component is there. Pass a stable array (module constant or `useMemo`). */
export function useActions(actions: readonly Action[]): void {
  useEffect(() => registerActions(actions), [actions])
}

/** The action that this key press asks for, or `null`. `inEditor`: the caret is in editable text of a page. */
export function actionFor(
  actions: readonly Action[],
  press: Parameters<typeof matchesShortcut>[0],
  inEditor: boolean,
  apple?: boolean,
): Action | null {
  return (
    actions.find(
      (action) =>
        action.shortcut !== undefined &&
        !(inEditor && action.outsideEditor) &&
        matchesShortcut(press, action.shortcut, apple) &&
        (action.enabled?.() ?? true),
    ) ?? null
  )
}

/** Listens for the shortcuts of all actions. What the editor already handled is left alone. */
export function useActionShortcuts(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const inEditor = event.target instanceof HTMLElement && event.target.isContentEditable
      const action = actionFor(flat, event, inEditor)
      if (!action) return
      event.preventDefault()
      action.run()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
