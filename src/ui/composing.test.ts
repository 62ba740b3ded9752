import { expect, test } from 'vitest'
import { markComposing } from './composing'

test('the Enter that confirms a composition in Safari is no Enter', () => {
  const page = new EventTarget() as unknown as Window
  markComposing(page)
  const pressed = (key: string, keyCode: number, isComposing = false) => {
    const event = Object.assign(new Event('keydown'), { key, keyCode, isComposing })
    page.dispatchEvent(event)
    return event.isComposing
  }
  expect(pressed('Enter', 229)).toBe(true)
  expect(pressed('Enter', 13)).toBe(false)
  // A phone says so of every key.
  expect(pressed('Unidentified', 229)).toBe(false)
  expect(pressed('Process', 229, true)).toBe(true)
})
