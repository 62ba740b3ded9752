/** Work in one turn of the event loop after which others come first. */
const LONGEST_MS = 8

let turnBegan = 0

/**
 * Awaited before each message: lets everything else that waits for the event loop go first when this turn has been a
 * long one. Handling a message often ends in the same turn as it began, and a queue of thousands would be one long turn.
 */
export function yieldToEventLoop(): Promise<void> | undefined {
  if (performance.now() - turnBegan < LONGEST_MS) return undefined
  return new Promise((resolve) =>
    setImmediate(() => {
      turnBegan = performance.now()
      resolve()
    }),
  )
}

let turns: Promise<void> = Promise.resolve()

/**
 * Awaited before work that comes for many pages at once, when their timers end together: each gets a turn of the event loop, and what waits
 * for that goes in between.
 */
export function ownTurnOfEventLoop(): Promise<void> {
  turns = turns.then(() => new Promise((resolve) => setImmediate(resolve)))
  return turns
}
