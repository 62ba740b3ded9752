/** Ends a connection as a browser does that clears up: its listeners hear `close`. The library has no types for it. */
declare module 'fake-indexeddb/lib/forceCloseDatabase' {
  export default function forceCloseDatabase(db: IDBDatabase): void
}
