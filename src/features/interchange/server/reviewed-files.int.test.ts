import { buffer } from 'node:stream/consumers'
import { startTestServer, type TestPerson, type TestServer } from '@test/server'
import { wordFile } from '@test/word-file'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { type Block, plainTextOf } from '@/blocks'
import {
  type CarriedReview,
  markedIndex,
  readReview,
  suggestPage,
  titleAs,
  withSuggestions,
} from '@/document'
import type { PageIndex } from '@/document/page-index/page-index'
import { blocksAs } from '@/document/review/carried/carried-review'
import { idsAt } from '@/document/review/carried/ids-at'
import * as page from '@/document/write/operations'
import { newId } from '@/shared/ids'
import { openZip } from '../formats/safe-zip'
import type { ImportAnswer } from '../model'

let server: TestServer
let ada: TestPerson
let ben: TestPerson

beforeAll(async () => {
  server = await startTestServer()
  ada = await server.signUp()
  ben = await server.signUp()
})
afterAll(() => server.close())

const rpc = (person: TestPerson) => server.rpc(person.cookie)
const headers = (person: TestPerson) => ({ origin: server.url, cookie: person.cookie })

async function send(content: string | Uint8Array<ArrayBuffer>, name: string): Promise<ImportAnswer> {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const answer = await fetch(`${server.url}/api/import`, {
    method: 'POST',
    headers: headers(ada),
    body: form,
  })
  const body = (await answer.json()) as ImportAnswer & { error?: string }
  if (body.error) throw new Error(body.error)
  return body
}

async function exported(
  id: string,
  format: string,
  more = '&suggestions=true&discussions=true',
  person = ada,
) {
  const answer = await fetch(`${server.url}/api/export/${format}?documentId=${id}${more}`, {
    headers: headers(person),
  })
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

/** What the page suggests, read from its document. */
const reviewOf = (id: string): Promise<CarriedReview | null> =>
  server.services.live.read(id, (doc) => readReview(doc))

/** Kinds, attributes and words, without ids and without what only lists look like by. */
const said = (blocks: readonly Block[]): unknown =>
  blocks.map(({ kind, attributes = {}, text = [], children = [] }) => ({
    kind,
    attributes,
    text: text.map((piece) => ({ ...piece, marks: piece.marks ?? [] })),
    children: said(children.filter((child) => child.kind !== 'tableColumn')),
  }))

const readings = (review: CarriedReview | null) =>
  review && {
    settled: said(blocksAs('settled', review.blocks, review.tags)),
    proposed: said(blocksAs('proposed', review.blocks, review.tags)),
    title: [titleAs('settled', review.title), titleAs('proposed', review.title)],
  }

const line = (id: string, words: string, kind = 'paragraph'): Block => ({ id, kind, text: [{ text: words }] })

/** A page of Ada's with suggestions of every sort by both, and a discussion with a reply. */
async function reviewedPage(): Promise<string> {
  const cell = (row: string, column: string, words: string): Block => ({
    id: `${row}:${column}`,
    kind: 'tableCell',
    children: [line(`${row}${column}`, words)],
  })
  const row = (id: string, words: string[]): Block => ({
    id,
    kind: 'tableRow',
    children: words.map((one, at) => cell(id, `c${at}`, one)),
  })
  const contentRich: Block[] = [
    line('a', 'Pour slowly, then wait.'),
    line('b', 'First half. Second half.'),
    line('c', 'Joined'),
    line('d', ' to this.'),
    line('e', 'Leaves.'),
    line('f', 'Becomes a heading'),
    {
      id: 't',
      kind: 'table',
      children: [
        { id: 'c0', kind: 'tableColumn' },
        { id: 'c1', kind: 'tableColumn' },
        row('r1', ['one', 'two']),
        row('r2', ['three', 'four']),
      ],
    },
    line('g', 'Moves up'),
    line('z', 'The end.'),
  ]
  const { id } = await rpc(ada).document.create.mutate({ title: 'Tea', contentRich })
  let number = 0
  await server.services.live.edit(id, ada.user.id, (doc) => {
    const suggest = (author: TestPerson, act: (index: PageIndex) => void) => {
      number++
      const sid = `${author.user.id} 00000000${String(number).padStart(3, '0')}`
      const by = { sid, at: Date.UTC(2026, 0, 2, 3, number), words: 4_000_000 }
      withSuggestions(doc, (suggestions) => {
        const index = markedIndex(doc, suggestions)
        page.writingBy(
          (_, edit) => suggestPage(index, suggestions, edit, by),
          () => act(index),
        )
        index.close()
      })
    }
    suggest(ada, (index) => {
      page.deleteText(index, 'a', 5, 11)
      page.insertText(index, 'a', 11, 'gently & <well>')
    })
    suggest(ben, (index) => page.formatText(index, 'a', 0, 4, { bold: {} }))
    suggest(ben, (index) => page.splitBlock(index, 'b', 12, 'b2'))
    suggest(ada, (index) => page.mergeBlocks(index, 'c', 'd'))
    suggest(ada, (index) => page.deleteBlocks(index, ['e']))
    suggest(ben, (index) =>
      page.insertBlocks(
        index,
        [{ id: 'n', kind: 'paragraph', text: [{ insert: 'Quite new', formats: {} }] }],
        'root',
        'e',
      ),
    )
    suggest(ben, (index) => page.setKind(index, 'f', 'heading'))
    suggest(ada, (index) => page.deleteBlocks(index, ['r2']))
    suggest(ben, (index) => page.moveBlocks(index, ['g'], 'root', null))
  })
  const text = (words: string) => ({
    type: 'doc' as const,
    content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: words }] }],
  })
  const ranges = await server.services.live.read(id, (doc) =>
    withSuggestions(doc, (suggestions) => {
      const index = markedIndex(doc, suggestions)
      const found = idsAt(index, 'a', 0, 4)
      index.close()
      return found.map(({ client, from, to }) => ({ client, clock: from, length: to - from }))
    }),
  )
  const discussionId = newId()
  await rpc(ada).comment.createDiscussion.mutate({
    id: discussionId,
    documentId: id,
    kind: 'text',
    block: 'a',
    ranges,
    documentContent: 'Pour',
    commentId: newId(),
    contentRich: text('Why so slowly?'),
  })
  await rpc(ada).comment.createComment.mutate({ id: newId(), discussionId, contentRich: text('It spills.') })
  await rpc(ada).comment.resolveDiscussion.mutate({ discussionId })
  return id
}

