import { expect, test } from 'vitest'
import { eventIn } from './voice-events'

const event = (value: object) => eventIn(JSON.stringify(value))

test('4.19 what the service tells is heard as listening, speaking and ready', () => {
  expect(event({ type: 'input_audio_buffer.speech_started' })).toEqual({
    type: 'activity',
    activity: 'listening',
  })
  expect(event({ type: 'response.created', response: {} })).toEqual({
    type: 'activity',
    activity: 'speaking',
  })
  expect(event({ type: 'response.done' })).toEqual({ type: 'over', calls: [] })
})

test('3.22 words of both are told, by the present names and the older ones', () => {
  for (const name of [
    'response.output_audio_transcript',
    'response.audio_transcript',
    'response.output_text',
  ]) {
    expect(event({ type: `${name}.delta`, response_id: 'r', delta: 'Hel' })).toEqual({
      type: 'saying',
      id: 'r',
      text: 'Hel',
    })
  }
  expect(
    event({ type: 'response.output_audio_transcript.done', response_id: 'r', transcript: 'Hello' }),
  ).toEqual({
    type: 'said',
    id: 'r',
    text: 'Hello',
  })
  const heard = 'conversation.item.input_audio_transcription.completed'
  expect(event({ type: heard, item_id: 'i', transcript: ' Hi \n' })).toEqual({
    type: 'heard',
    id: 'i',
    text: 'Hi',
  })
  expect(event({ type: heard, item_id: 'i', transcript: ' ' })).toEqual({ type: 'unheard', id: 'i' })
})

test('3.22 two messages of one answer are told apart', () => {
  const piece = { type: 'response.output_text.delta', response_id: 'r', delta: 'Hel' }
  const whole = { type: 'response.output_text.done', response_id: 'r', text: 'Hello' }
  for (const item_id of ['i1', 'i2']) {
    expect(event({ ...piece, item_id })).toEqual({ type: 'saying', id: item_id, text: 'Hel' })
    expect(event({ ...whole, item_id })).toEqual({ type: 'said', id: item_id, text: 'Hello' })
  }
})

test('8.14 an error is told with its words, and nonsense is nothing', () => {
  expect(event({ type: 'error', error: { message: 'Too long' } })).toEqual({
    type: 'error',
    message: 'Too long',
  })
  expect(event({ type: 'error' })).toEqual({ type: 'error', message: 'Unknown connection error' })
  for (const data of ['', 'no JSON', '7', 'null', '{"type":"session.created"}', new ArrayBuffer(3)])
    expect(eventIn(data)).toBeNull()
})
