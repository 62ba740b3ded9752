import type { UnderWay } from '@/server/under-way'

/** What `@tus/server` asks for; its own waits by asking again at every turn of the event loop. */
interface Lock {
  lock(signal: AbortSignal, cancel: () => Promise<void> | void): Promise<void>
  unlock(): Promise<void>
}

/** The name under which an upload is changed, one step after the other. */
export const turnOf = (id: string): string => `upload:${id}`

interface Locks {
  newLock(id: string): Lock
}

const made = new WeakMap<UnderWay, Locks>()

/** The locks of this server's uploads. */
export function uploadLocks(underWay: UnderWay): Locks {
  const locks = made.get(underWay) ?? createUploadLocks(underWay)
  made.set(underWay, locks)
  return locks
}

/** Does something with an upload that no part comes to meanwhile; one that is on its way is asked to end. */
export async function withUpload<T>(underWay: UnderWay, id: string, act: () => Promise<T>): Promise<T> {
  const lock = uploadLocks(underWay).newLock(id)
  await lock.lock(new AbortController().signal, () => undefined)
  try {
    return await act()
  } finally {
    await lock.unlock()
  }
}

/**
 * One request at a time for each upload. Who comes asks the one before to end: a connection that broke without a word would else keep
 * its sender from going on.
 */
function createUploadLocks(underWay: UnderWay): Locks {
  const holders = new Map<string, () => Promise<void> | void>()
  return {
    newLock(id) {
      let release = () => {}
      return {
        lock: (_signal, cancel) =>
          new Promise<void>((entered) => {
            void holders.get(id)?.()
            void underWay.inTurn(turnOf(id), () => {
              holders.set(id, cancel)
              entered()
              return new Promise<void>((resolve) => {
                release = resolve
              })
            })
          }),
        async unlock() {
          holders.delete(id)
          release()
        },
      }
    },
  }
}
