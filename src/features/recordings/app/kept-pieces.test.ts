import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import {
  forgetAllKept,
  forgetKept,
  type KeptRecording,
  keepPiece,
  keptBytes,
  keptPieces,
  leftRecordings,
} from './kept-pieces'

const recording = (id: string, fields: Partial<KeptRecording> = {}): KeptRecording => ({
  id,
  type: 'audio',
  title: 'Audio recording',
  mimeType: 'audio/webm;codecs=opus',
  startedAt: 1,
  duration: 0,
  resolution: null,
  thumbnail: null,
  hasEnded: false,
  ...fields,
})
const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer

it('4.7 every piece is kept as it comes, in order, for its own person, until it is forgotten', async () => {
  await keepPiece('ada', recording('a'))
  for (let count = 0; count < 12; count++)
    await keepPiece('ada', recording('a', { duration: count + 1 }), { count, bytes: bytes(`${count} `) })
  await keepPiece('ada', recording('b', { startedAt: 2 }), { count: 0, bytes: bytes('other') })
  await keepPiece('eve', recording('e'), { count: 0, bytes: bytes('eve') })
  const left = await leftRecordings('ada')
  expect(left.map(({ id, duration }) => [id, duration])).toEqual([
    ['b', 0],
    ['a', 12],
  ])
  const whole = await keptBytes('ada', left[1]!)
  expect(await whole.text()).toBe('0 1 2 3 4 5 6 7 8 9 10 11 ')
  expect(whole.type).toBe('audio/webm')
  const pieces = await keptPieces('ada', 'a')
  expect([pieces.size, pieces.hasEnded]).toEqual([26, true])
  const { signal } = new AbortController()
  expect(await (await pieces.from(18, 5, signal))?.text()).toBe('9 10 ')
  expect(await pieces.from(26, 5, signal)).toBeNull()
  await forgetKept('ada', 'a')
  expect((await leftRecordings('ada')).map(({ id }) => id)).toEqual(['b'])
  expect((await keptBytes('ada', recording('a'))).size).toBe(0)
  await forgetAllKept('ada')
  // A tab that goes on recording brings nothing back.
  for (const piece of [{ count: 1, bytes: bytes('more') }, undefined])
    await expect(keepPiece('ada', recording('b'), piece, true)).rejects.toThrow('not kept any more')
  expect((await keptBytes('ada', recording('b'))).size).toBe(0)
  expect(await leftRecordings('ada')).toEqual([])
  expect(await leftRecordings('eve')).toHaveLength(1)
})
