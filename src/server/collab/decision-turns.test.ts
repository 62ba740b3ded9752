import { countedTurns } from '@test/counted-turns'
import { expect, test } from 'vitest'
import { DecisionTurns } from './decision-turns'

/** A question to the database, which the event loop has to go round for. */
const question = () => new Promise((resolve) => setImmediate(resolve))

/** Turns that note, in order, when each of them is decided. */
function setUp() {
  const turns = new DecisionTurns()
  const order: string[] = []
  const act = (name: string) => async () => {
    order.push(name)
    await question()
    order.push(`${name}.`)
  }
  return {
    turns,
    order,
    alone: (person: string) => turns.alone(person, act(person)),
    beside: (name: string) => turns.besideOthers(act(name)),
  }
}

test('who decides alone has nobody beside them', async () => {
  const { order, alone, beside } = setUp()
  await Promise.all([beside('a'), beside('b'), alone('ada'), beside('c'), alone('bob'), beside('d')])
  expect(order.join(' ')).toBe('a b a. b. ada ada. c d c. d. bob bob.')
})

test('R67 an edit is held back by one turn alone, however many somebody wants and however much it has to ask', async () => {
  const { order, alone, beside } = setUp()
  const all = Array.from({ length: 60 }, () => alone('mallory'))
  await beside('ada')
  // One had begun, and was over first.
  expect(order.slice(0, 4)).toEqual(['mallory', 'mallory.', 'ada', 'ada.'])
  const second = alone('mallory')
  await beside('ada')
  expect(order.filter((name) => name === 'mallory.')).toHaveLength(2)
  await Promise.all([...all, second])
  expect(order.filter((name) => name === 'mallory.')).toHaveLength(61)
})

test('R67 of those who want a turn alone the next is another person, and nobody is passed over', async () => {
  const { order, alone } = setUp()
  await Promise.all(['mallory', 'mallory', 'mallory', 'ada', 'bob', 'ada'].map(alone))
  const decided = order.filter((name) => !name.endsWith('.'))
  expect(decided).toEqual(['mallory', 'mallory', 'ada', 'bob', 'mallory', 'ada'])
})

test('R67 the event loop has its turn between any two, also where nothing is asked', async () => {
  const { turns } = setUp()
  const counted = await countedTurns(() =>
    Promise.all(Array.from({ length: 20 }, () => turns.alone('mallory', async () => undefined))),
  )
  expect(counted.turns).toBeGreaterThanOrEqual(19)
})

test('what throws ends its turn like any other', async () => {
  const { turns, order, alone, beside } = setUp()
  const fails = async () => Promise.reject(new Error('no'))
  const results = await Promise.allSettled([
    turns.alone('ada', fails),
    turns.besideOthers(fails),
    alone('bob'),
    beside('c'),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled'])
  expect(order).toEqual(['c', 'c.', 'bob', 'bob.'])
  expect(turns.isHeld).toBe(false)
})

test('R67 those who were held back are decided about in many turns of the event loop, if it takes long', async () => {
  const { turns, alone } = setUp()
  const first = alone('ada')
  const busy = async () => {
    const until = performance.now() + 10
    while (performance.now() < until);
  }
  const { turns: counted } = await countedTurns(() =>
    Promise.all([first, ...Array.from({ length: 20 }, () => turns.besideOthers(busy))]),
  )
  expect(counted).toBeGreaterThan(10)
})
