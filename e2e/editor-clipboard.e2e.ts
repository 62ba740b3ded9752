import { readFileSync } from 'node:fs'
import type { Block } from '../src/blocks/index.ts'
import { blockStrings } from '../test/block-strings.ts'
import { listClipboards } from '../test/list-clipboards.ts'
import { type EditorOnPage, expect, test } from './editor-fixtures.ts'

/** What a program puts on the clipboard. */
const clipboard = (program: string): string =>
  readFileSync(new URL(`../test/clipboards/${program}.html`, import.meta.url), 'utf8')

const withoutIds = (json: unknown) =>
  JSON.parse(JSON.stringify(json, (key, value) => (key === 'id' ? undefined : value)))

/** Pastes into an empty page. */
async function pasteAlone(editor: EditorOnPage, data: Record<string, string>): Promise<string[]> {
  await editor.write('p')
  await editor.body.click()
  await editor.paste(data)
  return blockStrings(await editor.blocks())
}

test('our own blocks are copied and pasted without loss', async ({ editor, page }) => {
  await editor.open('sample')
  const before = await editor.blocks()
  await editor.body.click()
  await editor.press('Control+a', 'Control+a')
  const copied = await editor.copy()
  await editor.write('p')
  await editor.body.click()
  await editor.paste({ 'text/html': copied.html, 'text/plain': copied.text })
  await expect.poll(async () => withoutIds(await editor.blocks())).toEqual(withoutIds(before))
  const ids = (await editor.blocks()).map((block) => block.id)
  expect(ids.filter((id) => before.some((block) => block.id === id))).toEqual([])
  expect(await page.evaluate(() => window.harness.editors.length)).toBe(1)
})

test('what is pasted before its code is there waits for it, with its structure, in front of what is typed meanwhile', async ({
  editor,
  page,
}) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/paste-code/, async (route) => {
    await held
    await route.continue()
  })
  await editor.goto()
  await editor.body.click()
  await editor.type('Before. ')
  await editor.paste({
    'text/html': '<p>Rope</p><ul><li>thin</li><ul><li><b>red</b></li></ul></ul>',
    'text/plain': 'Rope thin red',
  })
  await editor.type('After.')
  await editor.press('Enter')
  await editor.type('Next.')
  release()
  await editor.shows('p Before. Rope', 'li thin', 'li+ redAfter.', 'p Next.')
  expect(JSON.stringify(await editor.blocks())).toContain('"marks":[{"kind":"bold"}]')
  await editor.type(' On.')
  await editor.shows('p Before. Rope', 'li thin', 'li+ redAfter.', 'p Next. On.')
})

test('what is pasted when its code cannot be had is pasted plainly, with every word', async ({
  editor,
  page,
}) => {
  await page.route(/paste-code/, (route) => route.abort())
  await editor.goto()
  await editor.body.click()
  await editor.paste({ 'text/html': '<h2>Rope</h2><p>thin <b>red</b></p>', 'text/plain': 'Rope thin red' })
  await expect(editor.body).toContainText('thin red')
  await editor.shows('h2 Rope', 'p thin red')
})

test('others get lists as lists and Markdown as text', async ({ editor }) => {
  await editor.write('h2 Packing', 'li rope', 'li+ thick', 'ol first', 'ol second', 'todo oil', 'done wick')
  await editor.body.click()
  await editor.press('Control+a', 'Control+a')
  const { html, text } = await editor.copy()
  expect(html).toMatch(
    /<ul[^>]*><li[^>]*>rope<ul[^>]*><li[^>]*>thick<\/li><\/ul><\/li><\/ul><ol[^>]*><li[^>]*>first/,
  )
  expect(html).not.toContain('<script')
  expect(text).toContain('## Packing')
  expect(text).toMatch(/- rope\n\s+- thick/)
  expect(text).toMatch(/1\. first\n2\. second/)
  expect(text).toMatch(/- \[ \] oil\n- \[x\] wick/)
})

