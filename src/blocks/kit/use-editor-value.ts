import type { Editor } from '@tiptap/core'
import { useCallback, useRef, useSyncExternalStore } from 'react'

/**
 * A value read from the editor, again after every transaction; the component renders only when it differs. `select`
 * runs on every key, so it must not walk the document.
 */
export function useEditorValue<T>(
  editor: Editor,
  select: (editor: Editor) => T,
  equal: (a: T, b: T) => boolean = Object.is,
): T {
  const last = useRef<{ value: T } | null>(null)
  const subscribe = useCallback(
    (changed: () => void) => {
      for (const event of ['transaction', 'focus', 'blur'] as const) editor.on(event, changed)
      return () => {
        for (const event of ['transaction', 'focus', 'blur'] as const) editor.off(event, changed)
      }
    },
    [editor],
  )
  return useSyncExternalStore(subscribe, () => {
    const value = select(editor)
    if (!last.current || !equal(last.current.value, value)) last.current = { value }
    return last.current.value
  })
}

/** Are two flat objects equal, member by member? */
export function sameMembers<T extends object>(a: T | null, b: T | null): boolean {
  if (a === b) return true
  if (!a || !b) return false
  const keys = Object.keys(a) as (keyof T)[]
  return keys.length === Object.keys(b).length && keys.every((name) => Object.is(a[name], b[name]))
}
