import type { Db } from './db'

/**
 * What is kept in memory for one open database, and so for the one server that works with it: two servers in a process share nothing of
 * it, and it goes with them. The database and its transactions have the same. `make` makes it when it is first asked for.
 */
export function perDatabase<State>(make: () => State): (db: Db) => State {
  const states = new WeakMap<object, { state: State }>()
  return (db) => {
    // Nothing else is the same for a database and its transactions (docs/patched-libraries.md).
    const { adapter } = db.getExecutor()
    const known = states.get(adapter) ?? { state: make() }
    states.set(adapter, known)
    return known.state
  }
}