test('what was copied here comes as bare words with mod+shift+v, without signs of Markdown', async ({
  editor,
}) => {
  await editor.write('p one *two* _three', 'li four', 'p end')
  await editor.caret('end')
  await editor.press('Control+a', 'Control+a', 'Control+b')
  const { html, text } = await editor.copy()
  expect(text).toContain('**')
  await editor.write('p')
  await editor.body.click()
  await editor.page.keyboard.down('Shift')
  await editor.paste({ 'text/html': html, 'text/plain': text })
  await editor.page.keyboard.up('Shift')
  await editor.shows('p one *two* _three', 'p four', 'p end')
  expect(JSON.stringify(await editor.blocks())).not.toContain('bold')
})

test('a part of one block is copied as the bare text it shows', async ({ editor }) => {
  await editor.write('p call high_water_mark *now*')
  await editor.select('high_water_mark *now*')
  expect((await editor.copy()).text).toBe('high_water_mark *now*')
})

test('Markdown text becomes blocks, a step back brings the text; with mod+shift+v it stays text', async ({
  editor,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const markdown = '## Tides\n\n- high **now**\n- low\n\n1. wait'
  const asText = ['p ## Tides', 'p - high **now**', 'p - low', 'p 1. wait']
  const asBlocks = ['h2 Tides', 'li high now', 'li low', 'ol wait']
  await editor.write('p')
  await editor.body.click()
  await page.evaluate((text) => navigator.clipboard.writeText(text), markdown)
  await editor.press('Control+v')
  await editor.shows(...asBlocks)
  expect(JSON.stringify(await editor.blocks())).toContain('"marks":[{"kind":"bold"}]')
  await editor.press('Control+z')
  await editor.shows(...asText)
  await editor.press('Control+z')
  await editor.shows('p')
  await editor.press('Control+Shift+z')
  await editor.shows(...asText)
  await editor.press('Control+Shift+z')
  await editor.shows(...asBlocks)
  // With nothing left to do again, the key does nothing, also where it comes as a small z.
  await editor.press('Control+Shift+z')
  await editor.shows(...asBlocks)
  await editor.write('p')
  await editor.body.click()
  await editor.press('Control+Shift+v')
  await editor.shows(...asText)
  // In the middle of a sentence.
  await editor.write('p before after')
  await editor.caret('before ')
  await editor.press('Control+v')
  await editor.shows('p before Tides', 'li high now', 'li low', 'ol waitafter')
})

test('Markdown pasted into code stays as it is', async ({ editor }) => {
  await editor.write('code x')
  await editor.caret('x')
  await editor.paste({ 'text/plain': '\n# no title\n- no list' })
  await editor.shows('code x\n# no title\n- no list')
})

test('foreign HTML keeps what the page knows: headings, lists, marks, links', async ({ editor }) => {
  await editor.write('p')
  await editor.body.click()
  await editor.paste({
    'text/html':
      '<h2 style="color:red" onclick="alert(1)">Title</h2><ul><li>one<ul><li>deeper</li></ul></li></ul>' +
      '<p>Some <b>bold</b> and <a href="https://example.org">a link</a></p><blockquote><p>said</p></blockquote>' +
      '<pre><code class="language-ts">let x</code></pre><hr>',
    'text/plain': 'Title one deeper',
  })
  await editor.shows(
    'h2 Title',
    'li one',
    'li+ deeper',
    'p Some bold and a link',
    '> said',
    'code let x',
    'hr',
  )
  const text = JSON.stringify(await editor.blocks())
  expect(text).toContain('"kind":"bold"')
  expect(text).toContain('"url":"https://example.org"')
  expect(text).toContain('"lang":"ts"')
})

test('R29 R30 pasted scripts, handlers and script addresses do nothing and are gone', async ({
  editor,
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await editor.write('p')
  await editor.body.click()
  await page.evaluate(() => {
    Object.assign(window, { pwned: 0 })
  })
  const sink = 'http://sink.invalid'
  const hostile =
    '<script>window.pwned = 1</script><img src=x onerror="window.pwned = 2"><svg onload="window.pwned = 3"></svg>' +
    '<p onmouseover="window.pwned = 4">text <a href="javascript:window.pwned = 5">bad link</a></p>' +
    '<iframe srcdoc="<script>parent.pwned = 6</script>"></iframe><style>body { display: none }</style>' +
    '<a href="java&#10;script:window.pwned=7">hidden</a> <a href=" &#x1;javascript&colon;window.pwned=8">entity</a> ' +
    '<a href="vbscript:x">vb</a> <a href="data:text/html,<script>window.pwned=9</script>">data</a>' +
    '<div data-kind="unsupported" data-json="{&quot;x">odd</div>' +
    '<p data-kind="paragraph" data-block-id="x&quot; onclick=&quot;window.pwned = 10">own</p>' +
    '<pre data-kind="codeBlock" data-lang="&quot; onclick=window.pwned=11 x=&quot;"><code>code</code></pre>' +
    '<span data-atom="mention" data-key="javascript:window.pwned=12" data-value="<img src=x onerror=window.pwned=13>">m</span>' +
    '<span data-atom="inlineEquation" data-tex-expression="\\href{javascript:window.pwned=14}{x}">e</span>' +
    `<link rel=stylesheet href="${sink}/a.css"><p style="background:url(${sink}/b.png)">styled</p>` +
    `<table background="${sink}/c.png"><tr><td style="background-image:url(${sink}/d.png)">cell</td></tr></table>` +
    `<object data="${sink}/e"></object><embed src="${sink}/f"><video poster="${sink}/g"></video>` +
    '<math><mtext><mglyph><style><img src onerror="window.pwned=15"></style></mglyph></mtext></math>' +
    '<template><script>window.pwned=16</script></template><form action="javascript:window.pwned=17"><button>b</button></form>'
  await editor.paste({ 'text/html': hostile, 'text/plain': 'text bad link' })
  await expect(page.getByText('bad link')).toBeVisible()
  await page.getByText('bad link').click()
  await page.getByText('own', { exact: true }).hover()
  for (const name of ['hidden', 'entity', 'vb', 'data'])
    await page.getByText(name, { exact: false }).first().click()
  const html = await editor.body.evaluate((element) => element.innerHTML)
  expect(html).not.toMatch(
    /<script|<iframe|<style|<svg onload|(?:href|src)="\s*(?:javascript|vbscript|data):|\son\w+="/i,
  )
  // As Markdown, and as the HTML of an editor of ours.
  await editor.paste({
    'text/plain':
      '# md\n\n[a](javascript:window.pwned=20) <javascript:window.pwned=21> ![i](javascript:window.pwned=22)\n\n<img src=x onerror="window.pwned=23">\n\n<script>window.pwned=24</script>\n\n$\\href{javascript:window.pwned=25}{x}$',
  })
  await editor.paste({
    'text/html': `<p data-kind="paragraph" data-pm-slice="1 1 []" onclick="window.pwned=30"><a href="javascript:window.pwned=31">ours</a><img src=x onerror="window.pwned=32"></p>`,
    'text/plain': 'ours',
  })
  await expect(page.getByText('ours')).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { pwned: number }).pwned)).toBe(0)
  expect(JSON.stringify(await editor.blocks())).not.toMatch(/"url":"\s*(?:javascript|vbscript|data)/i)
  for (const block of await editor.blocks()) expect(block.id).toMatch(/^[\w-]+$/)
  expect(asked.filter((url) => url.includes('sink.invalid'))).toEqual([])
})

