import { expect, test } from 'vitest'
import { captionsOf, keptTranscript, srtOf, transcriptOf, vttOf, withWord } from './transcription'

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

test('captions are a SubRip file as well', () => {
  expect(srtOf(captionsOf([...words(1), { text: 'late\n\n2', start: 3_661.5, end: 3_662 }]))).toBe(
    '1\n00:00:00,000 --> 00:00:00,400\nw0\n\n2\n01:01:01,500 --> 01:01:02,000\nlate 2\n',
  )
})

test('3.18 a word is corrected at its moment, by several words or none, and the text follows', () => {
  const transcript = { text: 'W0, w1 w2', language: 'en', words: words(3) }
  const captions = captionsOf(words(23))
  expect(captions.map(({ first, count }) => [first, count])).toEqual([
    [0, 10],
    [10, 10],
    [20, 3],
  ])
  const corrected = withWord(transcript, 1, '  the  cat ')!
  expect(corrected.text).toBe('w0 the cat w2')
  expect(corrected.words[1]).toEqual({ text: 'the cat', start: 0.5, end: 0.9 })
  expect(withWord(corrected, 0, '')!.text).toBe('the cat w2')
  expect(withWord({ ...transcript, words: words(1) }, 0, ' ')).toBeNull()
})

test('4.8 who speaks is kept with the words; somebody else begins a caption, and is named in the files', () => {
  const said = [
    { text: 'Rain?', start: 0, end: 0.4, speaker: 'A' },
    { text: 'No,', start: 0.5, end: 0.9, speaker: 'Grace <3' },
    { text: 'sun.', start: 1, end: 1.4, speaker: 'Grace <3' },
  ]
  const transcript = { text: 'Rain? No, sun.', language: 'en', words: said }
  expect(transcriptOf(JSON.parse(JSON.stringify(keptTranscript(transcript))))).toEqual(transcript)
  expect(withWord(transcript, 2, 'snow.')!.words[2]).toMatchObject({ text: 'snow.', speaker: 'Grace <3' })
  const captions = captionsOf(said)
  expect(captions.map(({ text, speaker }) => [speaker, text])).toEqual([
    ['A', 'Rain?'],
    ['Grace <3', 'No, sun.'],
  ])
  expect(vttOf(captions)).toContain('\n<v A>Rain?\n')
  expect(vttOf(captions)).toContain('\n<v Grace &lt;3>No, sun.\n')
  expect(srtOf(captions)).toContain('\nGrace <3: No, sun.\n')
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
