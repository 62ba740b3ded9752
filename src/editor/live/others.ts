import type { Awareness } from 'y-protocols/awareness'
import type { connectPeers } from '@/editor/peers/connect-peers'
import { isAllTaken, type NotTaken } from '@/editor/peers/not-taken'
import type { PagePeers, PeersState } from '@/editor/peers/peers-host'
import { createStore, type Store } from '@/shared/store'
import type { LocalPage } from './local/local-page'

/** When the code that hands in what others wrote is asked for again. */
const AGAIN_MS = 2_000

type ConnectPeers = typeof connectPeers
type PeersPage = Omit<
  Parameters<ConnectPeers>[0],
  'state' | 'awareness' | 'held' | 'hold' | 'drop' | 'browser'
>

/** The open page, as it is given to what knows of others that have it open. */
export interface PageWithOthers extends PeersPage {
  awareness: Awareness
  local: LocalPage
  isExchanged(): boolean
  /** Was something of this page not sent since the server was asked for it, as what it holds of others would have been sent with it? */
  wasHeldBack(): boolean
  isGone(): boolean
  /** Goes on without what the server does not take of others, or as another tab has written the page anew. */
  renew(notTaken?: NotTaken): void
}

/** The others that have a page open: the code that connects to them is loaded when somebody is there, or something of theirs is held. */
export interface PageOthers {
  state: Store<PeersState>
  room: Store<string | null>
  meetIn(room: string | null): void
  /** Null until somebody was there. */
  peers(): PagePeers | null
  /** Is somebody there by now? */
  look(): void
  /**
   * Before anything of this tab goes to the server, what others wrote while it was gone: what this tab writes may build on it. False
   * when the connection was lost, or another page takes the place of this one, without what the server did not take.
   */
  handIn(): Promise<boolean>
  close(): void
}

export function createPageOthers(
  page: PageWithOthers,
  firstRoom: string | null,
  openMesh?: Parameters<ConnectPeers>[1],
): PageOthers {
  const { awareness, local } = page
  const state = createStore<PeersState>({
    meeting: 'off',
    peers: 0,
    refusedThere: null,
    refusedHere: null,
  })
  const room = createStore(firstRoom)
  let peers: PagePeers | null = null
  let coming: Promise<PagePeers | null> | null = null

  const connect = (): Promise<PagePeers | null> => {
    coming ??= import('@/editor/peers/connect-peers')
      .then(({ connectPeers }) =>
        connectPeers(
          {
            ...page,
            state,
            browser: () => local.browser(),
            held: () => local.parcels(),
            hold: (name, parcel) => local.hold(name, parcel),
            drop: (names) => local.drop(names),
          },
          openMesh,
        ),
      )
      .then((made) => {
        if (page.isGone()) {
          made.close()
          return null
        }
        peers = made
        made.meet(room.get())
        return made
      })
      .catch((error: unknown) => {
        // It is tried again when somebody comes.
        coming = null
        reportError(error)
        return null
      })
    return coming
  }
  const look = () => {
    const isSeen = awareness.getLocalState() !== null
    if (isSeen && coming === null && awareness.getStates().size > 1 && page.isExchanged()) void connect()
  }
  awareness.on('change', look)

  return {
    state,
    room,
    meetIn(wanted) {
      room.set(wanted)
      peers?.meet(wanted)
    },
    peers: () => peers,
    look,
    async handIn() {
      const exchange = page.exchange()
      await local.takeIn()
      // What the server lacks was not sent then, also where another tab has handed in meanwhile what it was held back for.
      let isDone = !page.wasHeldBack()
      if (page.isRewritten()) {
        page.renew()
        return false
      }
      while (!isDone || local.parcels().size > 0) {
        const made = await connect()
        const notTaken = await made?.handIn()
        if (page.isGone() || exchange !== page.exchange()) return false
        if (!made) {
          // The code for it could not be loaded.
          await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
          continue
        }
        if (!notTaken) return false
        isDone = true
        if (isAllTaken(notTaken)) continue
        page.renew(notTaken)
        return false
      }
      return true
    },
    close() {
      awareness.off('change', look)
      peers?.close()
    },
  }
}
