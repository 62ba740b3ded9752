import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8')
const HUES = ['gray', 'brown', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'red']

/** The six-digit colours of the block that starts at `selector`. */
function coloursOf(selector: string): Map<string, string> {
  const start = css.indexOf(selector)
  const block = css.slice(start, css.indexOf('\n}', start))
  return new Map(
    [...block.matchAll(/--color-([a-z-]+):\s*(#[0-9a-f]{6})/g)].map((m) => [m[1] ?? '', m[2] ?? '']),
  )
}

/** Contrast of two colours as WCAG 2.2 defines it. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const themes = { light: coloursOf('@theme static'), dark: coloursOf('[data-theme="dark"] {') }

describe.each(Object.entries(themes))('%s theme', (_name, colours) => {
  const of = (name: string) => {
    const colour = colours.get(name)
    if (!colour) throw new Error(`theme.css has no --color-${name}`)
    return colour
  }
  const grounds = ['bg', 'surface', 'surface-raised', 'code', 'hover']

  test.each(['text', 'text-muted', 'text-faint', 'accent', 'danger'])('%s reads on every surface', (name) => {
    for (const ground of grounds)
      expect.soft(contrast(of(name), of(ground)), ground).toBeGreaterThanOrEqual(4.5)
  })

  test('words on buttons and banners read', () => {
    for (const [text, ground] of [
      ['accent-text', 'accent'],
      ['accent-text', 'accent-hover'],
      ['bg', 'danger'],
      ['bg', 'danger-hover'],
      ['bg', 'text'],
      ['text', 'accent-soft'],
      ['text', 'warning-soft'],
      ['text', 'danger-soft'],
      ['accent', 'accent-soft'],
      ['text', 'selection'],
      ['success', 'bg'],
      ['success', 'surface-raised'],
      ['warning', 'bg'],
      ['warning', 'surface-raised'],
    ] as const)
      expect.soft(contrast(of(text), of(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  })

  test('9.11 the ten text colours read on the page, on every background colour and on surfaces', () => {
    for (const hue of ['default', ...HUES]) {
      const text = of(hue === 'default' ? 'text' : `text-${hue}`)
      for (const ground of [
        'bg',
        'surface',
        'surface-raised',
        'code',
        ...HUES.map((name) => `background-${name}`),
      ])
        expect.soft(contrast(text, of(ground)), `${hue} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('the outlines of controls stand out', () => {
    for (const ground of ['bg', 'surface', 'surface-raised'])
      expect.soft(contrast(of('border-strong'), of(ground)), ground).toBeGreaterThanOrEqual(3)
  })
})

test('dark has every colour of light, no pure black and no pure white', () => {
  expect([...themes.dark.keys()].sort()).toEqual([...themes.light.keys()].sort())
  expect([...themes.dark.values()]).not.toContain('#000000')
  expect([...themes.dark.values()]).not.toContain('#ffffff')
})
