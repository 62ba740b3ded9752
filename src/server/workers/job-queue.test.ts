import { expect, it } from 'vitest'
import { JobQueue } from './job-queue'

const never = new AbortController().signal

/** A queue whose jobs end when they are told to. */
function setUp(options = { atOnce: 2, mostWaiting: 4, mostWaitingEach: 2 }) {
  const queue = new JobQueue(options)
  const started: string[] = []
  const end: Record<string, () => void> = {}
  const add = (name: string, signal = never) =>
    queue.run(name.charAt(0), signal, () => {
      started.push(name)
      return new Promise<void>((resolve) => {
        end[name] = resolve
      })
    })
  return { add, started, end }
}

it('R34 one person has one job running, whatever they have waiting', async () => {
  const { add, started, end } = setUp()
  const first = add('a1')
  const second = add('a2')
  void add('a3')
  void add('b1')
  expect(started).toEqual(['a1', 'b1'])
  end.a1?.()
  await first
  await expect.poll(() => started).toEqual(['a1', 'b1', 'a2'])
  end.a2?.()
  await second
  await expect.poll(() => started).toEqual(['a1', 'b1', 'a2', 'a3'])
})

it('S6 people take turns: nobody waits behind all that another person has asked for', async () => {
  const { add, started, end } = setUp({ atOnce: 1, mostWaiting: 9, mostWaitingEach: 3 })
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void add(name)
  for (const next of ['b1', 'c1', 'a2', 'b2', 'a3']) {
    end[started.at(-1) ?? '']?.()
    await expect.poll(() => started.at(-1)).toBe(next)
  }
})

it('R34 one person cannot fill the queue, and a full one is refused in words', async () => {
  const { add, started, end } = setUp()
  for (const name of ['a1', 'a2', 'a3', 'b1']) void add(name)
  await expect(add('a4')).rejects.toMatchObject({ code: 'rate-limited' })
  void add('c1')
  void add('d1')
  await expect(add('e1')).rejects.toMatchObject({ code: 'unavailable' })
  end.b1?.()
  await expect.poll(() => started).toEqual(['a1', 'b1', 'c1'])
})

it('somebody who goes away leaves the queue, and a job that fails ends its turn', async () => {
  const { add, started, end } = setUp({ atOnce: 1, mostWaiting: 4, mostWaitingEach: 2 })
  const first = add('a1')
  const gone = new AbortController()
  const second = add('b1', gone.signal)
  void add('c1')
  gone.abort()
  await expect(second).rejects.toThrow('aborted')
  end.a1?.()
  await first
  await expect.poll(() => started).toEqual(['a1', 'c1'])
  const queue = new JobQueue({ atOnce: 1, mostWaiting: 1, mostWaitingEach: 1 })
  await expect(queue.run('a', never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(queue.run('b', never, async () => 'ran')).resolves.toBe('ran')
})
