import { expect, test } from 'vitest'
import type { EmbeddedTemplate } from '../../../embedded'
import { keywordSearch, MeaningIndex } from './similarity'

const SIZE = 512

/** A vector that leans towards some of the 512 directions; all texts lean towards the first a little. */
function vector(...towards: number[]): Float32Array {
  const made = new Float32Array(SIZE)
  made[0] = 0.5
  for (const direction of towards) made[direction] = 1
  const length = Math.hypot(...made)
  return made.map((value) => value / length)
}

const template = (id: string, embedding: Float32Array, content = ''): EmbeddedTemplate => ({
  id,
  title: id,
  icon: '📄',
  category: 'General',
  path: id,
  content,
  embedding,
})

const topics = Array.from({ length: 8 }, (_, i) => template(`topic ${i}`, vector(i + 1)))

test('5.1 9.1 what is nearer than 0.2 is found, the nearest first, at most five', () => {
  const index = new MeaningIndex([
    ...topics,
    template('one and two', vector(1, 2)),
    template('one and three', vector(1, 3)),
  ])
  const hits = index.search(vector(1))
  expect(hits.map(({ template }) => template.id)).toEqual(['topic 0', 'one and two', 'one and three'])
  for (const { similarity } of hits) expect(similarity).toBeGreaterThan(0.2)
  const likes = Array.from({ length: 7 }, (_, i) => template(`like ${i}`, vector(1, i + 20)))
  expect(new MeaningIndex([...topics, ...likes]).search(vector(1))).toHaveLength(5)
})

test('9.1 exactly as near as the threshold is not enough', () => {
  // Two templates that are each other's opposite once the mean is taken off.
  const index = new MeaningIndex([template('here', vector(1)), template('there', vector(2))])
  const [hit] = index.search(vector(1))
  expect(hit?.template.id).toBe('here')
  expect(hit?.similarity).toBeCloseTo(1)
  // Half between them is as near to the one as to the other: to neither.
  expect(index.search(vector(1, 2))).toEqual([])
})

test('5.1 what all texts have in common makes nothing alike', () => {
  expect(new MeaningIndex(topics).search(vector(100))).toEqual([])
})

test('a template that is added moves no other', () => {
  const common = new Set(topics.map(({ id }) => id))
  const added = Array.from({ length: 20 }, (_, i) => template(`added ${i}`, vector(1, 200 + i)))
  const near = (list: EmbeddedTemplate[]) =>
    new MeaningIndex(list, common).search(vector(1), 100).find(({ template: { id } }) => id === 'topic 0')
  expect(near([...topics, ...added])?.similarity).toBeCloseTo(near(topics)!.similarity, 6)
})

test('5.1 a keyword is looked for in title and text, upper and lower case alike, as it stands', () => {
  const pages = [
    template('Share', vector(1), 'People write together.'),
    template('Tables', vector(2), 'Rows and columns'),
    template('Together again', vector(3), ''),
  ]
  const found = (query: string) => keywordSearch(pages, query).map(({ id }) => id)
  expect(found(' TOGETHER ')).toEqual(['Share', 'Together again'])
  expect(found('columns and rows')).toEqual([])
  expect(found('  ')).toEqual([])
})
