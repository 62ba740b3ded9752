import { describe, expect, it } from 'vitest'
import type { Block } from '@/blocks'
import { addLocal, deleteLocal, localItems, restoreLocal } from './local-stash'
import { moveBlocks, type StashedPage } from './move-blocks'
import type { StashStore } from './stash-store'

const paragraph = (text: string): Block => ({ id: 'a', kind: 'paragraph', text: [{ text }] })

/** A visitor's stash, and a page with one selected block. */
function start(text = 'words') {
  const values = new Map<string, string>()
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
  const store: StashStore = {
    list: async () => ({ items: localItems(storage), nextCursor: null }),
    add: async (item) => addLocal(storage, item),
    remove: async ({ id }) => deleteLocal(storage, id),
    restore: async (item) => restoreLocal(storage, item),
  }
  const state = { blocks: [paragraph(text)], isClosed: false }
  const page: StashedPage = {
    path: '/plans',
    title: () => 'Plans',
    selected: () => (state.blocks.length > 0 ? { ids: ['a'], blocks: state.blocks } : null),
    extractBlocks: ({ blocks }) => {
      if (blocks !== state.blocks) return false
      state.blocks = []
      return true
    },
    isClosed: () => state.isClosed,
  }
  return { store, state, page, kept: () => localItems(storage).map(({ blocks }) => blocks) }
}

describe('moving blocks to the stash', () => {
  it('what is kept is taken off the page', async () => {
    const { page, store, state, kept } = start()
    expect(await moveBlocks(page, store)).toBe('moved')
    expect(state.blocks).toEqual([])
    expect(kept()).toEqual([[paragraph('words')]])
    expect(await moveBlocks(page, store)).toBe('nothing')
  })

  it('blocks that somebody writes in are kept as they are then, once', async () => {
    const { page, store, state, kept } = start()
    let first = true
    const add: StashStore['add'] = async (item) => {
      const added = await store.add(item)
      if (first) state.blocks = [paragraph('more words')]
      first = false
      return added
    }
    expect(await moveBlocks(page, { ...store, add })).toBe('moved')
    expect(kept()).toEqual([[paragraph('more words')]])
    state.blocks = [paragraph('x')]
    const never = { ...page, extractBlocks: () => false }
    expect(await moveBlocks(never, store)).toBe('changing')
    expect(kept()).toHaveLength(1)
  })

  it('a page that closes meanwhile keeps its blocks, and the stash has none of them', async () => {
    const { page, store, state, kept } = start()
    const add: StashStore['add'] = async (item) => {
      state.isClosed = true
      return store.add(item)
    }
    expect(await moveBlocks(page, { ...store, add })).toBe('closed')
    expect(state.blocks).toEqual([paragraph('words')])
    expect(kept()).toEqual([])
  })

  it('nothing leaves the page when the stash has kept something else than it was given', async () => {
    const { page, store, state, kept } = start()
    state.blocks = [{ id: 'a', kind: 'chart', attributes: { data: [{ constructor: 'Ada' }] } }]
    const add: StashStore['add'] = (item) =>
      store.add({ ...item, blocks: [{ id: 'a', kind: 'chart', attributes: { data: [{}] } }] })
    expect(await moveBlocks(page, { ...store, add })).toBe('not-exact')
    expect(state.blocks).toHaveLength(1)
    expect(kept()).toEqual([])
    // The order of keys, and what is undefined, are no difference.
    const turned: StashStore['add'] = async (item) => {
      const added = await store.add(item)
      return {
        ...added,
        blocks: added.blocks.map(({ id, ...rest }) => ({ ...rest, id, text: undefined }) as Block),
      }
    }
    expect(await moveBlocks(page, { ...store, add: turned })).toBe('moved')
  })

  it('it is said when a copy stays in the stash', async () => {
    const { page, store, state, kept } = start()
    state.isClosed = true
    const remove = async () => {
      throw new Error('no answer')
    }
    expect(await moveBlocks(page, { ...store, remove })).toBe('in-both')
    expect(kept()).toHaveLength(1)
  })
})
