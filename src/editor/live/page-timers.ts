import type { Timer } from './situation'

/** The timers of a page, by name. `due` is told of one whose time is over. */
export function createTimers(due: (timer: Timer) => void) {
  const running = new Map<Timer, ReturnType<typeof setTimeout>>()
  const stop = (timer: Timer) => {
    clearTimeout(running.get(timer))
    running.delete(timer)
  }
  const end = (timer: Timer) => {
    running.delete(timer)
    due(timer)
  }
  return {
    /** One that runs already goes on, unless it is to begin `again`. */
    start(timer: Timer, ms: number, again: boolean) {
      if (running.has(timer) && !again) return
      stop(timer)
      running.set(timer, setTimeout(end, ms, timer))
    },
    stop,
    stopAll() {
      for (const timer of [...running.keys()]) stop(timer)
    },
  }
}
