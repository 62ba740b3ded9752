import type { Editor } from '@tiptap/core'
import { useCallback, useRef, useSyncExternalStore } from 'react'

/** Milliseconds after which a value is read again even while the browser is busy. */
const PATIENCE = 200

const whenIdle = (run: () => void): (() => void) => {
  // Safari has no idle callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 60)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(run, { timeout: PATIENCE })
  return () => cancelIdleCallback(request)
}

/**
 * A value read from the editor when there is nothing else to do: for what may say a moment later what is so, and asks
 * more than a key can wait for. The component renders only when the value differs.
 */
export function useSettledValue<T>(
  editor: Editor,
  select: (editor: Editor) => T,
  equal: (a: T, b: T) => boolean,
): T {
  const latest = useRef(select)
  latest.current = select
  const last = useRef<{ value: T } | null>(null)
  const isStale = useRef(true)
  const subscribe = useCallback(
    (changed: () => void) => {
      let cancel: (() => void) | null = null
      const schedule = () => {
        cancel ??= whenIdle(() => {
          cancel = null
          isStale.current = true
          if (!editor.isDestroyed) changed()
        })
      }
      for (const event of ['transaction', 'focus', 'blur'] as const) editor.on(event, schedule)
      return () => {
        cancel?.()
        for (const event of ['transaction', 'focus', 'blur'] as const) editor.off(event, schedule)
      }
    },
    [editor],
  )
  return useSyncExternalStore(subscribe, () => {
    if (isStale.current || !last.current) {
      isStale.current = false
      const value = latest.current(editor)
      if (!last.current || !equal(last.current.value, value)) last.current = { value }
    }
    return last.current.value
  })
}
