import * as encoding from 'lib0/encoding'
import { expect, test } from 'vitest'
import { SentFrames } from './sent-frames'

const frame = (step: number, content: number[], page = 'page') =>
  encoding.encode((out) => {
    encoding.writeVarString(out, page)
    encoding.writeVarUint(out, 0)
    encoding.writeVarUint(out, step)
    encoding.writeVarUint8Array(out, new Uint8Array(content))
  })

test('an edit that was sent is known when it comes back, once', () => {
  const sent = new SentFrames()
  sent.add(frame(2, [1, 2, 3]))
  sent.add(frame(2, [4, 5, 6]))
  expect(sent.isBack(frame(2, [1, 2, 3]))).toBe(true)
  expect(sent.isBack(frame(2, [1, 2, 3]))).toBe(false)
  expect(sent.isBack(frame(2, [4, 5, 6]))).toBe(true)
})

test('what others wrote is not taken for it', () => {
  const sent = new SentFrames()
  sent.add(frame(2, [1, 2, 3]))
  expect(sent.isBack(frame(2, [1, 2, 4]))).toBe(false)
  expect(sent.isBack(frame(2, [1, 2, 3], 'egap'))).toBe(false)
  expect(sent.isBack(frame(2, [1, 2]))).toBe(false)
})

test('a question is never taken for one’s own: both sides may ask the same', () => {
  const sent = new SentFrames()
  sent.add(frame(0, [0]))
  sent.add(new Uint8Array([10]))
  expect(sent.isBack(frame(0, [0]))).toBe(false)
  expect(sent.isBack(new Uint8Array([10]))).toBe(false)
})
