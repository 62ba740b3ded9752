import * as fake from 'fake-indexeddb'
import { afterAll, beforeAll } from 'vitest'

/**
 * Gives the tests of a file a browser's database, and takes it away after them: files share a process, and the next one
 * may want a browser that keeps nothing. The classes stay for what is still being closed.
 */
export function withBrowserDatabase(): void {
  beforeAll(() => {
    for (const [name, value] of Object.entries(fake)) {
      if (!/^(?:indexedDB|IDB)/.test(name)) continue
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
    }
  })
  afterAll(() => void Reflect.deleteProperty(globalThis, 'indexedDB'))
}

/** Ends a connection as a browser does that clears up: its listeners hear `close`. */
export function closeByForce(db: IDBDatabase): void {
  // The library's type asks for the class where it takes one of its objects.
  fake.forceCloseDatabase(db as never)
}