test('what other programs copy arrives as blocks, with a word about what could not come along', async ({
  editor,
  page,
}) => {
  const word = await pasteAlone(editor, { 'text/html': clipboard('word-desktop'), 'text/plain': 'x' })
  expect(word.slice(0, 8)).toEqual([
    'heading: Handbook of the light',
    'heading: The lamp',
    'paragraph: Light it at {bold|dusk}, never {bold italic|before}; the wick is {underline|trimmed} by {link|the rota}.',
    'listItem: rope',
    'listItem indent=1 listStyleType=circle: thick',
    'listItem indent=2 listStyleType=square: of {bold|hemp}',
    'listItem: oil',
    'listItem listStyleType=decimal: Open the shutter',
  ])
  await expect(page.getByText(/^A picture was left out/)).toBeVisible()

  const docs = await pasteAlone(editor, { 'text/html': clipboard('google-docs'), 'text/plain': 'x' })
  expect(docs).toContain('listItem listStyleType=todo checked=true: wick')
  expect(docs).toContain('listItem indent=1 listStyleType=lower-alpha: slowly')

  // Made with ProseMirror as well, and its mark means nothing here.
  const outline = await pasteAlone(editor, { 'text/html': clipboard('outline'), 'text/plain': '## The lamp' })
  expect(outline).toContain('listItem listStyleType=todo checked=true: wick')
  expect(outline).toContain("codeBlock lang=javascript: light('on')\\nrest()")

  const notion = await pasteAlone(editor, { 'text/html': clipboard('notion'), 'text/plain': '# The lamp' })
  expect(notion).toContain('callout > paragraph: Keep a good light.')

  // Words out of a page of the web go into the sentence; a cell copied alone is what stands in it.
  await editor.write('p one two')
  await editor.caret('one ')
  await editor.paste({
    'text/html': '<meta charset="utf-8"><span>three <b>four</b> </span>',
    'text/plain': 'x',
  })
  await editor.shows('p one three four two')
  await editor.paste({
    'text/html': '<google-sheets-html-origin><table><tbody><tr><td>five</td></tr></tbody></table>',
    'text/plain': 'five',
  })
  await editor.shows('p one three four five' + 'two')
})

