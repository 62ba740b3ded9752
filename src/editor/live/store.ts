/** A value that can be watched; the shape that React's `useSyncExternalStore` asks for. */
export interface Store<T> {
  get(): T
  /** Calls `listener` after every change; gives back the way to stop. */
  subscribe(listener: () => void): () => void
}

/** A store and the way to change it. Setting an equal value tells nobody. */
export function createStore<T>(initial: T, isEqual: (a: T, b: T) => boolean = Object.is) {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    set(next: T) {
      if (isEqual(value, next)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
  }
}
