import { RawSocket, Tab, temporaryFolder, until } from '@test/collab'
import { syncFrame } from '@test/collab-frames'
import { startCollabHost } from '@test/collab-host'
import { expect, test } from 'vitest'
import { titleText } from '@/document'

test('R18 who takes nothing on many sockets has some of them ended, and others go on', async () => {
  const folder = temporaryFolder()
  const host = await startCollabHost({ dataDir: folder.path, databaseUrl: null })
  const [mallory, ada] = [await host.addPerson('Mallory'), await host.addPerson('Ada')]
  const page = await host.addPage()
  const large = 'x'.repeat(16 * 1024 * 1024)
  await host.collab.live.edit(page, ada.id, (doc) => titleText(doc).insert(0, large))
  const tab = new Tab(host.url, ada, await host.addPage())
  await tab.saved()
  const sockets = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = await RawSocket.open(host.url, mallory.cookie)
      await socket.openPage(page)
      socket.ws.pause()
      return socket
    }),
  )
  expect(host.collab.stats().sockets).toBe(21)
  // Nobody has anything yet: all of it is the one answer, less than a single socket may have waiting.
  for (const socket of sockets) socket.send(syncFrame(page, 0, Uint8Array.of(0)))
  await until('some to be ended', () => host.collab.stats().sockets < 21, 30_000)
  tab.write()
  await tab.saved(30_000)
  // Not all: what is left is within bounds.
  expect(host.collab.stats().sockets).toBeGreaterThan(8)
  tab.close()
  for (const socket of sockets) socket.close()
  await host.close()
  folder.remove()
}, 90_000)

test('R18 who says no more and takes nothing is not waited for', async () => {
  const folder = temporaryFolder()
  const host = await startCollabHost({ dataDir: folder.path, databaseUrl: null })
  const mallory = await host.addPerson('Mallory')
  const page = await host.addPage()
  const large = 'x'.repeat(32 * 1024 * 1024)
  await host.collab.live.edit(page, mallory.id, (doc) => titleText(doc).insert(0, large))
  const socket = await RawSocket.open(host.url, mallory.cookie)
  await socket.openPage(page)
  socket.ws.pause()
  const { taken } = socket
  socket.send(syncFrame(page, 0, Uint8Array.of(0)))
  await until('the answer to begin', () => socket.taken > taken + 10_000, 30_000)
  socket.endWriting()
  await until('it to be let go of', () => host.collab.stats().sockets === 0, 10_000)
  socket.close()
  await host.close()
  folder.remove()
}, 60_000)
