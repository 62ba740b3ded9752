import { expect, it } from 'vitest'
import { drawingOf, findIcons, iconNames } from './drawings'

it('9.2 there are more than 600 icons, each found by its name', () => {
  expect(iconNames.length).toBeGreaterThan(600)
  expect(new Set(iconNames).size).toBe(iconNames.length)
  expect(iconNames.filter((name) => !/^[a-z0-9-]{1,60}$/.test(name) || drawingOf(name) === null)).toEqual([])
})

it('the names that lucide gives them work too', () => {
  for (const name of ['arrow-down-0-1', 'grid-2x2', 'a-arrow-down', 'clock-10']) {
    expect(drawingOf(name), name).not.toBeNull()
  }
  expect(drawingOf('no-such-icon')).toBeNull()
  expect(drawingOf('constructor')).toBeNull()
})

it('a search finds beginnings first, then words, then anything', () => {
  const found = findIcons('arrow down')
  expect(found[0]).toMatch(/^arrow-down/)
  expect(found.some((name) => /-arrow-down/.test(name))).toBe(true)
  expect(findIcons('zzzz')).toEqual([])
})
