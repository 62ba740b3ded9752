import { expect, test } from 'vitest'
import { createStreams } from './streams.ts'

test('what runs under an id is not taken over, and what comes later under it runs', async () => {
  const errors: unknown[] = []
  const streams = createStreams((error) => errors.push(error))
  const first = Promise.withResolvers<void>()
  streams.begin<string>('one', async ({ push }) => {
    push('first')
    await first.promise
  })
  const other = () => streams.begin<string>('one', async ({ push }) => push('other'))
  expect(other).toThrow(expect.objectContaining({ code: 'conflict' }))
  const items = streams.follow<string>('one', new AbortController().signal)!
  expect(await items.next()).toEqual({ done: false, value: 'first' })
  first.resolve()
  expect(await items.next()).toEqual({ done: true, value: undefined })
  expect(streams.follow('one', new AbortController().signal)).toBeNull()
  other()
  await streams.close()
  expect(errors).toEqual([])
})