/** The words of a line of `blockStrings`, without what says how they look. */
const wordsOf = (line: string) => line.replace(/^.*?(?:: |$)/, '').replace(/\{[a-z ]+\|(.*?)\}/g, '$1')

test('I1 the lists of other programs are pasted as lists: every word, and its place', async ({ editor }) => {
  const wrong: string[] = []
  let [blocks, right] = [0, 0]
  for (const { name, html, lines } of listClipboards) {
    const pasted = await pasteAlone(editor, { 'text/html': html, 'text/plain': 'x' })
    expect(pasted.map(wordsOf), name).toEqual(lines.map(wordsOf))
    blocks += lines.length
    right += lines.filter((line, at) => pasted[at] === line).length
    wrong.push(
      ...lines.flatMap((line, at) => (pasted[at] === line ? [] : `${name}: ${line} ≠ ${pasted[at]}`)),
    )
  }
  expect(listClipboards.length).toBeGreaterThanOrEqual(12)
  expect(right / blocks, wrong.join('\n')).toBeGreaterThanOrEqual(0.99)
})

test('I1 I2 what an element of Word says itself stands over its style sheet', async ({ editor }) => {
  const pasted = await pasteAlone(editor, {
    'text/html':
      "<style>p.X{margin:0} p.X,li.X{font-weight:normal;display:block}</style><p class=X style='mso-list:l0 level1 lfo1'>" +
      "<span style='mso-list:Ignore'>1.</span>Item <b style='mso-bidi-font-weight:normal'>bold</b></p>" +
      "<p class=X style='font-weight:bold'>all bold</p>",
    'text/plain': 'x',
  })
  expect(pasted).toEqual(['listItem listStyleType=decimal: Item {bold|bold}', 'paragraph: {bold|all bold}'])
})

