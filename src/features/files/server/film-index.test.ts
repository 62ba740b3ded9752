import { countedTurns } from '@test/counted-turns'
import { expect, test } from 'vitest'
import { moveIndex } from './film-index'

function box(type: string, ...inside: Buffer[]): Buffer {
  const head = Buffer.alloc(8)
  const body = Buffer.concat(inside)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** A table of this length, which says of each piece of a film that it is at the beginning. */
function tableOf(count: number): Buffer {
  const body = Buffer.alloc(8 + count * 8)
  body.writeUInt32BE(count, 4)
  return box('co64', body)
}

const around = (table: Buffer) =>
  ['stbl', 'minf', 'mdia', 'trak', 'moov'].reduce((inside, type) => box(type, inside), table)

test('R67 an index of a million places is moved in many turns of the event loop, and each place with it', async () => {
  const count = 1_000_000
  const index = around(tableOf(count))
  const { result, turns } = await countedTurns(() => moveIndex(index, 0, 1))
  expect(result).toBe(true)
  expect(turns).toBeGreaterThan(40)
  expect(index.readBigUInt64BE(index.length - count * 8)).toBe(BigInt(index.length))
  expect(index.readBigUInt64BE(index.length - 8)).toBe(BigInt(index.length))
})

test.each([
  ['of many tracks is moved', box('moov', ...Array.from({ length: 1_000 }, () => box('trak'))), true],
  ['of a million boxes is not', box('moov', Buffer.concat(Array(1_000_000).fill(box('trak')))), false],
  [
    'of boxes that are deep within one another is not',
    Array.from({ length: 1_000 }).reduce<Buffer>((inside) => box('moov', inside), Buffer.alloc(0)),
    false,
  ],
])('R67 an index %s', async (_, index, isMoved) => {
  expect(await moveIndex(index, 0, 1)).toBe(isMoved)
})
