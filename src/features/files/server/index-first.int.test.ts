import { startTestServer, type TestPerson, type TestServer } from '@test/server'
import fc from 'fast-check'
import {
  BufferSource,
  BufferTarget,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredFile } from '../model'
import { moveIndex } from './film-index'

/** A film of some seconds, with its index in front or at the end. Its pictures are none. */
async function film(fastStart: false | 'in-memory'): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart }), target })
  const pictures = new EncodedVideoPacketSource('vp8')
  output.addVideoTrack(pictures)
  await output.start()
  for (let at = 0; at < 50; at += 1)
    await pictures.add(
      new EncodedPacket(new Uint8Array(5_000).fill(at), at % 10 === 0 ? 'key' : 'delta', at / 10, 0.1),
      { decoderConfig: { codec: 'vp8', codedWidth: 640, codedHeight: 480 } },
    )
  await output.finalize()
  return Buffer.from(target.buffer!)
}

/** The pictures of a film, by its index. */
async function packets(bytes: Uint8Array): Promise<string[]> {
  const input = new Input({ source: new BufferSource(new Uint8Array(bytes)), formats: [MP4] })
  const track = (await input.getPrimaryVideoTrack())!
  const found: string[] = []
  for await (const packet of new EncodedPacketSink(track).packets())
    found.push(`${packet.timestamp} ${packet.data.length} ${packet.data[0]}`)
  input.dispose()
  return found
}

describe('films whose index stands at the end', () => {
  let server: TestServer
  let ada: TestPerson
  let page: string
  beforeAll(async () => {
    server = await startTestServer()
    ada = await server.signUp()
    page = (await server.rpc(ada.cookie).document.create.mutate({ title: 'Films' })).id
  })
  afterAll(() => server?.close())

  const keep = async (bytes: Buffer): Promise<Buffer> => {
    const query = new URLSearchParams({ page, name: 'film.mp4' })
    const headers = { origin: server.url, cookie: ada.cookie }
    const sent = await fetch(`${server.url}/api/files?${query}`, {
      method: 'POST',
      headers,
      body: new Uint8Array(bytes),
    })
    const { url, size } = (await sent.json()) as StoredFile
    const kept = Buffer.from(await (await fetch(server.url + url, { headers })).arrayBuffer())
    expect(kept.length).toBe(size)
    return kept
  }

  it('4.6 are kept with it in front, so that they play while they come, and with every picture where it says', async () => {
    const sent = await film(false)
    expect(sent.indexOf('moov')).toBeGreaterThan(sent.indexOf('mdat'))
    const kept = await keep(sent)
    expect(kept.length).toBe(sent.length)
    expect(kept.indexOf('moov')).toBeLessThan(kept.indexOf('mdat'))
    expect(await packets(kept)).toEqual(await packets(sent))
    expect(await packets(kept)).toHaveLength(50)
  })

  it('4.6 others stay byte by byte: those with it in front, and what is cut off or no film', async () => {
    for (const bytes of [
      await film('in-memory'),
      (await film(false)).subarray(0, -40),
      Buffer.from('\0\0\0\x08ftypx'),
    ])
      expect((await keep(bytes)).equals(bytes)).toBe(true)
  })

  it('R32 an index that lies is left as it is: nothing hangs, and no place is written beyond it', async () => {
    const sent = await film(false)
    const start = sent.indexOf('moov') - 4
    const index = new Uint8Array(sent.subarray(start))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(index.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        async (changes) => {
          // What stands around it is none of its business.
          const around = new Uint8Array(index.length + 16).fill(7)
          const changed = around.subarray(8, -8)
          changed.set(index)
          for (const [at, value] of changes) changed[at] = value
          expect(await moveIndex(changed, 32, start)).toBeTypeOf('boolean')
          expect([...around.subarray(0, 8), ...around.subarray(-8)]).toEqual(Array(16).fill(7))
        },
      ),
    )
    const broken = Buffer.from(sent)
    broken.writeUInt32BE(0xffff_fff0, sent.indexOf('stco') + 8)
    expect((await keep(broken)).equals(broken)).toBe(true)
  })
})