test('3.20 R35 cells go to a spreadsheet as cells without formulas, and come back as they were', async ({
  editor,
}) => {
  const table = await pasteAlone(editor, { 'text/html': clipboard('google-sheets'), 'text/plain': 'x' })
  expect(table).toContain('table > tableRow > tableCell background=green > paragraph: {bold|Tide}')
  expect(table).toContain('table > tableRow > tableCell colSpan=2 > paragraph: {link|all tides}')
  await editor.write('p')
  await editor.body.click()
  await editor.paste({ 'text/plain': 'a\t=1+1\n"say ""hi""\nthere"\t-5' })
  await editor.caret('a')
  await editor.press('Shift+ArrowRight', 'Shift+ArrowDown')
  const copied = await editor.copy()
  expect(copied.text).toBe('a\t\'=1+1\n"say ""hi""\nthere"\t-5')
  const before = blockStrings(await editor.blocks())
  await editor.paste({ 'text/html': copied.html, 'text/plain': copied.text })
  expect(blockStrings(await editor.blocks())).toEqual(before)
})

test('R34 Markdown that no reader gets to the end of stays text, and the page goes on', async ({
  editor,
  page,
}) => {
  await editor.write('p')
  await editor.body.click()
  await editor.paste({ 'text/plain': `# title\n${`${'[a](b) '.repeat(40)}\n`.repeat(2000)}` })
  await expect(page.getByText('This Markdown would take too long to read')).toBeVisible({ timeout: 30_000 })
  await editor.type('still here')
  const read = await editor.blocks()
  expect(read[0]).toMatchObject({ kind: 'paragraph', text: [{ text: '# title' }] })
  expect(JSON.stringify(read.at(-1))).toContain('still here')
  // Nested deeper than anybody reads: beside the page too, and it does come to an end.
  await editor.write('p')
  await editor.body.click()
  await editor.paste({ 'text/plain': `# deep\n\n${'> '.repeat(9_000)}words` })
  await expect(page.getByRole('heading', { name: 'deep' })).toBeVisible()
  await expect(page.getByText('words')).toBeVisible()
})

/** Long Markdown as people write it, with HTML between and inside the lines. */
const withHtml = (paragraphs: number) =>
  `# With HTML

<table><tr><th>Port</th><th>Tide</th></tr><tr><td>Dover</td><td><b>6.2</b> m</td></tr></table>

<details><summary>More</summary><p>Folded <mark>words</mark></p></details>

<script>window.ran = 'script'</script><img src="x" onerror="window.ran = 'error'">

Press <kbd>Ctrl</kbd>, H<sub>2</sub>O, <a href="javascript:window.ran = 'link'">go</a>.

${'A paragraph that is there to make the text long, with <em>HTML</em> in it.\n\n'.repeat(paragraphs)}The end.`

test('2.38 R29 R34 HTML in a long Markdown text is read beside the page as in a short one', async ({
  editor,
  page,
}) => {
  const read = async (text: string): Promise<string[]> => {
    await editor.write('p')
    await editor.body.click()
    await editor.paste({ 'text/plain': text })
    await expect(page.getByRole('heading', { name: 'With HTML' })).toBeVisible({ timeout: 30_000 })
    return blockStrings(await editor.blocks())
  }
  const short = await read(withHtml(1))
  const long = await read(withHtml(100))
  const once = (lines: readonly string[]) => lines.filter((line, at) => lines.indexOf(line) === at)
  expect(once(long)).toEqual(once(short))
  expect(long.length).toBe(short.length + 99)
  const all = short.join('\n')
  for (const piece of ['Dover', '{bold|6.2}', 'Folded', '{kbd|Ctrl}', '{subscript|2}', '{italic|HTML}', 'go'])
    expect(all).toContain(piece)
  expect(all).not.toMatch(/javascript|window\.ran|onerror|link/)
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})

