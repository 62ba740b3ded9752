import { expect, it } from 'vitest'
import type { Block } from '@/blocks/kit/block'
import { plainTextOf } from '@/blocks/plain-text'
import { type IndexedPage, indexBlocks, oneLine, withIndex } from './pod-index'

const page = (id: string, parentDocumentId: string | null = null, about = ''): IndexedPage => ({
  id,
  parentDocumentId,
  position: id,
  title: `Page ${id}`,
  icon: null,
  about,
})
const most = { most: 100, summary: 40 }
const linesOf = (blocks: readonly Block[]) => plainTextOf(blocks).split('\n').slice(1)

it('2.12 the index lists the pages of a pod as mentions in the order of the tree, with what each is about', () => {
  const blocks = indexBlocks(
    [
      page('b'),
      page('a', null, 'About  apples,\nand how they are kept over a long winter'),
      page('a1', 'a'),
      page('z', 'gone'),
    ],
    most,
  )
  expect(linesOf(blocks)).toEqual([
    'Page a About apples, and how they are kept…',
    'Page a1',
    'Page b',
    'Page z',
  ])
  expect(blocks[1]?.text?.[0]).toMatchObject({ kind: 'mention', attributes: { key: '/a', value: 'Page a' } })
  expect(blocks.map(({ attributes }) => attributes?.indent ?? 0)).toEqual([0, 0, 1, 0, 0])
})

it('2.12 a page without a title is called Untitled, and a pod without pages says so', () => {
  expect(linesOf(indexBlocks([{ ...page('a'), title: '' }], most))).toEqual(['Untitled'])
  expect(linesOf(indexBlocks([], most))).toEqual(['There are no other pages in this pod yet.'])
})

it('2.12 of too many pages those nearest to the top level are listed, and the last line says what is left out', () => {
  const pages = [page('a'), page('a1', 'a'), page('a2', 'a1'), page('b'), page('c')]
  expect(linesOf(indexBlocks(pages, { ...most, most: 4 }))).toEqual([
    'Page a',
    'Page a1',
    'Page b',
    'Page c',
    '1 more page is not listed here. The sidebar and the search have them all.',
  ])
})

it('2.12 a refresh changes the lines of the index alone and keeps what people added, where they added it', () => {
  const own = (id: string): Block => ({ id, kind: 'paragraph', text: [{ text: id }] })
  const before = indexBlocks([page('a'), page('b'), page('c')], most)
  const [intro, a, b, c] = before as [Block, Block, Block, Block]
  const edited = [own('top'), intro, own('under the intro'), a, b, own('about b'), c, own('end')]
  const without = indexBlocks([page('a'), page('c'), page('d')], most)
  expect(withIndex(edited, without).map(({ id }) => id.replace('pod-index-', ''))).toEqual([
    'top',
    'intro',
    'under the intro',
    'a',
    'about b',
    'c',
    'end',
    'd',
  ])
  expect(withIndex(withIndex(edited, without), without)).toEqual(withIndex(edited, without))
})

it('a line is cut at a word, and between characters where there is none', () => {
  expect(oneLine(' one\n two ', 20)).toBe('one two')
  expect(oneLine('one two three', 9)).toBe('one two…')
  expect(oneLine('图书馆里有很多书', 5)).toBe('图书馆里…')
  expect(oneLine('👩‍🚀'.repeat(3), 5).isWellFormed()).toBe(true)
})
