import { Script } from 'node:vm'

/** What one piece of work may take, and all of those of one caller, in ms. */
const MOST_MS = 3_000
const MOST_MS_IN_ALL = 6_000

const script = new Script('boundedWork()')

/**
 * A way to run work of a library that looks at what somebody wrote, and takes very long when it was written for that: even a regular
 * expression is stopped. The time counts in all for one result of this function. What it runs throws when it takes longer, and as the
 * work does; it must leave nothing half done.
 */
export function boundedTime(
  mostMs = MOST_MS,
  mostMsInAll = MOST_MS_IN_ALL,
): <Result>(work: () => Result) => Result {
  let left = mostMsInAll
  return (work) => {
    if (left < 1) throw new Error('There is no time left for this.')
    const begun = performance.now()
    let made: { result: ReturnType<typeof work> } | undefined
    const place = globalThis as { boundedWork?: () => void }
    place.boundedWork = () => {
      made = { result: work() }
    }
    try {
      script.runInThisContext({ timeout: Math.ceil(Math.min(mostMs, left)) })
    } finally {
      delete place.boundedWork
      left -= performance.now() - begun
    }
    return made!.result
  }
}
