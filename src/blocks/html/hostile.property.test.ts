import { describe, expect, it } from 'vitest'
import { parseHtml } from '../kit/conformance'
import { plainTextOf } from '../plain-text'
import { blocksFromHtml } from './read'

const fromHtml = (html: string) => blocksFromHtml(html, parseHtml)

describe('R34 HTML that is made to hold the page up', () => {
  it.each([
    ['50,000 links', '<a href="/x">a</a>'.repeat(50_000)],
    ['50,000 quotes in each other', `${'<blockquote>'.repeat(50_000)}end`],
    ['20,000 lists in each other', `${'<ul><li>'.repeat(20_000)}end`],
    ['a hundred thousand line ends', `a${'<br>'.repeat(100_000)}end`],
    ['a style of a megabyte', `<p style="${'color:red;'.repeat(100_000)}">end</p>`],
    ['a style sheet of a megabyte', `<style>${'p.a{color:red}'.repeat(80_000)}</style><p class="a">end</p>`],
    ['a sheet that is never closed', `<style>${'.a{'.repeat(300_000)}</style><p class="a">end</p>`],
    ['ten thousand classes', `<style>.a{color:red}</style><p class="${'a '.repeat(10_000)}">end</p>`],
    [
      'a marker of a list that never ends',
      `<p style="mso-list:l0 level1 lfo1">${'<span>'.repeat(20_000)}end</p>`,
    ],
    [
      'roman numbers without end',
      `<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">${'x'.repeat(90_000)}.</span>end</p>`,
    ],
  ])(
    'R34 %s are read to the end',
    (_, html) => {
      expect(plainTextOf(fromHtml(html))).toMatch(/end|a/)
    },
    60_000,
  )

  it('R34 nesting of any depth is read without losing text', () => {
    const deep = `${'<blockquote><ul><li><b><div>'.repeat(4000)}deep`
    expect(JSON.stringify(fromHtml(deep))).toContain('deep')
    expect(fromHtml(`<table><tr><td>${'<div>'.repeat(20_000)}deep`)).toHaveLength(1)
  }, 30_000)
})