/** The texts of the parts of a Word file, by their path. */
async function partsOf(bytes: Uint8Array): Promise<Map<string, string>> {
  const zip = await openZip(bytes)
  const parts = new Map<string, string>()
  try {
    for (const path of zip.paths)
      if (path.endsWith('.xml')) parts.set(path, new TextDecoder().decode(await zip.read(path, 5_000_000)))
    return parts
  } finally {
    zip.close()
  }
}

/** A Word file with some of its parts changed. */
async function withParts(
  bytes: Uint8Array,
  changes: Readonly<Record<string, (xml: string) => string>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const made = new ZipFile()
  for (const [path, xml] of await partsOf(bytes))
    made.addBuffer(Buffer.from(changes[path]?.(xml) ?? xml), path)
  const zip = await openZip(bytes)
  for (const path of zip.paths.filter((one) => !one.endsWith('.xml')))
    made.addBuffer(Buffer.from(await zip.read(path, 5_000_000)), path)
  zip.close()
  made.end()
  return new Uint8Array(await buffer(made.outputStream))
}

const threads = async (id: string) =>
  (await rpc(ada).comment.discussions.query({ documentId: id })).discussions.map((one) => ({
    kind: one.kind,
    quote: one.documentContent,
    isResolved: one.isResolved,
    comments: one.comments.map(({ author, contentRich, createdAt }) => [
      author.name,
      JSON.stringify(contentRich),
      createdAt.slice(0, 19),
    ]),
  }))

