import { describe, expect, it } from 'vitest'
import { isInlineText } from '../kit/block'
import { plainTextOf } from '../plain-text'
import { blocksFromMarkdown } from '.'

const LENGTH = 24_000
const often = (part: string, length = LENGTH) => part.repeat(Math.ceil(length / part.length))
const around = (open: string, close: string) => often(open, LENGTH / 2) + often(close, LENGTH / 2)

const WORDS =
  'some *words* and **more _of_ them** to [read](https://a.bc/x), `code`, ~~no~~ ==yes== <b>b</b> 2*3. '

const cpuTime = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
const time = (text: string) => {
  const begun = cpuTime()
  blocksFromMarkdown(text)
  return cpuTime() - begun
}

const marks = (text: string) => {
  const count: Record<string, number> = {}
  for (const piece of blocksFromMarkdown(text).flatMap(({ text = [] }) => text))
    for (const { kind } of (isInlineText(piece) && piece.marks) || []) count[kind] = (count[kind] ?? 0) + 1
  return count
}

describe('Markdown made to take very long', () => {
  it.each([
    ['emphasis in emphasis', around('*a ', 'a* ')],
    ['strong in strong', around('**a ', 'a** ')],
    ['emphasis across emphasis', often('*a_ ')],
    ['emphasis inside words', often('字*')],
    ['one sign and two by turns inside words', often('字*字**')],
    ['one run in pairs with itself', `${'*'.repeat(LENGTH / 2)}a${'*'.repeat(LENGTH / 2)}`],
    ['what is struck in what is struck', around('~~a ', 'a~~ ')],
    ['what is marked in what is marked', around('==a ', 'a== ')],
    ['brackets in brackets', around('[a', 'b]')],
    ['pictures in pictures', around('![', '](b)')],
    ['titles without an end', often('[a](b (')],
    ['comments without an end', `a ${often('<!-- ')}`],
    ['data without an end', `a ${often('<![CDATA[ ')}`],
    ['declarations without an end', `a ${often('<!A ')}`],
  ])(
    'R34 takes no longer than what people write, and keeps its words: %s',
    (_, text) => {
      const words = often(WORDS)
      time(words)
      expect(time(text)).toBeLessThan(8 * Math.max(time(words), time(words)))
      const letters = (of: string) => of.replace(/[^a-z]/gi, '').length
      if (!text.includes('](')) expect(letters(plainTextOf(blocksFromMarkdown(text)))).toBe(letters(text))
    },
    120_000,
  )

  it('R34 signs that mean nothing take time by their number, in a text of any length', () => {
    for (const part of [':a[', '[a][', '[^a][']) {
      // The longer one is four times as long: by the square it takes sixteen times as long, and more.
      time(often(part))
      const long = time(often(part, 4 * LENGTH))
      expect(long, part).toBeLessThan(10 * Math.max(40, time(often(part)), time(often(part))))
    }
    const inLink = (length: number) => `[${often('字&\\*', length)}](b)`
    expect(time(inLink(4 * LENGTH))).toBeLessThan(
      10 * Math.max(40, time(inLink(LENGTH)), time(inLink(LENGTH))),
    )
    const text = often('[INFO] at:a[1] *all* [x](https://a.bc/y), ', 4 * LENGTH)
    const [paragraph, ...others] = blocksFromMarkdown(text)
    expect(others).toEqual([])
    const [first, ...rest] = blocksFromMarkdown(text.slice(0, 42).repeat(2))[0]!.text!
    expect(paragraph!.text!.slice(0, 2)).toEqual([first, rest[0]])
    expect(plainTextOf([paragraph!])).toBe(
      text.trim().replaceAll('*', '').replaceAll('[x](https://a.bc/y)', 'x'),
    )
  })

  it('what people write has all its marks, in a paragraph of any length', () => {
    const one = marks(WORDS.repeat(2))
    for (const [kind, count] of Object.entries(marks(WORDS.repeat(1_000))))
      expect(count).toBe(500 * one[kind]!)
    // Where words are not parted by spaces, every sign could close what is before it.
    const unparted = marks('日本**太字**の'.repeat(2_500))
    expect(unparted).toEqual({ bold: 2_500 })
    // One that could close pairs with none behind it that has twice its signs (CommonMark 6.2, rule 9).
    expect(marks('字*字** a')).toEqual({})
    // Signs that open or close nothing do not take from those that do.
    const stray = `${'[see* *.ts 5* a** ~5 '.repeat(1_000)} **bold** ~~no~~ ==yes== [x](https://a.bc/y) \`c\` <u>d</u>`
    expect(Object.keys(marks(stray))).toEqual(
      expect.arrayContaining(['bold', 'strikethrough', 'highlight', 'link', 'code', 'underline']),
    )
    const deep = `${'**a *b '.repeat(20)}c${' d* e**'.repeat(20)}`
    expect(plainTextOf(blocksFromMarkdown(deep))).not.toContain('*')
  })
})
