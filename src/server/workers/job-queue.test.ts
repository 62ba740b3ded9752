import { expect, it } from 'vitest'
import { JobQueue } from './job-queue'

const never = new AbortController().signal

/** A queue whose jobs end when they are told to. */
function setUp(
  options: ConstructorParameters<typeof JobQueue>[0] = { atOnce: 2, mostWaiting: 4, mostWaitingEach: 2 },
) {
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
  return { queue, add, started, end }
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

it('R34 one person cannot fill the queue: their last job gives way, and only where nobody has more than others is one refused', async () => {
  const { add, started, end } = setUp()
  for (const name of ['a1', 'a2', 'b1']) void add(name)
  const last = add('a3')
  await expect(add('a4')).rejects.toMatchObject({ code: 'rate-limited' })
  void add('c1')
  void add('d1')
  const givenUp = expect(last).rejects.toMatchObject({ code: 'unavailable' })
  void add('e1')
  await givenUp
  await expect(add('f1')).rejects.toMatchObject({ code: 'unavailable' })
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

/** Shared work on what the first letter names, of the person that the second one names. */
function addShared(queue: JobQueue, started: string[], end: Record<string, () => void>) {
  return (name: string, people: Iterable<string> = []) =>
    queue.run({ on: name.charAt(0), person: name.charAt(1), people }, never, () => {
      started.push(name)
      return new Promise<void>((resolve) => {
        end[name] = resolve
      })
    })
}

it('S6 what others wait for goes before what people want for themselves, and a place is kept for it', async () => {
  const { queue, add, started, end } = setUp({
    atOnce: 3,
    keptForShared: 1,
    mostWaiting: 9,
    mostWaitingEach: 9,
  })
  const share = addShared(queue, started, end)
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void add(name)
  expect(started).toEqual(['a1', 'b1'])
  // Its cause has the most waiting of all, and others have waited for longer.
  void share('Pa')
  expect(started).toEqual(['a1', 'b1', 'Pa'])
  void share('Pb')
  void share('Qa')
  end.a1?.()
  await expect.poll(() => started.slice(3)).toEqual(['Qa'])
  // Never two on one thing.
  end.b1?.()
  await expect.poll(() => started.slice(4)).toHaveLength(1)
  expect(started[4]).toMatch(/[ab]2/)
  end.Pa?.()
  await expect.poll(() => started.slice(5)).toEqual(['Pb'])
})

it('S6 shared work has the turn of any of its people, also of one who comes while it waits', async () => {
  const { queue, started, end } = setUp({ atOnce: 3, keptForShared: 1, mostWaiting: 9, mostWaitingEach: 9 })
  const share = addShared(queue, started, end)
  const people = new Set(['e'])
  for (const name of ['Ae', 'Be', 'Ce', 'De']) void share(name)
  // Somebody does not fill all places, …
  expect(started).toEqual(['Ae', 'Be'])
  void share('Pe', people)
  // … and others have theirs.
  void share('Qz')
  expect(started).toEqual(['Ae', 'Be', 'Qz'])
  people.add('m')
  end.Ae?.()
  await expect.poll(() => started.slice(3)).toEqual(['Pe'])
})

it('S6 what people want for themselves goes on however much shared work there is', async () => {
  const { queue, add, started, end } = setUp({
    ...{ atOnce: 3, keptForShared: 1, keptForOwn: 1 },
    ...{ mostWaiting: 9, mostWaitingEach: 9 },
  })
  const share = addShared(queue, started, end)
  for (const name of ['Pe', 'Qe', 'Rm', 'Sn']) void share(name)
  // One place for each of two causes, and one that is kept.
  expect(started).toEqual(['Pe', 'Rm'])
  void add('a1')
  void add('b1')
  expect(started).toEqual(['Pe', 'Rm', 'a1'])
  end.a1?.()
  await expect.poll(() => started.slice(3)).toEqual(['b1'])
  end.Rm?.()
  await expect.poll(() => started.slice(4)).toEqual(['Sn'])
  end.Pe?.()
  await expect.poll(() => started.slice(5)).toEqual(['Qe'])
})

it('S6 shared work that waits for room of its cause begins when somebody joins who has room', async () => {
  const { queue, started, end } = setUp({ atOnce: 3, keptForOwn: 1, mostWaiting: 9, mostWaitingEach: 9 })
  const share = addShared(queue, started, end)
  const people = new Set<string>()
  void share('Ae')
  void share('Pe', people)
  expect(started).toEqual(['Ae'])
  people.add('m')
  queue.startNext()
  await expect.poll(() => started).toEqual(['Ae', 'Pe'])
})

it('S6 when one job ends, all start that have a place by then', async () => {
  const { queue, started, end } = setUp({ atOnce: 3, mostWaiting: 9, mostWaitingEach: 9 })
  const share = addShared(queue, started, end)
  void share('Pe')
  void share('Qe')
  // One waits for its page, the other for its cause to have room.
  void share('Pm')
  void share('Re')
  expect(started).toEqual(['Pe', 'Qe'])
  end.Pe?.()
  await expect.poll(() => started.slice(2).sort()).toEqual(['Pm', 'Re'])
})

it('R34 how much shared work of one cause may wait is counted by itself', async () => {
  const { queue, add, started, end } = setUp({
    ...{ atOnce: 1, mostWaiting: 2, mostWaitingEach: 1 },
    mostSharedEach: 2,
  })
  const share = addShared(queue, started, end)
  for (const name of ['a1', 'a2']) void add(name)
  await expect(add('a3')).rejects.toMatchObject({ code: 'rate-limited' })
  void share('Pa')
  const last = share('Qa')
  await expect(share('Ra')).rejects.toMatchObject({ code: 'rate-limited' })
  const givenUp = expect(last).rejects.toMatchObject({ code: 'unavailable' })
  void share('Rb')
  await givenUp
  await expect(share('Sc')).rejects.toMatchObject({ code: 'unavailable' })
  end.a1?.()
  await expect.poll(() => started).toEqual(['a1', 'Rb'])
})
