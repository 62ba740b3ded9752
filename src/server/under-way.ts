import { AppError } from '@/shared/errors'

/** How far something is, in steps such as pages. */
export interface Progress {
  done: number
  total: number
}

/**
 * What requests have to know of each other while they run: turns, how much is under way, how far it is. Nothing of it outlives
 * the server; what has to (guessing, floods) is counted by `Limits`. One process keeps it in memory. Several need a common
 * place for it, so every question waits for an answer.
 */
export interface UnderWay {
  /** Runs what is done under one name one after the other. Throws what `act` throws. */
  inTurn<T>(name: string, act: () => Promise<T>): Promise<T>
  /** Runs this while less than `most` of that name is under way; else throws `rate-limited` with these words. */
  within<T>(name: string, most: number, words: string, act: () => Promise<T>): Promise<T>
  /** The same for what ends elsewhere: counts one more until the returned function is called. */
  enter(name: string, most: number, words: string): Promise<() => void>
  /** Counts one more in this minute of the clock, and answers how many that makes. */
  countMinute(name: string): Promise<number>
  /** Says how far something is; null: it has ended. */
  tell(name: string, progress: Progress | null): Promise<void>
  /** How far it is; null when nothing of that name is under way. */
  progressOf(name: string): Promise<Progress | null>
}

/** For a server of one process. */
export function createUnderWay(now: () => number = Date.now): UnderWay {
  const turns = new Map<string, Promise<unknown>>()
  const running = new Map<string, number>()
  const told = new Map<string, Progress>()
  let minute = 0
  let counts = new Map<string, number>()
  const enter = (name: string, most: number, words: string) => {
    const others = running.get(name) ?? 0
    if (others >= most) throw new AppError('rate-limited', words)
    running.set(name, others + 1)
    return () => {
      const left = (running.get(name) ?? 1) - 1
      if (left > 0) running.set(name, left)
      else running.delete(name)
    }
  }
  return {
    inTurn(name, act) {
      const turn = (turns.get(name) ?? Promise.resolve()).then(act)
      const settled = turn.catch(() => undefined)
      turns.set(name, settled)
      void settled.then(() => turns.get(name) === settled && turns.delete(name))
      return turn
    },
    async within(name, most, words, act) {
      const leave = enter(name, most, words)
      try {
        return await act()
      } finally {
        leave()
      }
    },
    enter: async (name, most, words) => enter(name, most, words),
    async countMinute(name) {
      const current = Math.floor(now() / 60_000)
      if (current !== minute) {
        minute = current
        counts = new Map()
      }
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return count
    },
    async tell(name, progress) {
      if (progress === null) told.delete(name)
      else told.set(name, { ...progress })
    },
    async progressOf(name) {
      return told.get(name) ?? null
    },
  }
}
