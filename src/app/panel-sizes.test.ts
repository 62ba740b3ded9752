import { expect, it } from 'vitest'
import { keepPanelSize, PANEL, panelSize } from './panel-sizes'

const storage = (text: string | null = null) => {
  let kept = text
  return {
    getItem: () => kept,
    setItem: (_key: string, value: string) => {
      kept = value
    },
  }
}

it('2.33 each panel keeps its own width; the first time it has the one it asks for', () => {
  const store = storage()
  expect(panelSize(store, 'history', 400)).toBe(400)
  keepPanelSize(store, 'history', 512)
  keepPanelSize(store, 'stash', 5000)
  expect(panelSize(store, 'history', 400)).toBe(512)
  expect(panelSize(store, 'stash', 320)).toBe(PANEL.max)
})

it('2.33 what cannot be read is as if nothing was kept', () => {
  for (const text of ['nonsense', 'null', '[]', '{"history":"wide"}'])
    expect(panelSize(storage(text), 'history', 400)).toBe(400)
})