test('R34 a busy machine does not keep long Markdown from being read; one may also keep it as text', async ({
  editor,
  page,
}) => {
  await editor.write('p')
  await page.evaluate(() => {
    const spin = URL.createObjectURL(new Blob(['for (;;);']))
    Object.assign(window, { spinning: Array.from({ length: 2 }, () => new Worker(spin)) })
  })
  try {
    await editor.body.click()
    await editor.paste({ 'text/plain': withHtml(150) })
    await expect(page.getByRole('heading', { name: 'With HTML' })).toBeVisible({ timeout: 40_000 })
    await editor.write('p')
    await editor.body.click()
    await editor.paste({ 'text/plain': `# title\n${`${'[a](b) '.repeat(40)}\n`.repeat(2000)}` })
    await page.getByRole('button', { name: 'Keep as text' }).click()
    await expect(page.getByText('The Markdown was kept as text')).toBeVisible()
    await editor.type('still here')
    expect((await editor.lines()).at(-1)).toContain('still here')
  } finally {
    await page.evaluate(() => {
      for (const worker of (window as unknown as { spinning: Worker[] }).spinning) worker.terminate()
    })
  }
})

test('R12 a long Markdown text is read while a colleague writes: it takes its own place, nothing twice', async ({
  editor,
  page,
}) => {
  await editor.open('mode=live')
  await page.getByRole('textbox', { name: 'Page body' }).first().click()
  await editor.type('first')
  await editor.press('Enter')
  const items = Array.from(
    { length: 300 },
    (_, at) => `- item ${at} ${'of a list that goes on for a while '.repeat(2)}`,
  )
  await editor.paste({ 'text/plain': `# List\n\n${items.join('\n')}` })
  await page.evaluate(() => void window.harness.editors[1]!.commands.insertContentAt(1, 'NEW '))
  for (const index of [0, 1]) {
    await expect
      .poll(async () => (await editor.lines(index)).slice(0, 3).map((line) => line.slice(0, 12)), {
        timeout: 30_000,
      })
      .toEqual(['p NEW first', 'h1 List', 'li item 0 of'])
    expect(await editor.lines(index)).toHaveLength(302)
  }
})

test('3.20 R11 blocks of every kind are copied, cut and pasted without loss', async ({ editor }) => {
  const text = [{ text: 'words' }]
  const inside = (id: string) => [{ id, kind: 'paragraph', text }]
  const cell = (id: string) => ({ id, kind: 'tableCell', children: inside(`${id}p`) })
  const all: Block[] = [
    { id: 'k1', kind: 'heading', attributes: { level: 3, align: 'center' }, text },
    {
      id: 'k2',
      kind: 'listItem',
      attributes: { listStyleType: 'lower-roman', listStart: 4, indent: 1 },
      text,
    },
    { id: 'k3', kind: 'blockquote', children: inside('k3a') },
    {
      id: 'k4',
      kind: 'callout',
      attributes: { variant: 'warning', icon: '🧪', backgroundColor: 'pink' },
      children: inside('k4a'),
    },
    { id: 'k5', kind: 'toggle', children: [...inside('k5a'), ...inside('k5b')] },
    { id: 'k6', kind: 'codeBlock', attributes: { lang: 'ts' }, text: [{ text: 'let x\n\n  y' }] },
    {
      id: 'k7',
      kind: 'columnGroup',
      children: [
        { id: 'k7a', kind: 'column', attributes: { width: 30 }, children: inside('k7b') },
        { id: 'k7c', kind: 'column', attributes: { width: 70 }, children: inside('k7d') },
      ],
    },
    {
      id: 'k8',
      kind: 'table',
      attributes: { headerRow: true },
      children: [
        { id: 'k8c', kind: 'tableColumn', attributes: { width: 150 } },
        { id: 'k8d', kind: 'tableColumn' },
        { id: 'k8r', kind: 'tableRow', children: [cell('k8r:k8c'), cell('k8r:k8d')] },
      ],
    },
    { id: 'k9', kind: 'horizontalRule' },
    { id: 'k10', kind: 'equation', attributes: { texExpression: 'a < b' } },
    { id: 'k11', kind: 'tableOfContents' },
    {
      id: 'k12',
      kind: 'image',
      attributes: { url: '/no-such.png', alt: 'A "tower"', caption: 'At <night>', width: 300 },
    },
    { id: 'k13', kind: 'file', attributes: { url: '/no-such.pdf', name: 'tides.pdf', size: 1234 } },
    {
      id: 'k14',
      kind: 'chart',
      attributes: {
        chartType: 'pie',
        data: [{ name: 'a', value: 1.5 }],
        config: { value: { label: 'V', color: '#123456' } },
      },
    },
    { id: 'k15', kind: 'hologram', attributes: { layers: [{ z: 1.5 }, null, '-->'] } },
    {
      id: 'k16',
      kind: 'paragraph',
      text: [{ text: 'last ' }, { kind: 'date', attributes: { date: '2026-01-05' } }],
    },
  ]
  await editor.open()
  await editor.page.evaluate((json) => window.harness.load(JSON.parse(json)), JSON.stringify(all))
  const before = await editor.blocks()
  expect(before.map(({ kind }) => kind)).toEqual(all.map(({ kind }) => kind))
  await editor.caret('last ')
  await editor.press('Control+a', 'Control+a')
  const { html, text: plain } = await editor.copy()
  await editor.write('p')
  await editor.body.click()
  await editor.paste({ 'text/html': html, 'text/plain': plain })
  const bare = (blocks: Block[]) =>
    withoutIds(blocks).filter(({ kind, text: said }: Block) => kind !== 'paragraph' || said)
  await expect.poll(async () => bare(await editor.blocks())).toEqual(bare(before))
})

