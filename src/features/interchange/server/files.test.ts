import { describe, expect, it } from 'vitest'
import { decodeText } from '@/shared/decode-text'
import { importFormatOf } from '../formats'
import { boundTitle, fileNameOf, titleFromFileName } from '../model'
import { freeName, takenNames, ZipFiles } from './export-branch'
import { receiptOf } from './receipt'

const tools = { parseHtml: () => ({}) as never, onProgress: () => {} }

describe('files and their names', () => {
  it('5.3 the kind of a file is told by its ending, whatever the case', () => {
    expect(
      ['a.md', 'A.MDX', 'a.b.markdown', 'x.HTM', 'x.html', 'x.txt', 'x.Docx', 'a.tsv', 'a.json'].map(
        (name) => importFormatOf(name)?.id,
      ),
    ).toEqual(['markdown', 'markdown', 'markdown', 'html', 'html', 'text', 'word', 'csv', 'json'])
    for (const name of ['a', 'md', 'a.docx.bin', 'a.md.exe', 'a.md/', ''])
      expect(importFormatOf(name)).toBeUndefined()
  })

  it('a page without a title of its own is called like its file', () => {
    expect(titleFromFileName('C:\\notes\\Plan B.md')).toBe('Plan B')
    expect(titleFromFileName('../../etc/passwd.txt')).toBe('passwd')
    expect([...boundTitle('😀'.repeat(1000))]).toHaveLength(500)
  })

  it.each([
    ['Plan', 'Plan.md'],
    ['../../etc/passwd', 'etc passwd.md'],
    ['a\r\nSet-Cookie: x', 'a Set-Cookie x.md'],
    ['con', 'con page.md'],
    ['...', 'Untitled.md'],
    ['', 'Untitled.md'],
    ['\u202egpj.exe', 'gpj.exe.md'],
    ['x'.repeat(500), `${'x'.repeat(80)}.md`],
  ])('%j is stored as %j', (title, name) => expect(fileNameOf(title, 'md')).toBe(name))

  it('pages of one name are numbered, past the numbers that others have', () => {
    const taken = takenNames('files')
    const titles = ['A', 'A 3', 'a', 'A', 'A 3', 'A 3 2', 'a 2', 'A', 'Files', 'constructor', 'constructor']
    expect(titles.map((title) => freeName(title, taken))).toEqual([
      ...['A', 'A 3', 'a 2', 'A 4', 'A 3 2', 'A 3 2 2', 'a 2 2', 'A 5'],
      ...['Files 2', 'constructor', 'constructor 2'],
    ])
  })

  it('files of one name are numbered before their ending', () => {
    const files = new ZipFiles()
    const names = ['a.png', 'A.PNG', 'a 3.png', 'a.png', 'a.jpg', '.png', 'file.png', 'a', 'a']
    expect(names.map((name, at) => files.pathOf({ id: `${at}`, name }).path)).toEqual(
      ['a.png', 'A 2.PNG', 'a 3.png', 'a 4.png', 'a.jpg', 'file.png', 'file 2.png', 'a', 'a 2'].map(
        (name) => `files/${name}`,
      ),
    )
    expect(files.pathOf({ id: '1', name: 'A.PNG' })).toEqual({ path: 'files/A 2.PNG', isNew: false })
  })

  it('R67 of many pages of one name, each is tried a few times, however often the name is taken', () => {
    let tries = 0
    class CountedNames extends Map<string, number> {
      override has(name: string) {
        tries++
        return super.has(name)
      }
    }
    const taken = new CountedNames()
    const names = Array.from({ length: 3_000 }, () => freeName('Untitled', taken))
    expect(names.at(-1)).toBe('Untitled 3000')
    expect(new Set(names).size).toBe(3_000)
    expect(tries).toBeLessThanOrEqual(6_000)
  })
})

describe('what is in a file', () => {
  it('plain text: a paragraph for what stands between blank lines, lines kept', async () => {
    const bytes = new TextEncoder().encode('\ufeffone\r\n two\r\n\r\n\r\n# three *x*\n')
    const { blocks } = await importFormatOf('a.txt')!.read({ name: 'a.txt', bytes }, tools)
    expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
      ['paragraph', [{ text: 'one\n two' }]],
      ['paragraph', [{ text: '# three *x*' }]],
    ])
  })

  it('UTF-8, and UTF-16 that says so, are text; anything else is refused in words', () => {
    expect(decodeText(new TextEncoder().encode('Ü日'))).toBe('Ü日')
    expect(decodeText(new Uint8Array([0xff, 0xfe, 0x41, 0, 0xfc, 0]))).toBe('Aü')
    for (const bytes of [[0x41, 0, 0x42], [0xc3, 0x28], [0x80]]) {
      expect(() => decodeText(new Uint8Array(bytes))).toThrow('This file is not text.')
    }
  })

  it('the receipt counts blocks by what they are called, inside quotes too', () => {
    const receipt = receiptOf(
      [
        { id: 'a', kind: 'heading', attributes: { level: 2 } },
        {
          id: 'b',
          kind: 'blockquote',
          children: [
            { id: 'c', kind: 'paragraph' },
            { id: 'd', kind: 'paragraph' },
          ],
        },
        { id: 'e', kind: 'listItem', attributes: { listStyleType: 'decimal', indent: 3 } },
        { id: 'f', kind: 'future' },
      ],
      [
        { change: 'converted', what: 'Table', into: 'code block', count: 2 },
        { change: 'dropped', what: 'HTML comment', into: '', count: 1 },
      ],
    )
    expect(receipt).toEqual({
      pages: 1,
      review: { suggestions: 0, discussions: 0 },
      files: 0,
      kept: expect.arrayContaining([
        { what: 'Text', count: 2 },
        { what: 'Heading 2', count: 1 },
        { what: 'Quote', count: 1 },
        { what: 'Numbered list', count: 1 },
        { what: 'Unsupported block', count: 1 },
      ]),
      converted: [{ what: 'Table', into: 'code block', count: 2 }],
      dropped: [{ what: 'HTML comment', count: 1 }],
    })
    expect(receipt.kept[0]).toEqual({ what: 'Text', count: 2 })
  })
})
