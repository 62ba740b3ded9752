import { describe, expect, test } from 'vitest'
import { formatShortcut, matchesShortcut } from './shortcut'

const press = (key: string, held: string[] = [], code?: string) => ({
  key,
  code,
  ctrlKey: held.includes('ctrl'),
  metaKey: held.includes('meta'),
  shiftKey: held.includes('shift'),
  altKey: held.includes('alt'),
})

describe('matchesShortcut', () => {
  test('mod is Control here and Command on Apple devices', () => {
    expect(matchesShortcut(press('b', ['ctrl']), 'mod+b', false)).toBe(true)
    expect(matchesShortcut(press('b', ['meta']), 'mod+b', true)).toBe(true)
    expect(matchesShortcut(press('b', ['ctrl']), 'mod+b', true)).toBe(false)
    expect(matchesShortcut(press('b', ['ctrl', 'meta']), 'mod+b', false)).toBe(false)
  })

  test('other held keys make another shortcut', () => {
    expect(matchesShortcut(press('L', ['ctrl', 'shift']), 'mod+shift+l', false)).toBe(true)
    expect(matchesShortcut(press('L', ['ctrl', 'shift']), 'mod+l', false)).toBe(false)
    expect(matchesShortcut(press('b', ['ctrl', 'alt']), 'mod+b', false)).toBe(false)
  })

  test('a sign matches whether or not the keyboard needs Shift for it', () => {
    expect(matchesShortcut(press('?', ['ctrl', 'shift']), 'mod+?', false)).toBe(true)
    expect(matchesShortcut(press('?', ['ctrl']), 'mod+?', false)).toBe(true)
    expect(matchesShortcut(press('\\', ['ctrl']), 'mod+\\', false)).toBe(true)
  })

  test('a letter is found by its physical key under another layout', () => {
    expect(matchesShortcut(press('л', ['ctrl'], 'KeyK'), 'mod+k', false)).toBe(true)
    expect(matchesShortcut(press('ß', ['meta', 'alt'], 'KeyS'), 'mod+alt+s', true)).toBe(true)
  })

  test('a layout that has its Latin letters elsewhere means those', () => {
    expect(matchesShortcut(press('y', ['ctrl'], 'KeyZ'), 'mod+z', false)).toBe(false)
    expect(matchesShortcut(press('y', ['ctrl'], 'KeyZ'), 'mod+y', false)).toBe(true)
    expect(matchesShortcut(press('q', ['ctrl'], 'KeyA'), 'mod+a', false)).toBe(false)
  })
})

test('shortcuts read as the keyboard prints them', () => {
  expect(formatShortcut('mod+shift+l', true)).toBe('⌘⇧L')
  expect(formatShortcut('mod+shift+l', false)).toBe('Ctrl+Shift+L')
  expect(formatShortcut('mod+comma', false)).toBe('Ctrl+,')
})
