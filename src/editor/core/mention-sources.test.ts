import { expect, test } from 'vitest'
import type { EditorHost } from '../source'
import { findOthers } from './mention-sources'

const page = { path: '/tea', title: 'Tea', icon: null, coverImage: null }
const away = () => Promise.reject(new Error('away'))

test('4.18 pages are found where people cannot be looked for; that nothing could be looked for is not called nothing', async () => {
  const host = (found: (typeof page)[]) =>
    ({ findPages: async () => found, findPeople: away }) as unknown as EditorHost
  expect((await findOthers(host([page]), '@', 'te')).map(({ label }) => label)).toEqual(['Tea'])
  await expect(findOthers(host([]), '@', 'te')).rejects.toThrow('away')
  expect(await findOthers(host([]), '[', 'te')).toEqual([])
})
