import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'

/** What is being written, one item after the other, for everybody who follows it. */
export interface Writing<Item> {
  push(item: Item): void
  /** Given when it is to stop, with the reason. */
  signal: AbortSignal
}

/** Why a stream is stopped when the server ends. */
export class ServerEnds extends Error {}
/** Why a stream is stopped when somebody asks for that. */
export class StreamStopped extends Error {}

/**
 * Work whose results come bit by bit and go on when nobody looks: any number of readers follow it, from its beginning, whenever
 * they come. One process keeps it in memory; what is to outlive the server is stored by the work itself. Ids begin with the kind of work they
 * are of, and with whose it is where people choose them.
 */
export interface Streams {
  /** Runs `write`, which handles its own errors. Throws `conflict` where something of that id runs: nobody takes over what others follow. */
  begin<Item>(id: string, write: (writing: Writing<Item>) => Promise<void>): void
  /** All items from the first one on, as they come, until it ends or the signal is given; `null`: nothing of that id runs. */
  follow<Item>(id: string, signal: AbortSignal): AsyncGenerator<Item> | null
  /** Stops it; resolves when it has ended. */
  stop(id: string): Promise<void>
  /** Stops all, and waits for them. What begins later is stopped at once. */
  close(): Promise<void>
}

interface Running {
  items: unknown[]
  readers: Set<() => void>
  stop: AbortController
  ended: Promise<void>
  hasEnded: boolean
}

export function createStreams(onError: (error: unknown) => void): Streams {
  const running = new Map<string, Running>()
  let isClosed = false
  return {
    begin(id, write) {
      if (running.has(id)) throw new AppError('conflict', t('This was asked already.'))
      const one: Running = {
        items: [],
        readers: new Set(),
        stop: new AbortController(),
        ended: Promise.resolve(),
        hasEnded: false,
      }
      const wake = () => {
        for (const reader of one.readers) reader()
      }
      running.set(id, one)
      if (isClosed) one.stop.abort(new ServerEnds())
      one.ended = write({
        signal: one.stop.signal,
        push(item) {
          one.items.push(item)
          wake()
        },
      })
        .catch(onError)
        .finally(() => {
          running.delete(id)
          one.hasEnded = true
          wake()
        })
    },
    follow: <Item>(id: string, signal: AbortSignal) => {
      const one = running.get(id)
      return one ? itemsOf<Item>(one, signal) : null
    },
    async stop(id) {
      const one = running.get(id)
      one?.stop.abort(new StreamStopped())
      await one?.ended
    },
    async close() {
      isClosed = true
      const all = [...running.values()]
      for (const { stop } of all) stop.abort(new ServerEnds())
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}

async function* itemsOf<Item>(one: Running, signal: AbortSignal): AsyncGenerator<Item> {
  for (let next = 0; !signal.aborted; ) {
    if (next < one.items.length) {
      // A follower knows what the writer of this id writes.
      yield one.items[next] as Item
      next += 1
    } else if (one.hasEnded) return
    else await news(one, signal)
  }
}

/** Resolves when there is more to read, it has ended, or nobody waits any more. */
const news = ({ readers }: Running, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const wake = () => {
      readers.delete(wake)
      signal.removeEventListener('abort', wake)
      resolve()
    }
    readers.add(wake)
    signal.addEventListener('abort', wake, { once: true })
  })
