import { expect, it } from 'vitest'
import { jsxFromBlocks } from './page-jsx'

it('2.43 a page as JSX: kinds, attributes, marks, links, atoms and nesting', () => {
  expect(
    jsxFromBlocks([
      { id: 'a', kind: 'heading', attributes: { level: 2, align: 'center' }, text: [{ text: 'Tea' }] },
      {
        id: 'b',
        kind: 'paragraph',
        text: [
          { text: 'is ' },
          { text: 'very', marks: [{ kind: 'bold' }, { kind: 'color', attributes: { color: 'red' } }] },
          { text: 'hot', marks: [{ kind: 'link', attributes: { url: 'https://a.bc' } }] },
          { kind: 'date', attributes: { date: '2026-01-05' } },
        ],
      },
      {
        id: 'c',
        kind: 'blockquote',
        children: [{ id: 'd', kind: 'paragraph', text: [{ text: '{a} < b & "c"' }] }],
      },
      { id: 'e', kind: 'listItem', attributes: { indent: 1, checked: true, listStyleType: 'todo' } },
      { id: 'f', kind: 'codeBlock', attributes: { lang: 'ts' }, text: [{ text: 'let x = 1\nlet y' }] },
      { id: 'g', kind: 'horizontalRule' },
    ]),
  ).toBe(`<editor>
  <hh2 align="center">Tea</hh2>
  <hp>{"is "}<htext bold color="red">very</htext><ha url="https://a.bc">hot</ha><hdate date="2026-01-05" /></hp>
  <hblockquote>
    <hp>{"{a} < b & \\"c\\""}</hp>
  </hblockquote>
  <hli indent={1} checked listStyleType="todo" />
  <hcodeblock lang="ts">{"let x = 1\\nlet y"}</hcodeblock>
  <hhr />
</editor>`)
})

it('2.43 an empty page is an editor with nothing in it', () =>
  expect(jsxFromBlocks([])).toBe('<editor>\n</editor>'))
