import { expect, test } from 'vitest'
import { type HeldPage, memoryOf, NoRoom, PageMemory } from './page-memory'

const MB = 1024 * 1024
/** A size of which `memoryOf` makes `mb` MB. */
const ofMb = (mb: number) => ({ bytes: mb * MB - memoryOf({ bytes: 0, weight: 0 }), weight: 0 })

class Page implements HeldPage {
  givesWay = false
  lastUseAt = 0
  protected readonly people: ReadonlySet<string>

  constructor(
    readonly name: string,
    mb: number,
    people: readonly string[],
    readonly isHeld = people.length > 0,
  ) {
    this.memory = Math.round(mb * MB)
    this.people = new Set(people)
  }

  memory: number

  get holders(): ReadonlySet<string> {
    return this.people
  }

  giveWay(): void {
    this.givesWay = true
  }
}

/** What is in memory, of which 100 MB may be; what gives way is gone in the turn after. */
function memoryWith(...held: Page[]) {
  const pages = new Set(held)
  const memory = new PageMemory(100 * MB, () => pages)
  for (const page of held)
    page.giveWay = () => {
      page.givesWay = true
      setImmediate(() => {
        pages.delete(page)
        memory.left(page.name, page.memory)
      })
    }
  const goes = () => held.filter(({ givesWay }) => givesWay).map(({ name }) => name)
  const open = async (name: string, mb: number, ...people: string[]) => {
    await memory.take(name, ofMb(mb), new Set(people))
    pages.add(new Page(name, mb, people))
    memory.arrived(name)
  }
  return { memory, goes, open, inMemory: () => [...pages].reduce((sum, { memory: mb }) => sum + mb, 0) / MB }
}

test('R67 pages that nobody has open give way first, those that were left longest ago', async () => {
  const [old, recent] = [new Page('old', 30, []), new Page('recent', 30, [])]
  recent.lastUseAt = 1
  const { goes, open } = memoryWith(recent, old, new Page('hers', 30, ['ada']))
  await open('new', 30, 'bob')
  expect(goes()).toEqual(['old'])
})

test('R67 who has filled the memory alone gives way to others, with the page of which they hold most, and gets no more', async () => {
  const { goes, open } = memoryWith(
    new Page('m1', 30, ['mallory']),
    new Page('m2', 40, ['mallory']),
    new Page('m3', 25, ['mallory']),
    new Page('a1', 2, ['ada']),
  )
  await expect(open('m4', 30, 'mallory')).rejects.toThrow(NoRoom)
  expect(goes()).toEqual([])
  await open('b1', 20, 'bob')
  expect(goes()).toEqual(['m2'])
})

test('R67 a person with a small page gets in though many accounts have filled the memory together', async () => {
  const pages = Array.from({ length: 10 }, (_, at) => new Page(`m${at}`, 10, [`mallory ${at}`]))
  const { goes, open } = memoryWith(...pages)
  await open('a1', 1, 'ada')
  expect(goes()).toHaveLength(1)
  await expect(open('m10', 20, 'mallory 10')).rejects.toThrow(NoRoom)
})

test('R67 a page that many have open counts for each of them in part, so that who holds one alone goes before them', async () => {
  const many = Array.from({ length: 20 }, (_, at) => `person ${at}`)
  const { goes, open } = memoryWith(new Page('ours', 60, many), new Page('m1', 40, ['mallory']))
  await open('a1', 10, 'ada')
  expect(goes()).toEqual(['m1'])
})

test('R67 what the server does by itself takes nobody’s page', async () => {
  const { goes, open } = memoryWith(new Page('a1', 60, ['ada']), new Page('idle', 30, []))
  await open('old', 30)
  expect(goes()).toEqual(['idle'])
  await expect(open('older', 50)).rejects.toThrow(NoRoom)
  expect(goes()).toEqual(['idle'])
})

test('R67 a page that a call of the server works on is left alone', async () => {
  const { goes, open } = memoryWith(new Page('worked on', 60, [], true), new Page('m1', 40, ['mallory']))
  await expect(open('a1', 70, 'ada')).rejects.toThrow(NoRoom)
  await open('a2', 20, 'ada')
  expect(goes()).toEqual(['m1'])
})

