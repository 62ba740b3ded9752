import { describe, expect, it } from 'vitest'
import { readBlocks } from './content-input'
import { CreatePage, UpdatePage } from './inputs'
import { isPossiblePageId, STATUS_LABELS } from './model'

describe('what the page calls accept', () => {
  const update = (fields: object) => UpdatePage.safeParse({ id: 'p', ...fields })

  it('4.1 status has six values, and the display states are none of them', () => {
    expect(Object.values(STATUS_LABELS)).toEqual([
      'None',
      'Not Started',
      'In Progress',
      'Completed',
      'Blocked',
      'Overdue',
    ])
    expect(update({ status: 'overdue' }).success).toBe(true)
    for (const status of ['archived', 'draft', '', 'None']) expect(update({ status }).success).toBe(false)
  })

  it('5.2 a title is one line', () => {
    expect(update({ title: 'a\r\nb\u2028c\u0000d' }).data?.title).toBe('a b c d')
    expect(update({ title: 'x'.repeat(501) }).success).toBe(false)
  })

  it('R30 a cover is a gradient name or a web address, never a script', () => {
    for (const coverImage of [
      'misty',
      'https://example.org/a.png',
      'http://example.org/a.png',
      'icon:{"iconName":"star","color":"red"}',
      '{"background":"misty","media":{"url":"https://example.org/v.mp4","type":"video"}}',
      null,
    ])
      expect(update({ coverImage }).success, String(coverImage)).toBe(true)
    for (const coverImage of [
      'javascript:alert(1)',
      ' java\tscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '//evil.example',
      '/\\evil.example',
      '{"media":{"url":"javascript:alert(1)"}}',
      '{not json',
      'https://',
    ])
      expect(update({ coverImage }).success, coverImage).toBe(false)
  })

  it('an icon is short and has no markup', () => {
    for (const icon of ['🪴', '👩🏽‍💻', 'book-open', null]) expect(update({ icon }).success).toBe(true)
    for (const icon of ['', '   ', '<b>', 'x'.repeat(61), 'rocket:mauve', 7])
      expect(update({ icon }).success).toBe(false)
  })

  it('unknown ids and reserved words are not possible page ids', () => {
    expect(isPossiblePageId('k3v9')).toBe(true)
    for (const id of ['settings', 'api', '', '../x', 'a b', 'x'.repeat(65)])
      expect(isPossiblePageId(id)).toBe(false)
  })

  it('everything about a new page is optional', () => {
    expect(CreatePage.safeParse(undefined).success).toBe(true)
    expect(CreatePage.safeParse({ parentDocumentId: null }).success).toBe(true)
  })
})

describe('contentRich from outside', () => {
  const accepts = (contentRich: unknown) => UpdatePage.safeParse({ id: 'p', contentRich })

  it('keeps unknown kinds, attributes, marks and atoms', () => {
    const blocks = [
      {
        id: 'b1',
        kind: 'hologram',
        attributes: { depth: 3, tags: ['x', { y: null }] },
        text: [
          { text: 'a', marks: [{ kind: 'sparkle', attributes: { n: 1 } }] },
          { kind: 'mention', attributes: { key: '/p' } },
        ],
        children: [{ id: 'b2', kind: 'paragraph', text: [] }],
      },
    ]
    expect(readBlocks(blocks)).toEqual(blocks)
  })

  it('gives a new id where one is missing, malformed or used twice', () => {
    const ids = readBlocks([
      { kind: 'paragraph' },
      { id: 'x', kind: 'paragraph' },
      { id: 'x', kind: 'paragraph' },
      { id: '"><script>', kind: 'paragraph' },
      { id: 7, kind: 'paragraph' },
    ]).map((block) => block.id)
    expect(new Set(ids).size).toBe(5)
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    expect(ids[1]).toBe('x')
  })

  it('R41 keeps keys that objects inherit as their own, and refuses __proto__ in words', () => {
    const named = JSON.parse(
      '[{"id":"constructor","kind":"dataTable","attributes":{"constructor":{"prototype":1},' +
        '"data":[{"constructor":"c","prototype":"p","toString":"t"}]},"text":[{"kind":"x","attributes":{"prototype":2}}]}]',
    )
    const [block] = readBlocks(named)
    expect({ ...block, id: 'constructor' }).toEqual(named[0])
    expect(Object.hasOwn(block!.attributes!, 'constructor')).toBe(true)
    expect(block?.id).not.toBe('constructor')
    for (const attributes of ['{"__proto__":{"polluted":true}}', '{"data":[{"__proto__":1}]}']) {
      const result = accepts([{ kind: 'paragraph', attributes: JSON.parse(attributes) }])
      expect(result.error?.issues[0]?.message).toBe('The key "__proto__" cannot be kept in a page.')
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('R41 refuses what is not blocks, too deep or too much, in words', () => {
    let deep: object = { kind: 'blockquote', children: [] }
    for (let level = 0; level < 13; level += 1) deep = { kind: 'blockquote', children: [deep] }
    let deepAttribute: object = {}
    for (let level = 0; level < 20; level += 1) deepAttribute = { deepAttribute }
    for (const content of [
      'text',
      null,
      [null],
      [[]],
      [{ kind: 7 }],
      [{ kind: '<script>' }],
      [{ kind: 'paragraph', text: 'plain' }],
      [{ kind: 'paragraph', text: [{ marks: [] }] }],
      [{ kind: 'paragraph', text: [{ text: 'a', marks: 'bold' }] }],
      [{ kind: 'paragraph', children: {} }],
      [{ kind: 'paragraph', attributes: [] }],
      [{ kind: 'paragraph', attributes: deepAttribute }],
      [deep],
    ]) {
      const result = accepts(content)
      expect(result.success, JSON.stringify(content)).toBe(false)
      expect(result.error?.issues[0]?.message).toMatch(/^[A-Z].*\.$/)
    }
    expect(() => readBlocks(Array.from({ length: 20_001 }, () => ({ kind: 'paragraph' })))).toThrow(/20,000/)
  })

  it('S1 refuses a table of more cells than a page lays out, in words', () => {
    const lines = (kind: string) => Array.from({ length: 400 }, (_, i) => ({ id: `${kind}${i}`, kind }))
    const children = [...lines('tableColumn'), ...lines('tableRow')]
    const { error } = accepts([{ kind: 'table', children }])
    expect(error?.issues[0]?.message).toBe(
      'A table can have at most 20,000 cells; this one would have 160,000.',
    )
  })
})
