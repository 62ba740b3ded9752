import { describe, expect, it } from 'vitest'
import { plainTextOf } from '@/blocks/plain-text'
import { parseHtmlText } from '../server/parse-html'
import { importFormatOf } from '.'

const tools = { parseHtml: parseHtmlText, onProgress: () => undefined }
const read = async (name: string, bytes: Uint8Array) => importFormatOf(name)!.read({ name, bytes }, tools)
/** The bytes of a text in ASCII, with these in place of `@`. */
const bytes = (text: string, ...others: number[]) =>
  new Uint8Array([...text].flatMap((sign) => (sign === '@' ? others : [sign.charCodeAt(0)])))
const wordsOf = async (name: string, given: Uint8Array) => plainTextOf((await read(name, given)).blocks)

describe('files of older programs', () => {
  it('9.5 text, Markdown and CSV of Windows are read with their letters and signs', async () => {
    const [umlaut, euro] = [0xfc, 0x80]
    expect(await wordsOf('a.txt', bytes('f@r', umlaut))).toBe('für')
    expect(await wordsOf('a.md', bytes('5 @', euro))).toBe('5 €')
    const { blocks } = await read('a.csv', bytes('Name;Preis\r\nT@r;5\r\n', umlaut))
    expect(JSON.stringify(blocks)).toContain('"Tür"')
  })

  it.each([
    ['<meta charset="windows-1251">', [0xcf, 0xf0, 0xe8], 'При'],
    ['<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">', [0x93, 0xfa], '日'],
    ['<meta charset=utf-8>', [0xc3, 0xbc], 'ü'],
    ['<meta charset="utf-8">', [0xfc], 'ü'],
    ['<meta charset="unheard-of">', [0xfc], 'ü'],
    ['', [0xfc], 'ü'],
  ])('9.5 a web page is read in the encoding that it declares: %s', async (meta, letters, words) => {
    const page = bytes(`<html><head>${meta}</head><body><p>@</p></body></html>`, ...letters)
    expect(await wordsOf('a.html', page)).toBe(words)
  })

  it('9.5 what is not of Windows in the West is refused rather than garbled', async () => {
    // Of another script, and UTF-8 that was cut in the middle of a letter at its end.
    const russian = new Uint8Array([
      0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xec, 0xe8, 0xf0, 0xee, 0xe2,
    ])
    const damaged = new Uint8Array([...new TextEncoder().encode('Grüße für Jörg'), 0xc3])
    for (const given of [russian, damaged])
      await expect(read('a.txt', given)).rejects.toThrow('This file is not text.')
  })

  it.each(['a.txt', 'a.csv', 'a.md', 'a.html'])(
    'what is no text is refused, whatever its name: %s',
    async (name) => {
      const noise = new Uint8Array(4096).map((_, at) => 1 + ((at * 7919) % 255))
      for (const given of [noise, bytes('a@b', 0), bytes('<meta charset="windows-1251">@', 0xcf, 0)])
        await expect(read(name, given)).rejects.toThrow('This file is not text.')
    },
  )
})