test('R67 pages that come at once have room only together, and nobody waits where there is room', async () => {
  const { open, inMemory } = memoryWith()
  const opened = await Promise.allSettled([1, 2, 3].map((at) => open(`m${at}`, 40, 'mallory')))
  expect(opened.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(inMemory()).toBe(80)
})

test('R67 a page that has no room is not loaded again in vain, and is when there is room', async () => {
  const ada = new Set(['ada'])
  const other = new Page('a1', 60, ['ada'])
  const { memory, open } = memoryWith(other)
  expect(memory.isFullFor('a2', ada)).toBe(false)
  await expect(open('a2', 60, 'ada')).rejects.toThrow(NoRoom)
  expect(memory.isFullFor('a2', ada)).toBe(true)
  other.giveWay()
  expect(memory.isFullFor('a2', ada)).toBe(false)
})

test('R67 what is written finds room until the memory is full; then who holds most gives way for a little, and gets no more for much', async () => {
  const hers = new Page('a1', 10, ['ada'])
  const his = new Page('m1', 50, ['mallory'])
  const also = new Page('m2', 39, ['mallory'])
  const { memory, goes } = memoryWith(hers, his, also)
  expect(memory.roomFor(his, { bytes: 1000, weight: 100 })).toBe('room')
  expect(memory.roomFor(his, { bytes: 10 * MB, weight: 0 })).toBe('no-room')
  expect(goes()).toEqual([])
  expect(memory.roomFor(hers, { bytes: 10 * MB, weight: 0 })).toBe('room')
  expect(goes()).toEqual(['m1'])
})

test('R67 a little that is written beyond the memory is taken, and who holds most gives way for it', async () => {
  const hers = new Page('a1', 10, ['ada'])
  const his = new Page('m1', 90, ['mallory'])
  const { memory, goes } = memoryWith(hers, his)
  expect(memory.roomFor(hers, { bytes: 500, weight: 20 })).toBe('room')
  hers.memory += 500
  await new Promise((resolve) => setImmediate(resolve))
  expect(goes()).toEqual(['m1'])
})

test('R67 while a page waits for others to give way, others write on', async () => {
  const idle = new Page('idle', 95, [])
  const hers = new Page('a1', 1, ['ada'])
  const pages = new Set([idle, hers])
  const memory = new PageMemory(100 * MB, () => pages)
  const coming = memory.take('b1', ofMb(95), new Set(['bob']))
  expect(idle.givesWay).toBe(true)
  expect(memory.roomFor(hers, { bytes: 30, weight: 2 })).toBe('room')
  pages.delete(idle)
  memory.left('idle', idle.memory)
  await coming
})

test('R67 a page does not grow beyond what could be loaded again, and a larger one is let in where nobody else has any open', async () => {
  const hers = new Page('a1', 60, ['ada'])
  const { memory, goes, open } = memoryWith(hers, new Page('idle', 30, []))
  expect(memory.roomFor(hers, { bytes: 41 * MB, weight: 0 })).toBe('too-large')
  // Nor by what only deletes, which is taken where it is too large.
  expect(memory.roomFor(hers, { bytes: 61 * MB, weight: 0 })).toBe('no-room')
  await expect(open('b1', 120, 'bob')).rejects.toThrow(NoRoom)
  hers.giveWay()
  await expect(open('b2', 160, 'bob')).rejects.toThrow(NoRoom)
  await open('b1', 120, 'bob')
  expect(goes()).toEqual(['a1', 'idle'])
})

test('R67 nothing is added while half as much again is in memory', () => {
  const his = new Page('m1', 150, ['mallory'])
  const hers = new Page('a1', 1, ['ada'])
  const { memory } = memoryWith(his, hers)
  expect(memory.roomFor(hers, { bytes: 100, weight: 2 })).toBe('no-room')
})

test('R67 tens of thousands of small pages give way to a large one without being gone through one for another', async () => {
  let looks = 0
  class Counted extends Page {
    override get holders() {
      looks++
      return this.people
    }
  }
  const pages = Array.from(
    { length: 20_000 },
    (_, at) => new Counted(`m${at}`, 0.005, ['mallory', `m${at % 50}`]),
  )
  const { goes, open } = memoryWith(...pages)
  await open('a1', 30, 'ada')
  expect(goes().length).toBeGreaterThan(5_900)
  expect(looks).toBeLessThan(100_000)
})
