import { useSyncExternalStore } from 'react'
import type { Awareness } from 'y-protocols/awareness'
import { type PageUser, presentUser } from '@/document'

const lists = new WeakMap<Awareness, PageUser[]>()

/**
 * The other people who have the page open, each once however many tabs they have, in the order of their names. Those who are called
 * the same are numbered from the second on (product.md 9.10).
 */
export function presentOthers(awareness: Awareness): PageUser[] {
  const own = presentUser(awareness.getLocalState())
  const others = new Map<string, PageUser>()
  for (const [client, state] of awareness.getStates()) {
    const user = presentUser(state)
    if (!user || client === awareness.clientID || user.id === own?.id) continue
    const known = others.get(user.id)
    others.set(user.id, { ...user, lastSeen: laterOf(known?.lastSeen, user.lastSeen) })
  }
  const list = [...others.values()].sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id))
  const called = new Map<string, number>()
  for (const [at, user] of list.entries()) {
    const count = (called.get(user.name) ?? 0) + 1
    called.set(user.name, count)
    if (count > 1) list[at] = { ...user, name: `${user.name} ${count}` }
  }
  const known = lists.get(awareness)
  // The same list as before stays the same value, so that a moving caret renders nothing.
  if (known && asShown(known) === asShown(list)) return known
  lists.set(awareness, list)
  return list
}

const laterOf = (a: string | null | undefined, b: string | null | undefined) =>
  (a ?? '') > (b ?? '') ? a : b

/** What a screen can show of a list: of moments the minute. */
const asShown = (list: readonly PageUser[]): string =>
  JSON.stringify(list.map((user) => ({ ...user, lastSeen: user.lastSeen?.slice(0, 16) })))

/** Follows who else is on the page. */
export function usePresence(awareness: Awareness): PageUser[] {
  return useSyncExternalStore(
    (listener) => {
      awareness.on('change', listener)
      return () => awareness.off('change', listener)
    },
    () => presentOthers(awareness),
  )
}
