import type { Awareness } from 'y-protocols/awareness'
import type * as Y from 'yjs'
import type { OwnEdits } from '@/editor/live/own-edits'
import type { OwnStore } from '@/shared/store'
import type { Clocks } from './clocks'
import type { PeerRefusal } from './judge-parcel'
import type { openMesh } from './mesh'
import type { NotTaken } from './not-taken'

/* What an open page and what connects it to others give each other. */

export interface PeersState {
  /** `off`: this browser does not look for others. */
  meeting: 'off' | 'searching' | 'met' | 'full'
  /** Browsers that this one is connected to, and that have shown who they are. */
  peers: number
  /** Why somebody did not take what was written here, and from whom nothing is taken here. */
  refusedThere: PeerRefusal | null
  refusedHere: { name: string; reason: PeerRefusal } | null
}

/** The page, as it is given to what hands in what it holds of others. */
export interface HoldingPage {
  doc: Y.Doc
  /** The client id that this tab writes under. */
  writingId: number
  /** Is there any connection to the server? */
  isConnected(): boolean
  /** Another one each time that the connection is lost, or begins. */
  exchange(): number
  /** Has another tab of this browser written the page anew, so that this one is about to do the same? */
  isRewritten(): boolean
  /** Says something to the server beside the document. */
  say(message: object): void
  /** What this browser holds of others that the server may lack, each under its name. It is written down. */
  held(): ReadonlyMap<string, Uint8Array>
  hold(name: string, parcel: Uint8Array): void
  drop(names: readonly string[]): void
  /** What the server had when it was last asked. */
  served(): ReadonlyMap<number, number>
  /**
   * Sends the words of this browser (not of `others`) that build on nothing but what is in `clocks` and on each other, and counts them
   * in there.
   */
  sendGrounded(clocks: Clocks, others: ReadonlySet<number>): void
  /** Sends all of them that is not in `clocks`, and what was deleted. */
  sendRest(clocks: Clocks, others: ReadonlySet<number>): void
}

/** The page, as it is given to what connects it to others. */
export interface PeersHost extends HoldingPage {
  documentId: string
  userId: string
  /** This browser's name, which all tabs have that share its copy of the page; null where nothing is kept. */
  browser(): string | null
  awareness: Awareness
  mine: OwnEdits
  state: OwnStore<PeersState>
  openMesh: typeof openMesh
  /** Has the server the page open on a connection that stands? */
  isServed(): boolean
  /** How many others hold all that the server lacks of this tab. */
  holders(count: number): void
  /** What is on its way to the server goes now, or not at all. */
  flush(): void
}

export interface PagePeers {
  /** Is this the origin of what others wrote? */
  isOrigin(origin: unknown): boolean
  /** Enters a room of the page: `null` leaves it. */
  meet(room: string | null): void
  /** The server has said something that may be for this. */
  heard(message: object): void
  /** Something was written here. */
  edited(): void
  /** Something has come into the page through the browser's copy, perhaps of others. */
  cameFromCopy(): void
  /** The connection to the server is another than before. */
  connectionChanged(): void
  /**
   * Hands in what others wrote, before anything of this tab is sent: that may build on it. Gives what the server does not take; null
   * when the connection was lost meanwhile.
   */
  handIn(): Promise<NotTaken | null>
  /** Is this the client id of somebody whose signed words are in the page? */
  isOther(client: number): boolean
  close(): void
}
