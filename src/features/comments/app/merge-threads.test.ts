import { expect, it } from 'vitest'
import type { OutgoingComment } from './kept-comments'
import { mergeThreads } from './merge-threads'

const me = { id: 'me', name: 'Me', avatarUrl: '' }
const reply = (why: string | null): OutgoingComment => ({
  id: 'c',
  documentId: 'p',
  discussionId: 'gone',
  begins: null,
  body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Still mine' }] }] },
  at: '2026-01-01T00:00:00.000Z',
  why,
})

it('R1 a reply that is refused because its thread is gone stands by itself, with its words and why', () => {
  const [thread] = mergeThreads([], [reply('This discussion is gone.')], me, '')
  expect(thread?.comments).toMatchObject([
    { body: reply(null).body, delivery: { state: 'failed', why: 'This discussion is gone.' } },
  ])
})

it('a reply waits for its thread while the threads are not known, and while it is on its way', () => {
  expect(mergeThreads(null, [reply('This discussion is gone.')], me, '')).toEqual([])
  expect(mergeThreads([], [reply(null)], me, '')).toEqual([])
})
