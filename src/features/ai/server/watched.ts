import type { Log } from '@/server/log'
import { AppError } from '@/shared/errors'

/** Milliseconds between two looks. What ends has ended within a second. */
const LOOK_EVERY = 400

/** What `end` ends is looked at no more. */
export interface Watch {
  /** Aborted with the refusal, once there is one. */
  signal: AbortSignal
  end(): void
}

/** Looks a few times a second whether something may still go on: `look` throws an {@link AppError} when it may not. */
export function watched(log: Log, look: () => Promise<void>): Watch {
  const refused = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let hasEnded = false
  const next = () => {
    if (!hasEnded) timer = setTimeout(() => void once(), LOOK_EVERY).unref()
  }
  const once = async () => {
    try {
      await look()
    } catch (error) {
      if (error instanceof AppError) {
        if (!hasEnded) refused.abort(error)
        return
      }
      // A database that does not answer says nothing about it.
      log.warn({ err: error }, 'it could not be asked whether an answer may go on; it is asked again')
    }
    next()
  }
  next()
  return {
    signal: refused.signal,
    end() {
      hasEnded = true
      clearTimeout(timer)
    },
  }
}
