import { expect, test } from 'vitest'
import { Joiner, MESSAGE_BYTES, PIECE_BYTES, piecesOf } from './frames'

test.each([0, 1, PIECE_BYTES - 2, PIECE_BYTES - 1, PIECE_BYTES, 3 * PIECE_BYTES + 7])(
  'a message of %d bytes comes through in pieces',
  (length) => {
    const message = Uint8Array.from({ length }, (_, at) => at % 251)
    const pieces = [...piecesOf(message)]
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(PIECE_BYTES)
    const joiner = new Joiner()
    const joined = pieces.map((piece) => joiner.add(piece))
    expect(joined.slice(0, -1).every((part) => part === null)).toBe(true)
    expect(joined.at(-1)).toEqual(message)
    // And the next one after it.
    expect(joiner.add(Uint8Array.of(1, 9))).toEqual(Uint8Array.of(9))
  },
)

test('what is no piece, and a message without an end, are refused', () => {
  expect(() => new Joiner().add(Uint8Array.of(7, 1))).toThrow('Not a piece')
  expect(() => new Joiner().add(new Uint8Array())).toThrow('Not a piece')
  const joiner = new Joiner()
  const piece = new Uint8Array(PIECE_BYTES)
  expect(() => {
    for (let sent = 0; sent <= MESSAGE_BYTES; sent += PIECE_BYTES - 1) joiner.add(piece)
  }).toThrow('too long')
})
