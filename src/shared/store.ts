/** Calls of those who want to know that something has changed. */
export interface Listeners {
  /** Calls `listener` after every change; gives back the way to stop. The shape that React's `useSyncExternalStore` asks for. */
  subscribe(listener: () => void): () => void
  /** Tells everybody who listens at this moment. */
  tell(): void
  /** How many listen. */
  count(): number
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell() {
      for (const listener of [...listeners]) listener()
    },
    count: () => listeners.size,
  }
}

/** A value that can be watched. */
export interface Store<T> extends Pick<Listeners, 'subscribe'> {
  get(): T
}

/** A store and the way to change it. */
export interface OwnStore<T> extends Store<T> {
  set(next: T): void
}

/** A store that holds `initial`. Setting an equal value tells nobody. */
export function createStore<T>(initial: T, isEqual: (a: T, b: T) => boolean = Object.is): OwnStore<T> {
  let value = initial
  const { subscribe, tell } = createListeners()
  return {
    get: () => value,
    subscribe,
    set(next: T) {
      if (isEqual(value, next)) return
      value = next
      tell()
    },
  }
}
