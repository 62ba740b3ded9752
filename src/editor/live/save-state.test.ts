import { expect, test } from 'vitest'
import { type Situation, saveStateOf, saveStateText } from './save-state'

const settled: Situation = {
  unsent: 0,
  confirmed: true,
  connection: 'open',
  refusal: null,
  isApart: false,
  peers: 0,
}
const textFor = (change: Partial<Situation>) => saveStateText(saveStateOf({ ...settled, ...change }))

test('"Saved" is said only when the server has confirmed everything', () => {
  expect(textFor({})).toBe('Saved')
  expect(textFor({ confirmed: false })).toBe('Saving…')
  expect(textFor({ unsent: 1 })).toBe('Saving…')
  expect(textFor({ connection: 'opening', confirmed: false })).toBe('Saving…')
  for (const connection of ['opening', 'lost'] as const) {
    for (const unsent of [0, 3]) expect(textFor({ connection, unsent, confirmed: false })).not.toBe('Saved')
  }
})

test('offline tells how many edits are unsent', () => {
  expect(textFor({ connection: 'lost', unsent: 12 })).toBe('Offline — 12 unsent')
})

test('a refusal is shown as long as something is only in the browser', () => {
  expect(textFor({ refusal: 'disk-full', unsent: 1 })).toBe(
    'Not saved — the server’s disk is full; trying again',
  )
  expect(textFor({ refusal: 'disk-full', unsent: 0 })).toBe('Saved')
})

test('somebody whose session is over is asked to sign in again, also when nothing is unsent', () => {
  const over = { refusal: 'signed-out', connection: 'lost' } as const
  expect(textFor({ ...over, unsent: 2 })).toBe('Not saved — sign in again to save')
  expect(textFor(over)).toBe('Signed out — sign in again to write')
})

test('T1 never "Saved" while the screen shows what the page does not hold, whatever else is known', () => {
  for (const change of [{}, { unsent: 2 }, { connection: 'lost' }, { refusal: 'signed-out' }] as const) {
    expect(textFor({ ...change, isApart: true })).toBe(
      'Not saved — something went wrong on this page; copy what you typed',
    )
  }
})
