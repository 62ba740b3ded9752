import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { UnsentAnswers } from './unsent-answers'

const outgoing = () => Object.assign(new EventEmitter(), { closed: false })

test('R67 what somebody does not take counts until its connection is closed, for them alone', () => {
  const unsent = new UnsentAnswers(100)
  const [one, other] = [outgoing(), outgoing()]
  const [first, second] = [unsent.of('ada', one), unsent.of('ada', other)]
  first.hold(30)
  first.hold(30)
  expect(one.listenerCount('close')).toBe(1)
  expect(second.isFull()).toBe(false)
  second.hold(60)
  expect([first.isFull(), second.isFull()]).toEqual([true, true])
  expect(unsent.of('bea', outgoing()).isFull()).toBe(false)
  one.emit('close')
  expect(second.isFull()).toBe(false)
  second.hold(40)
  expect(second.isFull()).toBe(true)
  other.emit('close')
  expect(unsent.of('ada', outgoing()).isFull()).toBe(false)
})

test('R67 what is made for a connection that is closed is not counted', () => {
  const gone = new UnsentAnswers(100).of('ada', Object.assign(outgoing(), { closed: true }))
  gone.hold(100)
  expect(gone.isFull()).toBe(false)
})