describe('pages under review as files', () => {
  let id: string
  beforeAll(async () => {
    id = await reviewedPage()
  })

  it('3.8 our JSON carries suggestions and discussions: the page that comes of it is the same, settled and proposed', async () => {
    const review = await reviewOf(id)
    expect(review?.changes).toHaveLength(9)
    const file = new TextDecoder().decode(await exported(id, 'json'))
    const { document, receipt } = await send(file, 'tea.json')
    expect(receipt.dropped).toEqual([])
    const again = await reviewOf(document.id)
    expect(readings(again)).toEqual(readings(review))
    expect(await threads(document.id)).toEqual(await threads(id))
    const { contentRich } = await rpc(ada).document.document.query({ id: document.id })
    expect(said(contentRich as Block[])).toEqual(
      said((await rpc(ada).document.document.query({ id })).contentRich as Block[]),
    )
  })

  it('3.8 Word gets suggestions as tracked changes and discussions as comments, each change with what was before', async () => {
    const parts = await partsOf(await exported(id, 'word'))
    const xml = parts.get('word/document.xml')!
    const words = (kept: string) =>
      [...kept.matchAll(/<w:(?:t|delText)(?: [^>]*)?>([^<]*)</g)].map(([, one]) => one).join('')
    const inserted = /<w:ins (?:(?!\/>)[^>])*>[\s\S]*?<\/w:ins>/g
    const deleted = /<w:del (?:(?!\/>)[^>])*>[\s\S]*?<\/w:del>/g
    expect(words(xml.replace(inserted, ''))).toContain('Pour slowly, then wait.')
    expect(words(xml.replace(deleted, ''))).toContain('Pour gently &amp; &lt;well&gt;, then wait.')
    expect(words(xml.match(inserted)!.join(''))).toContain('Quite new')
    expect(words(xml.match(deleted)!.join(''))).toContain('Leaves.')
    for (const { name } of [ada.user, ben.user]) expect(xml).toContain(`w:author="${name}"`)
    expect(xml).toMatch(/<w:(?:ins|del) [^>]*w:date="2026-01-02T03:/)
    // A change of looks holds the former ones, also where there were none: Word refuses a file without them.
    const looks = [...xml.matchAll(/<w:rPrChange [^>]*?(?:\/>|>([\s\S]*?)<\/w:rPrChange>)/g)]
    expect(looks.length).toBeGreaterThan(0)
    for (const [, former] of looks) expect(former).toMatch(/^<w:rPr>/)
    const shapes = [...xml.matchAll(/<w:pPrChange [^>]*?(?:\/>|>([\s\S]*?)<\/w:pPrChange>)/g)]
    expect(shapes.length).toBeGreaterThan(0)
    for (const [, former] of shapes) expect(former).toMatch(/^<w:pPr/)
    const comments = parts.get('word/comments.xml')!
    expect(comments).toContain('Why so slowly?')
    expect(comments).toContain('It spills.')
    expect(xml).toMatch(/<w:commentRangeStart [\s\S]*Pour[\s\S]*<w:commentRangeEnd /)
    expect(parts.get('word/commentsExtended.xml')).toMatch(/w15:done="(?:1|true)"/)
  })

  it('3.8 Word and back: the page that comes of it settles and is proposed to become what it was, and says the same', async () => {
    const bytes = await exported(id, 'word')
    const { document, receipt } = await send(new Uint8Array(bytes), 'tea.docx')
    expect(receipt.dropped).toEqual([])
    const [before, after] = [await reviewOf(id), await reviewOf(document.id)]
    expect(readings(after)).toEqual(readings(before))
    const { contentRich } = await rpc(ada).document.document.query({ id: document.id })
    expect(said(contentRich as Block[])).toEqual(readings(before)?.settled)
    expect(await threads(document.id)).toEqual(await threads(id))
    const authors = after?.changes.map(({ via }) => via)
    expect(new Set(authors)).toEqual(new Set([`import:${ada.user.name}`, `import:${ben.user.name}`]))
  })

  it('R62 a Word file with ten thousand changes and five hundred comments in one paragraph becomes a page with as many', async () => {
    const said = (author: number) => `w:author="N ${author}" w:date="2026-01-02T03:04:05Z"`
    const text = (words: string) => `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`
    const pieces = Array.from({ length: 10_000 }, (_, at) =>
      [
        at % 2
          ? `<w:ins ${said(at)}>${text('new ')}</w:ins>`
          : `<w:del ${said(at)}><w:r><w:delText xml:space="preserve">old </w:delText></w:r></w:del>`,
        at < 500 ? `<w:commentRangeStart w:id="${at}"/>` : '',
        text('x '),
        at < 500 ? `<w:commentRangeEnd w:id="${at}"/>` : '',
      ].join(''),
    )
    const comments = Array.from(
      { length: 500 },
      (_, at) => `<w:comment w:id="${at}" ${said(at)}><w:p>${text(`About ${at}`)}</w:p></w:comment>`,
    )
    const bytes = await exported(id, 'word')
    const body = `<w:body><w:p>${pieces.join('')}</w:p></w:body>`
    const crowded = await withParts(bytes, {
      'word/document.xml': (xml) => xml.replace(/<w:body>[\s\S]*<\/w:body>/, () => body),
      'word/comments.xml': (xml) =>
        xml.replace(/(<w:comments[^>]*>)[\s\S]*(?=<\/w:comments>)/, (_, open) => open + comments.join('')),
    })
    const { document, receipt } = await send(crowded, 'crowded.docx')
    expect(receipt.dropped).toEqual([])
    expect(receipt.review).toEqual({ suggestions: 10_000, discussions: 500 })
    const review = await reviewOf(document.id)
    expect(review?.changes).toHaveLength(10_000)
    const { contentRich } = await rpc(ada).document.document.query({ id: document.id })
    const settled = Array.from({ length: 10_000 }, (_, at) => (at % 2 ? 'x ' : 'old x ')).join('')
    expect((contentRich as Block[]).map(({ text = [] }) => text)).toEqual([[{ text: settled }]])
    const { discussions } = await rpc(ada).comment.discussions.query({ documentId: document.id })
    expect(discussions[0]).toMatchObject({ kind: 'text', documentContent: 'x ' })
  }, 120_000)

  it('rulings 3: where the owner hides the review, no file and no copy of an account gives a viewer what is suggested or said', async () => {
    const id = await reviewedPage()
    const vic = await server.signUp()
    const { username } = await rpc(vic).user.getSettings.query()
    await rpc(ada).share.invite.mutate({ id, level: 'view', username: username ?? '' })
    for (const invite of (await rpc(vic).share.invites.query()).invites)
      await rpc(vic).share.acceptInvite.mutate({ id: invite.id })
    const hide = (isHidden: boolean) => rpc(ada).suggestion.hideReview.mutate({ documentId: id, isHidden })
    const carried = async (person: TestPerson) => {
      const file = JSON.parse(Buffer.from(await exported(id, 'json', undefined, person)).toString())
      return { review: file.suggestions !== undefined, discussions: file.discussions?.length ?? 0 }
    }
    expect(await carried(vic)).toEqual({ review: true, discussions: 1 })
    await hide(true)
    expect(await carried(vic)).toEqual({ review: false, discussions: 0 })
    expect(await carried(ada)).toEqual({ review: true, discussions: 1 })
  })

  it('I3 a Word file that was written with its changes tracked from the first word is a page that suggests all of it', async () => {
    const inserted = (words: string) =>
      `<w:p><w:ins w:id="1" w:author="Ann" w:date="2026-01-02T03:05:00Z"><w:r><w:t>${words}</w:t></w:r></w:ins></w:p>`
    const { document } = await send(await wordFile({ body: inserted('One') + inserted('Two') }), 'new.docx')
    const { settled, proposed } = readings(await reviewOf(document.id)) ?? {}
    expect(JSON.stringify(settled)).not.toContain('One')
    expect(JSON.stringify(proposed)).toMatch(/One.*Two/)
    await rpc(ada).suggestion.accept.mutate({ documentId: document.id, userId: ada.user.id })
    const { blocks } = await server.services.live.content(document.id, ada.user.id)
    expect(blocks.map((block) => plainTextOf([block])).filter(Boolean)).toEqual(['One', 'Two'])
  })

  it('without them Word gets the settled page alone', async () => {
    const parts = await partsOf(await exported(id, 'word', ''))
    const xml = parts.get('word/document.xml')!
    expect(xml).toContain('slowly')
    expect(xml).not.toMatch(/gently|Quite new|<w:(?:ins|del|rPrChange|pPrChange) /)
    expect(parts.get('word/comments.xml') ?? '').not.toContain('spills')
  })

  it("R20 what a file suggests is suggested by the person who imports it: a name in it signs for nobody's account", async () => {
    const file = new TextDecoder().decode(await exported(id, 'json'))
    const { document } = await send(file.replaceAll(ben.user.name, ben.user.id), 'forged.json')
    const again = await reviewOf(document.id)
    expect(new Set(again?.changes.map(({ author }) => author))).toEqual(new Set([ada.user.id]))
    expect(again?.changes.map(({ via }) => via)).toContain(`import:${ben.user.id}`)
  })

  it('suggestions that settle to another page than the file says, or that are none, are left out with words', async () => {
    const file = JSON.parse(new TextDecoder().decode(await exported(id, 'json')))
    const settled = file.blocks
    const hostile = [
      { ...file, suggestions: 7 },
      { ...file, suggestions: { ...file.suggestions, tags: {} } },
      { ...file, suggestions: { ...file.suggestions, changes: [] } },
      { ...file, suggestions: { ...file.suggestions, blocks: [{ kind: 7 }] } },
    ]
    for (const one of hostile) {
      const { document, receipt } = await send(JSON.stringify(one), 'hostile.json')
      expect(receipt.dropped).toMatchObject([{ what: 'Suggestions that could not be read' }])
      expect(await reviewOf(document.id)).toBeNull()
      const { contentRich } = await rpc(ada).document.document.query({ id: document.id })
      expect(said(contentRich as Block[])).toEqual(said(settled))
    }
  })

  it('without the two words a file says neither what is suggested nor what is discussed', async () => {
    const file = JSON.parse(new TextDecoder().decode(await exported(id, 'json', '')))
    expect(file).not.toHaveProperty('suggestions')
    expect(file).not.toHaveProperty('discussions')
  })
})
