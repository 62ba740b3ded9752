/** What tabs of one browser that have the same page say to each other. */
type Word =
  /** Something was written down, or is not waited for any more. */
  | 'written'
  /** Somebody wants to delete the copy: who has it open? */
  | 'who'
  | 'here'

export interface Tabs {
  tell(word: Word): void
  close(): void
}

/** Talks with the other tabs that use this name; `heard` is called with what they say. */
export function openTabs(name: string, heard: (word: Word) => void): Tabs {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, close: () => undefined }
  const channel = new BroadcastChannel(name)
  let isClosed = false
  channel.onmessage = ({ data }: MessageEvent<Word>) => heard(data)
  return {
    tell(word) {
      // A tab may write something down after it was closed, and tells the others then.
      const speaking = isClosed ? new BroadcastChannel(name) : channel
      speaking.postMessage(word)
      if (isClosed) speaking.close()
    },
    close() {
      isClosed = true
      channel.close()
    },
  }
}

/** How long other tabs are given to say that they have the page open. */
export const ANSWERS_MS = 200

/** Do other tabs have what this name stands for open? */
export async function isOpenElsewhere(name: string): Promise<boolean> {
  let answered = false
  const tabs = openTabs(name, (word) => {
    if (word === 'here') answered = true
  })
  tabs.tell('who')
  await new Promise((resolve) => setTimeout(resolve, ANSWERS_MS))
  tabs.close()
  return answered
}
