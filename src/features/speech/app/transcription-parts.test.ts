import { expect, test } from 'vitest'
import { joined } from './transcription-parts'

const said = (text: string, speaker?: string) => ({
  text,
  words: [{ text, start: 0, end: 1, ...(speaker && { speaker }) }],
})

test('4.8 who is called alike in two parts of a recording may be two people, and is told apart', () => {
  const speakers = (...parts: ReturnType<typeof said>[]) => joined(parts).words.map(({ speaker }) => speaker)
  expect(speakers(said('One', 'A'))).toEqual(['A'])
  expect(speakers(said('One', 'A'), said('two'), said('three', 'A'))).toEqual(['A (1)', undefined, 'A (3)'])
})
