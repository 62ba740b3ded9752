import { toBase64 } from 'lib0/buffer'
import { UNSETTLED } from '@/shared/peer-ticket'

/** What is handed in to the server of others, and not answered yet. */
export interface ServerRelay {
  /** Hands in a parcel; gives why the server does not take it, or null when it has it on its disk. */
  relay(parcel: Uint8Array): Promise<string | null>
  answered(as: string, refusal: string | null): void
  /** The connection is gone: nothing that was asked is known. */
  lost(): void
}

/** `say` says something to the server beside the document. */
export function openRelay(say: (message: object) => void): ServerRelay {
  const asked = new Map<string, (answer: string | null) => void>()
  let relays = 0
  return {
    relay: (parcel) =>
      new Promise((resolve) => {
        const as = String(++relays)
        asked.set(as, resolve)
        say({ relay: toBase64(parcel), as })
      }),
    answered(as, refusal) {
      asked.get(as)?.(refusal)
      asked.delete(as)
    },
    lost() {
      for (const answer of asked.values()) answer(UNSETTLED)
      asked.clear()
    },
  }
}
