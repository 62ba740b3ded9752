import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { storedDoc, storedWords, Tab, temporaryFolder, until } from '@test/collab'
import { type CollabHost, type HostPerson, startCollabHost } from '@test/collab-host'
import { Network } from '@test/collab-network'
import {
  HocuspocusProvider as HocuspocusProvider3,
  HocuspocusProviderWebsocket as HocuspocusProviderWebsocket3,
} from 'hocuspocus-provider-3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import * as Y from 'yjs'
import { applyBlocks, settledBlocks } from '@/document'

const paragraph = (id: string, text: string) => ({ id, kind: 'paragraph', text: [{ text }] })

/** In what the test needs of them, the library's two versions are alike. */
interface StockProvider {
  readonly document: Y.Doc
  readonly isSynced: boolean
  readonly hasUnsyncedChanges: boolean
  attach(): void
  destroy(): void
}

interface Options {
  url: string
  WebSocketPolyfill: unknown
  name: string
}

const STOCK: [string, (options: Options) => [StockProvider, { destroy(): void }]][] = [
  [
    '4',
    ({ name, ...socket }) => {
      const websocketProvider = new HocuspocusProviderWebsocket(socket)
      return [new HocuspocusProvider({ websocketProvider, name, document: new Y.Doc() }), websocketProvider]
    },
  ],
  [
    '3.4',
    ({ name, ...socket }) => {
      const websocketProvider = new HocuspocusProviderWebsocket3(socket)
      return [new HocuspocusProvider3({ websocketProvider, name, document: new Y.Doc() }), websocketProvider]
    },
  ],
]

describe.each(STOCK)('the stock provider, version %s', (_version, make) => {
  const folder = temporaryFolder()
  const opened: { destroy(): void }[] = []
  let host: CollabHost
  let network: Network
  let ada: HostPerson
  let bob: HostPerson
  let documentId: string

  const open = ({ cookie }: HostPerson) => {
    class SignedInSocket extends WebSocket {
      constructor(address: string) {
        super(address, { headers: { cookie } })
        this.on('error', () => undefined)
      }
    }
    const [provider, socket] = make({ url: network.url, WebSocketPolyfill: SignedInSocket, name: documentId })
    provider.attach()
    opened.push(provider, socket)
    return provider
  }

  beforeAll(async () => {
    host = await startCollabHost({ dataDir: folder.path, databaseUrl: null })
  })
  beforeEach(async () => {
    ada = await host.addPerson('Ada')
    bob = await host.addPerson('Bob')
    documentId = await host.addPage()
    network = await Network.to(host.url)
  })
  afterEach(async () => {
    for (const one of opened.splice(0)) one.destroy()
    await network.close()
  })
  afterAll(async () => {
    await host.close()
    folder.remove()
  })

  test('syncs a page with a tab of ours, both ways; nothing unsynced means that it is on the disk', async () => {
    const stock = open(ada)
    const tab = new Tab(network.url, bob, documentId)
    opened.push(tab.page)
    await until('the page', () => stock.isSynced)
    applyBlocks(stock.document, [paragraph('a', 'From the stock provider')])
    expect(stock.hasUnsyncedChanges).toBe(true)
    await until('its acknowledgement', () => !stock.hasUnsyncedChanges)
    expect(await storedWords(host.db, documentId)).toContain('From the stock provider')
    await until('the tab to see it', () => settledBlocks(tab.page.doc).length === 1)
    applyBlocks(tab.page.doc, [...settledBlocks(tab.page.doc), paragraph('b', 'From ours')])
    await tab.saved()
    await until('the stock provider to see it', () => settledBlocks(stock.document).length === 2)
    expect(settledBlocks(stock.document)).toEqual(settledBlocks(await storedDoc(host.db, documentId)))
  })

  test('what it wrote while the line was down arrives once', async () => {
    const stock = open(ada)
    await until('the page', () => stock.isSynced)
    const { port } = new URL(network.url)
    await network.close()
    await until('it to notice', () => !stock.isSynced)
    applyBlocks(stock.document, [paragraph('a', '‹offline›')])
    network = await Network.to(host.url, Number(port))
    await until(
      'it on the disk',
      async () => (await storedWords(host.db, documentId)).includes('‹offline›'),
      20_000,
    )
    expect((await storedWords(host.db, documentId)).match(/‹offline›/g)).toHaveLength(1)
  })

  test('a viewer is never told that something was saved', async () => {
    host.roles.set(`${bob.id} ${documentId}`, 'viewer')
    const stock = open(bob)
    await until('the page', () => stock.isSynced)
    applyBlocks(stock.document, [paragraph('a', 'forged')])
    const tab = new Tab(network.url, ada, documentId)
    opened.push(tab.page)
    tab.write()
    await tab.saved()
    await until('the later edit to come back', () => stock.document.getText('title').length > 0)
    expect(stock.hasUnsyncedChanges).toBe(true)
    expect(await storedWords(host.db, documentId)).not.toContain('forged')
  })
})
