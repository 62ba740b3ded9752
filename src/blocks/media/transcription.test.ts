import { expect, test } from 'vitest'
import { captionsOf, keptTranscript, transcriptOf, vttOf } from './transcription'

const words = (count: number, gap = 0.5) =>
  Array.from({ length: count }, (_, at) => ({ text: `w${at}`, start: at * gap, end: at * gap + 0.4 }))

test('9.8 captions are groups of ten words', () => {
  const captions = captionsOf(words(23))
  expect(captions.map(({ text }) => text.split(' ').length)).toEqual([10, 10, 3])
  expect(captions[1]).toMatchObject({ start: 5, end: 9.9 })
})

test('a long silence ends a caption', () => {
  const said = [...words(2), { text: 'late', start: 60, end: 60.5 }]
  expect(captionsOf(said).map(({ text }) => text)).toEqual(['w0 w1', 'late'])
})

test('captions are a WebVTT file, whatever was said', () => {
  const said = [{ text: 'a --> <b> &\n\nc', start: 3_661.5, end: 3_662 }]
  expect(vttOf(captionsOf(said))).toBe(
    'WEBVTT\n\n01:01:01.500 --> 01:01:02.000\na --&gt; &lt;b&gt; &amp; c\n',
  )
})

test('what a block keeps is read as it was, and anything else does no harm', () => {
  const transcript = { text: 'w0 w1', language: 'en', words: words(2) }
  expect(transcriptOf(JSON.parse(JSON.stringify(keptTranscript(transcript))))).toEqual(transcript)
  expect(transcriptOf({ words: [{ text: 'some', start: 0 }, 7, ['x'], ['y', -1, 2]] })).toEqual({
    text: 'some',
    language: null,
    words: [{ text: 'some', start: 0, end: 0 }],
  })
  for (const value of [null, [], {}, 'text', { text: 7 }, { text: ' ' }])
    expect(transcriptOf(value)).toBeNull()
})

test('hours of words are kept as captions, so that a block stays small enough to be kept', () => {
  const long = { text: 'w '.repeat(60_000), language: 'en', words: words(60_000) }
  const kept = keptTranscript(long)
  expect(JSON.stringify(kept).length).toBeLessThan(1_000_000)
  expect(captionsOf(transcriptOf(kept)!.words).length).toBeGreaterThan(500)
})
