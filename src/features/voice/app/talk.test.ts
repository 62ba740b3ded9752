import { expect, test } from 'vitest'
import { ended, noted, settledIn, type Talk, withEvent } from './talk'
import type { VoiceEvent } from './voice-events'

/** A talk after these events. */
function talkOf(...events: VoiceEvent[]): Talk {
  const places = new Map<string, string>()
  let talk: Talk = []
  for (const event of events)
    talk = event.type === 'over' ? ended(talk, 'answers') : withEvent(talk, event, places)
  return talk
}
const wordsOf = (talk: Talk) => talk.map(({ type, content }) => `${type}: ${content}`)
const OVER = { type: 'over', calls: [] } as const

test('3.22 a question that is written down while its answer is being said stands before the answer', () => {
  const talk = talkOf(
    { type: 'heardNext', id: 'i1' },
    { type: 'saying', id: 'r1', text: 'A bundle ' },
    { type: 'heard', id: 'i1', text: 'What is a sheaf?' },
    { type: 'saying', id: 'r1', text: 'of stalks' },
    { type: 'said', id: 'r1', text: 'A bundle of stalks.' },
    OVER,
  )
  expect(wordsOf(talk)).toEqual(['user: What is a sheaf?', 'assistant: A bundle of stalks.'])
  expect(settledIn(talk)).toEqual(talk)
})

test('3.22 what is still being said is not kept yet, nor what stands behind it; notes never are', () => {
  const talk = noted(
    talkOf(
      { type: 'heard', id: 'i1', text: 'Hello' },
      { type: 'heardNext', id: 'i2' },
      { type: 'said', id: 'r1', text: 'Good day' },
    ),
    'The voice searches your pages.',
  )
  expect(wordsOf(settledIn(talk))).toEqual(['user: Hello'])
  expect(wordsOf(settledIn(ended(talk, 'all')))).toEqual(['user: Hello', 'assistant: Good day'])
})

test('3.22 of an answer that is interrupted, what was said is kept', () => {
  const talk = talkOf({ type: 'saying', id: 'r1', text: 'Once upon' }, OVER)
  expect(settledIn(talk)).toMatchObject([{ content: 'Once upon', isStopped: true }])
})

test('3.22 what nobody could write down leaves nothing, and holds nothing up', () => {
  expect(talkOf({ type: 'heardNext', id: 'i1' }, { type: 'unheard', id: 'i1' })).toEqual([])
  const talk = talkOf(
    { type: 'heardNext', id: 'i1' },
    { type: 'said', id: 'r1', text: 'One' },
    { type: 'heardNext', id: 'i2' },
    { type: 'said', id: 'r2', text: 'Two' },
    { type: 'heard', id: 'i2', text: 'And then?' },
  )
  expect(wordsOf(settledIn(talk))).toEqual(['assistant: One', 'user: And then?', 'assistant: Two'])
})
