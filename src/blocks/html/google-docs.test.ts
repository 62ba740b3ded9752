import { blockStrings } from '@test/block-strings'
import { expect, it } from 'vitest'
import { parseHtml } from '../kit/conformance'
import { htmlFromBlocks } from './page'
import { blocksFromHtml } from './read'
import { withoutRedirect } from './redirects'

const redirect = (target: string) =>
  `https://www.google.com/url?q=${encodeURIComponent(target)}&amp;sa=D&amp;source=editors&amp;ust=1&amp;usg=AOvVaw`

it('9.5 lists in lists of a web page of Google Docs keep their levels and go on counting', () => {
  const blocks = blocksFromHtml(
    `<style>ul.lst-kix_x-0{list-style-type:none}.lst-kix_x-1>li:before{content:"-"}</style>
     <ul class="c1 lst-kix_x-0 start"><li class="c2">one</li></ul><ul class="c1 lst-kix_x-1 start"><li>two</li></ul>
     <ul class="c1 lst-kix_x-2 start"><li>three</li></ul><ul class="c1 lst-kix_x-0"><li>four</li></ul>
     <ol class="lst-kix_y-0 start" start="1"><li>first</li></ol><ol class="lst-kix_y-1 start" start="1"><li>inside</li></ol>
     <ol class="lst-kix_y-0" start="2"><li>second</li></ol>`,
    parseHtml,
  )
  expect(blockStrings(blocks)).toEqual([
    'listItem: one',
    'listItem indent=1: two',
    'listItem indent=2: three',
    'listItem: four',
    'listItem listStyleType=decimal: first',
    'listItem indent=1 listStyleType=decimal: inside',
    'listItem listStyleType=decimal: second',
  ])
})

it('9.5 links of a web page of Google Docs lead to their targets', () => {
  const target = 'https://example.org/a?b=c&d=é#e'
  const [text, picture] = blocksFromHtml(
    `<p>to <a href="${redirect(target)}">there</a></p><p><a href="${redirect(target)}"><img src="images/a.png"></a></p>`,
    parseHtml,
  )
  expect(text?.text?.at(-1)?.marks).toEqual([{ kind: 'link', attributes: { url: target } }])
  expect(picture).toMatchObject({ kind: 'image', attributes: { url: 'images/a.png', link: target } })
})

it('R30 a redirect leads on only to what a link may lead to, and a link of our own page stays as it is', () => {
  const to = (target: string) => redirect(target).replaceAll('&amp;', '&')
  expect(withoutRedirect(to('mailto:a@example.org'))).toBe('mailto:a@example.org')
  const others = ['javascript:alert(1)', 'data:text/html,x', '/page', 'java\tscript:x', ''].map(to)
  for (const address of [...others, 'https://www.google.com/url', 'https://example.org/url?q=https://a.bc'])
    expect(withoutRedirect(address)).toBe(address)
  const link = { kind: 'link', attributes: { url: to('https://example.org') } }
  const blocks = [{ id: 'a', kind: 'paragraph', text: [{ text: 'x', marks: [link] }] }]
  expect(blocksFromHtml(htmlFromBlocks(blocks, ''), parseHtml)[0]?.text).toEqual(blocks[0]!.text)
})
