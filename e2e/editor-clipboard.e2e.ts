import { expect, test } from './editor-fixtures.ts'

test('our own blocks are copied and pasted without loss', async ({ editor, page }) => {
  await editor.open('sample')
  const before = await editor.blocks()
  await editor.body.click()
  await editor.press('Control+a')
  const copied = await editor.copy()
  await editor.write('p')
  await editor.body.click()
  await editor.paste({ 'text/html': copied.html, 'text/plain': copied.text })
  const withoutIds = (json: unknown) =>
    JSON.parse(JSON.stringify(json, (key, value) => (key === 'id' ? undefined : value)))
  await expect.poll(async () => withoutIds(await editor.blocks())).toEqual(withoutIds(before))
  const ids = (await editor.blocks()).map((block) => block.id)
  expect(ids.filter((id) => before.some((block) => block.id === id))).toEqual([])
  expect(await page.evaluate(() => window.harness.editors.length)).toBe(1)
})

test('others get lists as lists and Markdown as text', async ({ editor }) => {
  await editor.write('h2 Packing', 'li rope', 'li+ thick', 'ol first', 'ol second', 'todo oil', 'done wick')
  await editor.body.click()
  await editor.press('Control+a')
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

test('a part of one block is copied as the bare text it shows', async ({ editor }) => {
  await editor.write('p call high_water_mark *now*')
  await editor.select('high_water_mark *now*')
  expect((await editor.copy()).text).toBe('high_water_mark *now*')
})

test('Markdown text becomes blocks; with mod+shift+v it stays text', async ({ editor, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const markdown = '## Tides\n\n- high **now**\n- low\n\n1. wait'
  await editor.write('p')
  await editor.body.click()
  await page.evaluate((text) => navigator.clipboard.writeText(text), markdown)
  await editor.press('Control+v')
  await editor.shows('h2 Tides', 'li high now', 'li low', 'ol wait')
  expect(JSON.stringify(await editor.blocks())).toContain('"marks":[{"kind":"bold"}]')
  await editor.write('p')
  await editor.body.click()
  await editor.press('Control+Shift+v')
  await editor.shows('p ## Tides', 'p - high **now**', 'p - low', 'p 1. wait')
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
  await editor.write('p')
  await editor.body.click()
  await page.evaluate(() => {
    Object.assign(window, { ran: 0 })
  })
  await editor.paste({
    'text/html':
      '<script>window.ran = 1</script><img src=x onerror="window.ran = 2"><svg onload="window.ran = 3"></svg>' +
      '<p onmouseover="window.ran = 4">text <a href="javascript:window.ran = 5">bad link</a></p>' +
      '<iframe srcdoc="<script>parent.ran = 6</script>"></iframe><style>body { display: none }</style>' +
      '<a href="java&#10;script:window.ran=7">hidden</a><div data-kind="unsupported" data-json="{&quot;x">odd</div>' +
      '<p data-kind="paragraph" data-block-id="x&quot; onclick=&quot;window.ran = 8">own</p>',
    'text/plain': 'text bad link',
  })
  await expect(page.getByText('bad link')).toBeVisible()
  await page.getByText('bad link').click()
  await page.getByText('own', { exact: true }).hover()
  const html = await editor.body.evaluate((element) => element.innerHTML)
  expect(html).not.toMatch(/<script|<iframe|<img(?! class="ProseMirror)|<style|<svg|javascript:|\son\w+="/i)
  expect(await page.evaluate(() => (window as unknown as { ran: number }).ran)).toBe(0)
  for (const block of await editor.blocks()) expect(block.id).toMatch(/^[\w-]+$/)
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
  expect(took).toBeLessThan(1000)
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
