import { useSyncExternalStore } from 'react'
import { type PageUser, presentUser } from '@/document'
import { presentOthers } from '@/editor/live'
import type { Room } from './room'

export interface PeopleHere {
  you: PageUser | null
  /** Each once, the same names numbered. */
  others: readonly PageUser[]
}

const nobody = () => null
const never = () => () => undefined

/** Who is in a room, as they say themselves: nobody vouches for names there. Null outside of one. */
export function usePeopleIn(room: Room | null): PeopleHere | null {
  const others = useSyncExternalStore(
    room
      ? (listener) => {
          room.awareness.on('change', listener)
          return () => room.awareness.off('change', listener)
        }
      : never,
    room ? () => presentOthers(room.awareness) : nobody,
  )
  return room && others ? { you: presentUser(room.awareness.getLocalState()), others } : null
}
