import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StaticBlocks } from '@/blocks/static-blocks'
import { blocksOfAnswer, withoutLoads } from './safe-blocks'

const shown = (markdown: string) =>
  renderToStaticMarkup(createElement(StaticBlocks, { blocks: blocksOfAnswer(markdown) }))

test('R39 R63 pictures, films and embeds of an answer are links with their host; nothing in it loads anything', () => {
  const hostile = [
    '![secret](https://evil.example/x.png?leak=1)',
    '<img src="https://evil.example/a.png"><iframe src="https://evil.example"></iframe><script>alert(1)</script>',
    'text ![](https://evil.example/b.png) text',
    '| a |\n| - |\n| ![](https://evil.example/c.png) |',
    '[ref]: https://evil.example/d.png\n\n![alt][ref]',
    '::video{url="https://evil.example/v.mp4"}',
    ':::callout{icon="https://evil.example/i.png" backgroundColor="url(https://evil.example/e)"}\nHi\n:::',
    '> ![](//evil.example/f.png)',
  ].join('\n\n')
  const html = shown(hostile)
  expect(html).not.toMatch(/<(img|video|audio|iframe|source|object|embed|script|link|picture|svg)\b/i)
  expect(html).not.toMatch(/\b(src|srcset|poster|style)="[^"]*evil/i)
  expect(html).toContain('secret (evil.example)')
  // What is inserted is what is shown.
  expect(JSON.stringify(blocksOfAnswer(hostile))).not.toMatch(
    /"kind":"(image|video|audio|mediaEmbed|file|chart|card|mention)"/,
  )
})

test('what a model writes in Markdown is kept', () => {
  const text =
    '## Goals\n\n- **one**\n- [two](https://example.org)\n\n```js\nlet a = "https://x"\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |'
  const html = shown(text)
  for (const part of ['<h2', '<strong>', 'href="https://example.org"', '<pre', '<table', 'let a'])
    expect(html).toContain(part)
})

test('kinds that are not known hold no address', () => {
  const [block] = withoutLoads([
    { id: 'x', kind: 'hologram', attributes: { url: 'javascript:alert(1)', alt: 'Click' } },
  ])
  expect(block).toMatchObject({ kind: 'paragraph', text: [{ text: 'Click' }] })
})

test('R65 an answer that is cut at any character reads as blocks', () => {
  const text =
    '# Ti\n\n**bo _ld_** [a](https://b.c) `x` $y$\n\n- [ ] do\n\n| a |\n| - |\n| b |\n\n```js\nx\n```\n'
  for (let end = 0; end <= text.length; end++) expect(() => shown(text.slice(0, end))).not.toThrow()
})
