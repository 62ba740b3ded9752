import { expect, test } from 'vitest'
import { tooMuchUnsent } from './unsent'

const MB = 1024 * 1024
const socket = (id: string, unsent: number) => ({
  unsent: unsent * MB,
  caller: { user: { id } },
})
const sizes = (sockets: ReturnType<typeof socket>[]) =>
  tooMuchUnsent(sockets).map(({ unsent, caller }) => `${caller.user.id} ${unsent / MB}`)

test('R18 of a person whose readers take nothing the largest sockets are ended, until the rest is bearable', () => {
  const mallory = [60, 10, 50, 40, 30].map((unsent) => socket('m', unsent))
  expect(sizes([...mallory, socket('ada', 70)])).toEqual(['m 60'])
  expect(sizes([socket('m', 79), socket('m', 79)])).toEqual([])
})

test('R18 when it is too much of many people, it is who has the most of it, not who has the largest socket', () => {
  const hoarders = ['p', 'q', 'r', 's', 't'].flatMap((id) => Array.from({ length: 50 }, () => socket(id, 3)))
  const ended = sizes([...hoarders, socket('ada', 4), socket('bob', 70)])
  expect(ended.length).toBeGreaterThan(20)
  expect(ended.filter((one) => /ada|bob/.test(one))).toEqual([])
})
