import type { LocalPage } from './local-page'
import { NOTHING_KNOWN } from './reading'
import { openHere } from './unsent-pages'

/** For a browser that keeps nothing: what is typed is in this tab alone until the server has it. */
export function openNowhere(userId: string, documentId: string): LocalPage {
  let unsent = 0
  const parcels = new Map<string, Uint8Array>()
  const here = { userId, documentId, unsent: () => unsent }
  openHere.add(here)
  return {
    loaded: Promise.resolve(),
    inherited: () => 0,
    left: () => new Map(),
    isSafe: () => false,
    browser: () => null,
    isOrigin: () => false,
    remember: (count) => {
      unsent = count
    },
    takeIn: () => Promise.resolve(),
    confirmed: () => undefined,
    keep: () => undefined,
    database: () => Promise.resolve(null),
    renamed: () => null,
    replayed: () => null,
    replace: async (make) => ({ made: make(), written: Promise.resolve() }),
    hasOlder: () => false,
    suggestOlder: () => Promise.resolve(null),
    undeleted: () => [],
    isToUndelete: () => false,
    kept: () => [],
    parcels: () => parcels,
    unwritten: () => [...parcels.keys()],
    known: () => NOTHING_KNOWN,
    inherit(held) {
      for (const [name, parcel] of held) parcels.set(name, parcel)
    },
    hold: (name, parcel) => void parcels.set(name, parcel),
    drop(names) {
      for (const name of names) parcels.delete(name)
    },
    forget: () => undefined,
    discard: () => {
      unsent = 0
    },
    destroy: () => void openHere.delete(here),
  }
}
