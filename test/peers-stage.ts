import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { saveStateText } from '@/editor/live/save-state'
import { withBrowserDatabase } from './browser-database'
import { lostOrDoubled, Tab, temporaryFolder, until } from './collab'
import { type CollabHost, type HostPerson, startCollabHost } from './collab-host'
import { Network } from './collab-network'
import { TestRoom } from './mesh'

/** A page that Ada and Grace have, on a server whose network can be cut, and a room in which their browsers meet. */
export interface PeersStage {
  host: CollabHost
  network: Network
  room: TestRoom
  ada: HostPerson
  grace: HostPerson
  documentId: string
  /** Those that are closed after the test. */
  tabs: Tab[]
  /** A tab in the room of the page, or in none. */
  open(person: HostPerson, url?: string, isAlone?: boolean): Tab
  /** The network is gone, and these know it. */
  goOffline(...gone: Tab[]): Promise<void>
  /** It comes back under the address that the tabs know. */
  goOnline(): Promise<void>
  /** Waits until each is connected to this number of others. */
  met(count: number, ...all: Tab[]): Promise<void>
  /** Saved, and connected to each other. */
  together(...people: HostPerson[]): Promise<Tab[]>
  /** Whose the client ids are that the page knows. */
  writers(): Promise<string[]>
}

export const peersOf = (tab: Tab): number => tab.page.peers.get().peers
export const sentenceOf = (tab: Tab): string => saveStateText(tab.page.saveState.get())
/** Waits until this tab has every token of another, once. */
export const has = (tab: Tab, by: Tab): Promise<void> =>
  until('the other to have it', () => lostOrDoubled(by.written, tab.text).lost.length === 0)
export const areOffline = (...tabs: Tab[]): Promise<unknown> =>
  Promise.all(tabs.map((tab) => until('the tab to be offline', () => tab.state === 'offline')))

/** Sets the stage anew before each test of this file. */
export function peersStage(): PeersStage {
  withBrowserDatabase()
  const folder = temporaryFolder()
  const stage = {
    tabs: [] as Tab[],
    open(person: HostPerson, url = stage.network.url, isAlone = false) {
      const tab = new Tab(url, person, stage.documentId, isAlone ? undefined : stage.room.openMesh)
      stage.tabs.push(tab)
      return tab
    },
    async goOffline(...gone: Tab[]) {
      await stage.network.close()
      await areOffline(...gone)
    },
    async goOnline() {
      stage.network = await Network.to(stage.host.url, Number(new URL(stage.network.url).port))
    },
    met: (count: number, ...all: Tab[]) =>
      until('the tabs to meet', () => all.every((tab) => peersOf(tab) === count)),
    async together(...people: HostPerson[]) {
      const all = people.map((person) => stage.open(person))
      await Promise.all(all.map((tab) => tab.saved()))
      await stage.met(all.length - 1, ...all)
      return all
    },
    async writers() {
      const rows = await stage.host.db
        .selectFrom('document_client')
        .select('user_id')
        .where('document_id', '=', stage.documentId)
        .execute()
      return [...new Set(rows.map(({ user_id }) => user_id))].sort()
    },
  } as PeersStage
  beforeAll(async () => {
    stage.host = await startCollabHost({ dataDir: folder.path, databaseUrl: null })
  })
  afterAll(async () => {
    await stage.host.close()
    folder.remove()
  })
  beforeEach(async () => {
    stage.ada = await stage.host.addPerson('Ada')
    stage.grace = await stage.host.addPerson('Grace')
    stage.documentId = await stage.host.addPage()
    stage.network = await Network.to(stage.host.url)
    stage.room = new TestRoom()
  })
  afterEach(async () => {
    for (const tab of stage.tabs) tab.close()
    stage.tabs = []
    await stage.network.close()
  })
  return stage
}
