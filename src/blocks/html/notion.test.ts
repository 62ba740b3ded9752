import { blockStrings } from '@test/block-strings'
import { describe, expect, it } from 'vitest'
import { parseHtml } from '../kit/conformance'
import { readHtml } from './read'

const item = (box: 'on' | 'off', words: string, below = '') =>
  `<ul class="to-do-list"><li><div class="checkbox checkbox-${box}"></div> <span class="to-do-children-${box === 'on' ? 'checked' : 'unchecked'}">${words}</span><div class="indented">${below}</div></li></ul>`

const PAGE = `<html><head><title>Tasks</title><style>.to-do-children-checked{text-decoration:line-through}</style></head>
<body><article class="page sans"><header>
<img class="page-cover-image" src="Tasks/sky.png"/>
<div class="page-header-icon page-header-icon-with-cover"><span class="icon">🚀</span></div>
<h1 class="page-title">Tasks</h1><p class="page-description"></p>
<table class="properties"><tbody><tr class="property-row"><th><span class="icon property-icon"><svg></svg></span>Status</th><td><span class="selected-value">Done</span></td></tr></tbody></table>
</header><div class="page-body">
${item('on', 'wash', item('off', 'dry'))}${item('off', 'fold')}
<ul class="toggle"><li><details open=""><summary>More</summary><p>inside</p></details></li></ul>
<figure class="block-color-gray_background callout" style="white-space:pre-wrap;display:flex"><div style="font-size:1.5em"><span class="icon">💡</span></div><div style="width:100%"><p>Mind the step.</p></div></figure>
<div class="column-list"><div style="width:50%" class="column"><p>left</p></div><div style="width:50%" class="column"><p>right</p></div></div>
<ul class="bulleted-list"><li style="list-style-type:disc">rope</li></ul>
<ol type="1" class="numbered-list" start="1"><li>open</li></ol><ol type="1" class="numbered-list" start="2"><li>turn</li></ol>
<figure class="link-to-page"><a href="Tasks/Child.html"><span class="icon">📄</span>Child</a></figure>
<table class="collection-content"><thead><tr><th>Name</th><th>Done</th></tr></thead><tbody><tr><td>wash</td><td><div class="checkbox checkbox-on"></div></td></tr></tbody></table>
</div></article></body></html>`

describe('I7 an export of Notion as HTML', () => {
  const read = readHtml(PAGE, parseHtml)

  it('has its title once, its icon and its cover', () => {
    expect(read).toMatchObject({ title: 'Tasks', icon: '🚀', cover: 'Tasks/sky.png' })
    expect(read.notes).toEqual([])
  })

  it('keeps to-dos with their state, toggles, callouts, columns, lists, links and tables', () => {
    expect(blockStrings(read.blocks)).toEqual([
      'table > tableColumn',
      'table > tableColumn',
      'table > tableRow > tableCell > paragraph: Status',
      'table > tableRow > tableCell > paragraph: Done',
      'listItem listStyleType=todo checked=true: wash',
      'listItem indent=1 listStyleType=todo: dry',
      'listItem listStyleType=todo: fold',
      'toggle > paragraph: More',
      'toggle > paragraph: inside',
      'callout > paragraph: Mind the step.',
      'columnGroup > column > paragraph: left',
      'columnGroup > column > paragraph: right',
      'listItem: rope',
      'listItem listStyleType=decimal: open',
      'listItem listStyleType=decimal: turn',
      'paragraph: {link|📄Child}',
      'table headerRow=true > tableColumn',
      'table headerRow=true > tableColumn',
      'table headerRow=true > tableRow > tableCell > paragraph: Name',
      'table headerRow=true > tableRow > tableCell > paragraph: Done',
      'table headerRow=true > tableRow > tableCell > paragraph: wash',
      'table headerRow=true > tableRow > tableCell > paragraph: ☑',
    ])
  })
})

describe('I7 what Notion shows in its own way', () => {
  const lines = (body: string) =>
    blockStrings(
      readHtml(
        `<style>mark{background-color:transparent}.highlight-red{color:rgba(205,60,58,1);fill:rgba(205,60,58,1)}.highlight-teal_background{background:rgba(224,236,232,1)}.block-color-blue{color:rgba(56,125,201,1)}</style><div class="page-body">${body}</div>`,
        parseHtml,
      ).blocks,
    )

  it('colors of words and blocks are those colors, and a mark without one is a highlight', () => {
    expect(
      lines(
        '<p><mark class="highlight-red">red</mark> <mark class="highlight-teal_background">green</mark> <mark>seen</mark></p><p class="block-color-blue">blue</p><p class="block-color-gray_background">gray</p><p><mark class="highlight-default">none</mark></p>',
      ),
    ).toEqual([
      'paragraph: {color|red} {backgroundColor|green} {highlight|seen}',
      'paragraph: {color|blue}',
      'paragraph backgroundColor=gray: gray',
      'paragraph: none',
    ])
  })

  it('a bookmark says its address once, and a table of contents is one', () => {
    expect(
      lines(
        '<figure><a href="https://a.example/x" class="bookmark source"><div class="bookmark-info"><div class="bookmark-text"><div class="bookmark-title">Tides</div><div class="bookmark-description">When to go</div></div><div class="bookmark-href"><img src="https://a.example/i.ico" class="icon bookmark-icon"/>https://a.example/x</div></div></a></figure>' +
          '<figure><a href="https://b.example" class="bookmark source"><div class="bookmark-info"><div class="bookmark-text"></div><div class="bookmark-href">https://b.example</div></div></a></figure>' +
          '<nav class="block-color-gray table_of_contents"><div class="table_of_contents-item"><a class="table_of_contents-link" href="#x">Big</a></div></nav>',
      ),
    ).toEqual([
      'paragraph: {link|Tides}',
      'paragraph: {link|When to go}',
      'paragraph: {link|https://b.example}',
      'tableOfContents',
    ])
  })
})

describe('I8 what stands where one does not look', () => {
  const lines = (html: string) => blockStrings(readHtml(html, parseHtml).blocks)

  it('text behind the end of the document, and behind a field, is read', () => {
    expect(lines('<html><body><p>one</p></body></html><p>two</p>')).toEqual([
      'paragraph: one',
      'paragraph: two',
    ])
    expect(lines('<p>one <textarea>field</textarea> two</p><p>three</p>')).toEqual([
      'paragraph: one two',
      'paragraph: three',
    ])
  })

  it('a quotation in a sentence keeps its marks', () => {
    expect(lines('<p>She said <q>come <b>in</b></q>.</p>')).toEqual(['paragraph: She said “come {bold|in}”.'])
  })

  it('U22 the title of the window said again as the first heading is one title', () => {
    expect(readHtml('<title>Lamp</title><h1>Lamp</h1><p>x</p>', parseHtml)).toMatchObject({
      title: 'Lamp',
      blocks: [{ kind: 'paragraph' }],
    })
  })
})
