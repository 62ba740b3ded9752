import { expect, it } from 'vitest'
import { AppError } from '@/shared/errors'
import { FailedDrawings } from './failed-drawings'

it('R67 a page that was too much to draw is not tried again before it has changed', async () => {
  const failed = new FailedDrawings()
  const drawn: string[] = []
  const draw = (stamp: string, error: Error | null, now: number) =>
    failed.unless(
      'html a',
      stamp,
      async () => {
        drawn.push(`${stamp} ${now}`)
        if (error) throw error
        return 'made'
      },
      now,
    )
  const tooLarge = new AppError('too-large', 'no')
  await expect(draw('one', tooLarge, 0)).rejects.toBe(tooLarge)
  await expect(draw('one', null, 1_000)).rejects.toBe(tooLarge)
  expect(await draw('two', null, 2_000)).toBe('made')
  await expect(draw('two', tooLarge, 3_000)).rejects.toBe(tooLarge)
  expect(await draw('two', null, 400_000)).toBe('made')
  // That the queue was full says nothing of the page.
  await expect(draw('two', new AppError('unavailable', 'later'), 400_001)).rejects.toThrow('later')
  expect(await draw('two', null, 400_002)).toBe('made')
  expect(drawn).toEqual(['one 0', 'two 2000', 'two 3000', 'two 400000', 'two 400001', 'two 400002'])
})