test('2.37 the block menu puts the Markdown of the selected blocks on the clipboard', async ({
  editor,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await editor.write('h2 Packing', 'li rope', 'todo oil', 'p last')
  await editor.caret('oil')
  await editor.press('Control+/')
  await page.getByPlaceholder('Search actions...').fill('markdown')
  await editor.press('Enter')
  await expect(page.getByText('Markdown copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('- [ ] oil\n')
})

test('an address pasted over selected text becomes its link, alone it becomes a linked text', async ({
  editor,
}) => {
  await editor.write('p one two')
  await editor.select('one two', 4)
  await editor.paste({ 'text/plain': 'https://example.org/a' })
  expect((await editor.blocks())[0]!.text).toEqual([
    { text: 'one ' },
    { text: 'two', marks: [{ kind: 'link', attributes: { url: 'https://example.org/a' } }] },
  ])
  await editor.type(' ')
  await editor.paste({ 'text/plain': 'https://example.org/b' })
  expect((await editor.blocks())[0]!.text!.at(-1)).toEqual({
    text: 'https://example.org/b',
    marks: [{ kind: 'link', attributes: { url: 'https://example.org/b' } }],
  })
  await editor.select('two')
  await editor.paste({ 'text/plain': 'javascript:alert(1)' })
  expect(JSON.stringify(await editor.blocks())).not.toContain('"url":"javascript')
})

test('a pasted address is a link with a menu; Escape, writing on and Enter keep it', async ({
  editor,
  page,
}) => {
  const offer = page.getByRole('listbox', { name: 'Pasted address' })
  const address = 'https://example.org/a'
  await editor.write('p')
  await editor.body.getByRole('paragraph').click()
  await editor.paste({ 'text/plain': address })
  await expect(offer.getByRole('option')).toHaveText(['Keep as link', 'Show as card'])
  // Enter begins a line, as it does without the menu.
  await editor.press('Enter')
  await expect(offer).toBeHidden()
  await editor.shows(`p ${address}`, 'p')
  await editor.paste({ 'text/plain': address })
  await expect(offer).toBeVisible()
  await editor.press('Escape')
  await expect(offer).toBeHidden()
  await editor.type(' on')
  await editor.shows(`p ${address}`, `p ${address} on`)
})

test('a pasted address is shown as a card: in its place where it stands alone, below its sentence else', async ({
  editor,
  page,
}) => {
  const offer = page.getByRole('listbox', { name: 'Pasted address' })
  const address = 'https://example.org/a'
  await editor.write('p')
  await editor.body.getByRole('paragraph').click()
  await editor.paste({ 'text/plain': address })
  await expect(offer).toBeVisible()
  await editor.press('ArrowDown')
  await expect(offer.getByRole('option', { name: 'Show as card' })).toHaveAttribute('aria-selected', 'true')
  await editor.press('Enter')
  await expect(page.getByRole('link', { name: `example.org ${address}` })).toBeVisible()
  await editor.type('below')
  await expect
    .poll(async () => (await editor.blocks()).map(({ kind, text }) => [kind, text?.[0]]))
    .toEqual([
      ['mediaEmbed', undefined],
      ['paragraph', { text: 'below' }],
    ])
  await editor.press('Control+z', 'Control+z')
  await editor.shows(`p ${address}`)

  // In a sentence the words stay, and the card stands below.
  await editor.write('p See there')
  await editor.caret('See ')
  await editor.paste({ 'text/plain': address })
  await offer.getByRole('option', { name: 'Show as card' }).click()
  await expect
    .poll(async () => (await editor.blocks()).map(({ kind }) => kind))
    .toEqual(['paragraph', 'mediaEmbed', 'paragraph'])
  await expect(editor.body.getByRole('paragraph').first()).toHaveText(`See ${address}there`)
})

test('a pasted address of a page of this server becomes a mention of it, one of a place in it stays a link', async ({
  editor,
  page,
}) => {
  await editor.write('p See ')
  await editor.caret('See ')
  const { origin } = new URL(page.url())
  await editor.paste({ 'text/plain': `${origin}/roadmap` })
  const mention = { kind: 'mention', attributes: { key: '/roadmap', value: 'Roadmap' } }
  await expect.poll(async () => (await editor.blocks())[0]!.text).toMatchObject([{ text: 'See ' }, mention])
  await editor.type(' first')
  await expect(editor.body).toContainText('Roadmap first')

  for (const address of [`${origin}/roadmap#goals`, `${origin}/nowhere`]) {
    await editor.write('p')
    await editor.body.getByRole('paragraph').click()
    await editor.paste({ 'text/plain': address })
    await editor.type(' it is')
    await editor.shows(`p ${address} it is`)
  }
})

test('a clipboard of 40 MB is refused with words, at once', async ({ editor, page }) => {
  await editor.write('p one')
  await editor.caret('one')
  const took = await editor.body.evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', `<p>${'tide '.repeat(8_000_000)}</p>`)
    clipboardData.setData('text/plain', 'tide')
    const before = performance.now()
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    return performance.now() - before
  })
  await expect(
    page.getByText('This is too much to paste at once (40 MB). Save it as a file and import it instead.'),
  ).toBeVisible()
  expect(took).toBeLessThan(3000)
  await editor.shows('p one')
  // Far smaller, but of enough pieces to make the page stand still.
  await editor.paste({ 'text/plain': 'tide\n'.repeat(20_000) })
  await expect(page.getByText('These are too many lines to paste at once.')).toBeVisible()
  await editor.paste({ 'text/html': '<a href="/x">a</a>'.repeat(80_000), 'text/plain': 'a' })
  await editor.shows('p one')
})

test('code copied from a code editor arrives as a code block in its language', async ({ editor }) => {
  await editor.write('p')
  await editor.body.click()
  await editor.paste({
    'text/plain': 'fn main() {\n}\n',
    'text/html': '<div style="font-family: monospace"><div><span>fn</span> main() {</div><div>}</div></div>',
    'vscode-editor-data': JSON.stringify({ version: 1, mode: 'rust' }),
  })
  await editor.shows('code fn main() {\n}')
  expect((await editor.blocks())[0]!.attributes).toEqual({ lang: 'rust' })
})
