import type { Services } from '@/server/context'

/** Milliseconds between two times that what has come is stored. */
const STORED_EVERY = 250

/** Stores words of an answer a few times a second, also the last ones before nothing comes for a while. */
export function keptAsItComes(log: Services['log'], append: (words: string) => Promise<void>) {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  let storing = Promise.resolve()
  const store = () => {
    timer = undefined
    storing = storing.then(async () => {
      const words = waiting
      waiting = ''
      try {
        await append(words)
      } catch (error) {
        // They are stored with those that follow, at the latest with the whole answer.
        waiting = words + waiting
        log.warn({ err: error }, 'words of an answer could not be stored')
      }
    })
  }
  return {
    add(words: string): void {
      waiting += words
      timer ??= setTimeout(store, STORED_EVERY)
    },
    async end(): Promise<void> {
      clearTimeout(timer)
      await storing
    },
  }
}
