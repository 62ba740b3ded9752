import { buffer } from 'node:stream/consumers'
import { cpuTime } from '@test/cpu-time'
import { describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { type Block, plainTextOf } from '@/blocks'
import { blocksAs, type CarriedReview, isReviewOf, titleAs } from '@/document'
import { parseHtmlText } from '../../../server/parse-html'
import type { FileRead } from '../../format'
import { readWord } from '../read-word'

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
const TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (...parts: [type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${parts
    .map(([type, target], at) => `<Relationship Id="r${at}" Type="${TYPE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`
const styled = (id: string, name: string) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`

async function docx(body: string, more: Record<string, string> = {}): Promise<Uint8Array> {
  const zip = new ZipFile()
  const part = (name: string, inside: string) => `<w:${name} ${NAMESPACES}>${inside}</w:${name}>`
  const parts = {
    '[Content_Types].xml': TYPES,
    '_rels/.rels': relations(['officeDocument', 'word/document.xml']),
    'word/_rels/document.xml.rels': relations(['styles', 'styles.xml'], ['footnotes', 'footnotes.xml']),
    'word/styles.xml': part('styles', styled('Title', 'Title') + styled('Heading1', 'heading 1')),
    'word/footnotes.xml': part('footnotes', more.footnotes ?? ''),
    'word/comments.xml': part('comments', more.comments ?? ''),
    'word/commentsExtended.xml': `<w15:commentsEx ${NAMESPACES}>${more.extended ?? ''}</w15:commentsEx>`,
    'word/document.xml': part('document', `<w:body>${body}</w:body>`),
  }
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path)
  zip.end()
  return buffer(zip.outputStream)
}

const read = async (body: string, more: Record<string, string> = {}): Promise<FileRead> =>
  readWord(
    { name: 'a.docx', bytes: await docx(body, more) },
    { parseHtml: parseHtmlText, onProgress: () => undefined },
  )

let ids = 0
const by = (author = 'Ann', minute = 5) =>
  `w:id="${ids++}" w:author="${author}" w:date="2026-01-02T03:${String(minute).padStart(2, '0')}:00Z"`
const run = (text: string, look = '') =>
  `<w:r>${look && `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
const gone = (text: string) => `<w:r><w:delText xml:space="preserve">${text}</w:delText></w:r>`
const ins = (inside: string, who = by()) => `<w:ins ${who}>${inside}</w:ins>`
const del = (text: string, who = by()) => `<w:del ${who}>${gone(text)}</w:del>`
const p = (inside: string, shape = '') => `<w:p>${shape && `<w:pPr>${shape}</w:pPr>`}${inside}</w:p>`
const endAdded = (who = by()) => `<w:rPr><w:ins ${who}/></w:rPr>`
const endRemoved = (who = by()) => `<w:rPr><w:del ${who}/></w:rPr>`

const lines = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => [
    ...(block.text ? [`${block.kind}: ${plainTextOf([{ ...block, children: [] }])}`] : []),
    ...lines(block.children ?? []),
  ])
const reviewIn = ({ review }: FileRead): CarriedReview => {
  if (!review) throw new Error('Nothing is suggested')
  return review
}
const as = (reading: 'settled' | 'proposed', file: FileRead) =>
  lines(blocksAs(reading, reviewIn(file).blocks, reviewIn(file).tags))
const droppedIn = ({ notes }: FileRead) =>
  notes.filter(({ change }) => change === 'dropped').map(({ what }) => what)

describe('tracked changes of a Word file', () => {
  it('words that come, go and take the place of others: the page is what it was, and suggests the rest', async () => {
    const file = await read(
      p(
        run('The ') +
          del('quick') +
          ins(run('fast')) +
          run(' fox ') +
          ins(run('never '), by('Ben', 7)) +
          run('jumps.'),
      ) + p(run('Nobody touched this.')),
    )
    expect(lines(file.blocks)).toEqual(['paragraph: The quick fox jumps.', 'paragraph: Nobody touched this.'])
    expect(as('settled', file)).toEqual(lines(file.blocks))
    expect(as('proposed', file)).toEqual([
      'paragraph: The fast fox never jumps.',
      'paragraph: Nobody touched this.',
    ])
    // What one person did in one minute at one place is one suggestion.
    expect(reviewIn(file).changes).toEqual([
      { author: 'Ann', at: Date.UTC(2026, 0, 2, 3, 5), via: 'import:Ann' },
      { author: 'Ben', at: Date.UTC(2026, 0, 2, 3, 7), via: 'import:Ben' },
    ])
    expect(droppedIn(file)).toEqual([])
  })

  it('words typed into an empty line leave what is suggested elsewhere as fine as it is', async () => {
    const file = await read(
      p(run('The quick ') + ins(run('brown ')) + del('red') + run(' fox.')) +
        p(ins(run('A line that was empty.'), by('Ben', 7))) +
        p('') +
        p(run('End.')),
    )
    const changed = { ...reviewIn(file), blocks: reviewIn(file).blocks.map(({ id: _, ...block }) => block) }
    expect(changed.tags).toEqual({})
    const marked = (kind: string, number: number) => [{ kind, attributes: { by: number } }]
    expect(changed.blocks[0]).toEqual({
      kind: 'paragraph',
      text: [
        { text: 'The quick ' },
        { text: 'brown ', marks: marked('added', 0) },
        { text: 'red', marks: marked('removed', 0) },
        { text: ' fox.' },
      ],
    })
    expect(changed.blocks[1]?.text).toEqual([{ text: 'A line that was empty.', marks: marked('added', 1) }])
    expect(as('settled', file)).toEqual(['paragraph: The quick red fox.', 'paragraph: End.'])
    expect(droppedIn(file)).toEqual([])
  })

  it('paragraphs that come, go, are parted and joined', async () => {
    const file = await read(
      p(ins(run('Quite new.')), endAdded()) +
        p(run('First half.'), endAdded(by('Ben', 9))) +
        p(run(' Second half.')) +
        p(run('Joined'), endRemoved(by('Cy', 11))) +
        p(run(' to this.')) +
        p(del('Leaves.'), endRemoved(by('Di', 13))) +
        p(run('The end.')),
    )
    expect(lines(file.blocks)).toEqual([
      'paragraph: First half. Second half.',
      'paragraph: Joined',
      'paragraph:  to this.',
      'paragraph: Leaves.',
      'paragraph: The end.',
    ])
    expect(as('proposed', file)).toEqual([
      'paragraph: Quite new.',
      'paragraph: First half.',
      'paragraph:  Second half.',
      'paragraph: Joined to this.',
      'paragraph: The end.',
    ])
    const tags = Object.values(reviewIn(file).tags).map((tag) => Object.keys(tag)[0])
    expect(tags.sort()).toEqual(['added', 'joined', 'removed', 'split'])
  })

  it('looks of words and of paragraphs: no look to come is on the settled page', async () => {
    const before = (look: string) => `<w:rPrChange ${by()}><w:rPr>${look}</w:rPr></w:rPrChange>`
    const shape = (now: string, then: string) =>
      `${now}<w:pPrChange ${by('Ben', 8)}><w:pPr>${then}</w:pPr></w:pPrChange>`
    const file = await read(
      p(run('plain ') + run('loud', `<w:b/><w:color w:val="FF0000"/>${before('<w:i/>')}`)) +
        p(run('Head'), shape('<w:pStyle w:val="Heading1"/><w:jc w:val="center"/>', '<w:jc w:val="right"/>')),
    )
    expect(file.blocks).toMatchObject([
      { kind: 'paragraph', text: [{ text: 'plain ' }, { text: 'loud', marks: [{ kind: 'italic' }] }] },
      { kind: 'paragraph', attributes: { align: 'right' }, text: [{ text: 'Head' }] },
    ])
    const proposed = blocksAs('proposed', reviewIn(file).blocks, reviewIn(file).tags)
    expect(proposed).toMatchObject([
      { kind: 'paragraph' },
      { kind: 'heading', attributes: { align: 'center' } },
    ])
    expect(proposed[0]?.text?.[1]?.marks?.map(({ kind }) => kind).sort()).toEqual(['bold', 'color'])
  })

  it('a move is one suggestion; rows of tables, the title, equations and notes', async () => {
    const at = (kind: string, id: number) =>
      `<w:move${kind}RangeStart w:id="${id}" w:name="move1" ${by().replace(/w:id="\d+" /, '')}/>`
    const moved = (kind: string, id: number, minute: number) =>
      `${at(kind, id)}<w:p><w:pPr><w:rPr><w:move${kind} ${by('Ann', minute)}/></w:rPr></w:pPr><w:move${kind} ${by('Ann', minute)}>${run('Wanders.')}</w:move${kind}></w:p><w:move${kind}RangeEnd w:id="${id}"/>`
    const row = (words: string, sign = '') =>
      `<w:tr>${sign && `<w:trPr>${sign}</w:trPr>`}<w:tc>${p(run(words))}</w:tc><w:tc>${p(run(`${words} 2`))}</w:tc></w:tr>`
    const file = await read(
      p(run('A ') + ins(run('long ')) + run('title'), '<w:pStyle w:val="Title"/>') +
        moved('To', 91, 20) +
        p(run('Stays.')) +
        moved('From', 90, 21) +
        `<w:tbl>${row('kept')}${row('new', `<w:ins ${by('Ben', 22)}/>`)}${row('old', `<w:del ${by('Ben', 23)}/>`)}</w:tbl>` +
        p(run('Sum ') + ins('<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>', by('Cy', 24))),
    )
    const { changes, title } = reviewIn(file)
    expect([file.title, titleAs('proposed', title)]).toEqual(['A title', 'A long title'])
    expect(lines(file.blocks)).toEqual([
      'paragraph: Stays.',
      'paragraph: Wanders.',
      ...['kept', 'kept 2', 'old', 'old 2'].map((words) => `paragraph: ${words}`),
      'paragraph: Sum ',
    ])
    expect(as('proposed', file).slice(0, 6)).toEqual([
      'paragraph: Wanders.',
      'paragraph: Stays.',
      ...['kept', 'kept 2', 'new', 'new 2'].map((words) => `paragraph: ${words}`),
    ])
    expect(changes.map(({ at }) => new Date(at).getUTCMinutes())).toEqual([5, 20, 22, 23, 24])
    expect(file.notes).toContainEqual({
      change: 'converted',
      what: 'Move in a tracked change',
      into: 'removal and addition',
      count: 1,
    })
  })

  it('a note comes with its number; one whose words are changed themselves stays text of the page', async () => {
    const refers = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`
    const note = (id: number, inside: string) => `<w:footnote w:id="${id}">${p(inside)}</w:footnote>`
    const body = p(run('one') + refers(1) + run(' and ') + ins(run('two') + refers(2)) + run('.'))
    const file = await read(body, { footnotes: note(1, run('first')) + note(2, run('second')) })
    expect(as('settled', file)).toEqual(['paragraph: one [first] and .'])
    expect(as('proposed', file)).toEqual(['paragraph: one [first] and two [second].'])
    expect(droppedIn(file)).toEqual([])
    const changed = await read(body, {
      footnotes: note(1, run('first') + ins(run(' of all'))) + note(2, run('second')),
    })
    expect(as('settled', changed).slice(0, 2)).toEqual(['paragraph: one[1] and .', 'listItem: first'])
    expect(as('proposed', changed).slice(0, 2)).toEqual([
      'paragraph: one[1] and two[2].',
      'listItem: first of all',
    ])
  })

  it('what came and went again stands in the marked page alone', async () => {
    const file = await read(p(run('one ') + ins(del('two ', by('Ben', 9))) + run('three')))
    expect(as('settled', file)).toEqual(['paragraph: one three'])
    expect(as('proposed', file)).toEqual(['paragraph: one three'])
    expect(lines(reviewIn(file).blocks)).toEqual(['paragraph: one two three'])
  })

  it('authors and times that a file does not say are not made up', async () => {
    const file = await read(
      p(
        run('a') +
          '<w:ins w:id="1"><w:r><w:t>b</w:t></w:r></w:ins>' +
          ins(run('c'), 'w:author="&lt;Eve&gt;" w:date="never"'),
      ),
    )
    expect(reviewIn(file).changes.map(({ via }) => via)).toEqual(['import:', 'import:<Eve>'])
  })
})

describe('comments of a Word file', () => {
  const comment = (id: number, author: string, words: string, paragraph: string) =>
    `<w:comment w:id="${id}" w:author="${author}" w:date="2026-01-02T03:04:05Z"><w:p w14:paraId="${paragraph}">${words}</w:p></w:comment>`
  const from = (id: number) => `<w:commentRangeStart w:id="${id}"/>`
  const to = (id: number) => `<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`

  it('stand at their words, with answers, names, times, looks and what is settled', async () => {
    const file = await read(
      p(run('Pour ') + from(0) + from(1) + run('slow') + ins(run('ly')) + to(0) + to(1) + run('.')) +
        p(run('More ') + from(2) + run('words')) +
        p(run('and others') + to(2) + run('.')) +
        p(`${run('Alone')}<w:r><w:commentReference w:id="3"/></w:r>`),
      {
        comments:
          comment(0, 'Ann', run('Why ') + run('so?', '<w:b/>'), 'A1') +
          comment(1, 'Ben', run('It spills.'), 'A2') +
          comment(2, 'Cy', run('Two paragraphs.'), 'A3') +
          comment(3, '', run('Here.'), 'A4') +
          comment(4, 'Di', run('Nowhere.'), 'A5'),
        extended:
          '<w15:commentEx w15:paraId="A1" w15:done="1"/><w15:commentEx w15:paraId="A2" w15:paraIdParent="A1" w15:done="1"/>',
      },
    )
    const blocks = reviewIn(file).blocks
    expect(
      file.discussions?.map(({ kind, spans, documentContent, isResolved, comments }) => ({
        kind,
        words: documentContent,
        spans: spans.map((span) => [blocks.findIndex(({ id }) => id === span.block), span.from, span.to]),
        isResolved,
        authors: comments.map(({ author }) => author),
      })),
    ).toEqual([
      { kind: 'text', words: 'slowly', spans: [[0, 5, 11]], isResolved: true, authors: ['Ann', 'Ben'] },
      {
        kind: 'text',
        words: 'words and others',
        spans: [
          [1, 5, 10],
          [2, 0, 10],
        ],
        isResolved: false,
        authors: ['Cy'],
      },
      { kind: 'block', words: '', spans: [], isResolved: false, authors: [''] },
      { kind: 'page', words: '', spans: [], isResolved: false, authors: ['Di'] },
    ])
    expect(file.discussions?.[0]?.comments[0]).toMatchObject({
      createdAt: '2026-01-02T03:04:05.000Z',
      contentRich: {
        content: [{ content: [{ text: 'Why ' }, { text: 'so?', marks: [{ type: 'bold' }] }] }],
      },
    })
    expect(droppedIn(file)).toEqual([])
  })

  it('stand at their words behind a note as well', async () => {
    const file = await read(
      p(
        `${run('one')}<w:r><w:footnoteReference w:id="1"/></w:r>${run(' and ')}${from(0)}${run('two')}${to(0)}`,
      ),
      {
        comments: comment(0, 'Ann', run('?'), 'A1'),
        footnotes: `<w:footnote w:id="1">${p(run('first'))}</w:footnote>`,
      },
    )
    expect(lines(file.blocks)).toEqual(['paragraph: one [first] and two'])
    expect(file.discussions?.[0]).toMatchObject({ documentContent: 'two', spans: [{ from: 9, to: 12 }] })
  })

  it('of a file without changes stand on the page as well', async () => {
    const file = await read(p(run('a ') + from(0) + run('b') + to(0)), {
      comments: comment(0, 'Ann', run('?'), 'A1'),
    })
    expect(file.review).toBeUndefined()
    expect(lines(file.blocks)).toEqual(['paragraph: a b'])
    expect(file.discussions).toMatchObject([{ spans: [{ block: file.blocks[0]?.id, from: 2, to: 3 }] }])
  })

  it('a comment longer than one may be goes on in the next; answers in a circle, doubles and empty ones end in words', async () => {
    const file = await read(p(from(0) + run('a') + to(0)), {
      comments:
        comment(0, 'Ann', run('q'.repeat(50_000)), 'A1') +
        comment(0, 'Ann', run('double'), 'A2') +
        comment(1, 'Ben', run('circle'), 'B1') +
        comment(2, 'Ben', run('circle'), 'B2') +
        comment(3, 'Cy', '', 'C1'),
      extended:
        '<w15:commentEx w15:paraId="B1" w15:paraIdParent="B2"/><w15:commentEx w15:paraId="B2" w15:paraIdParent="B1"/>',
    })
    const all = JSON.stringify(file.discussions?.map(({ comments }) => comments))
    const said = all.match(/q{9,}/g)?.join('') ?? ''
    expect(said).toHaveLength(50_000)
    expect(all.match(/"circle"/g)).toHaveLength(2)
    expect(file.notes).toContainEqual({
      change: 'dropped',
      what: 'Comment that could not be read',
      into: '',
      count: 2,
    })
  })
})

describe('hostile files', () => {
  const settledOf = (xml: string) =>
    xml
      .replace(/<w:ins [^>]*>(?:(?!<\/w:ins>)[\s\S])*<\/w:ins>/g, '')
      .match(/<w:(?:t|delText)[^>]*>[^<]*/g)
      ?.map((text) => text.replace(/<[^>]*>/, ''))
      .join('')

  it('R62 ten thousand changes of one paragraph, each by somebody else, take time by their number', async () => {
    const body = (count: number) =>
      p(
        Array.from({ length: count }, (_, at) =>
          at % 2 ? ins(run('new '), by(`N ${at}`)) + run('x ') : del('old ', by(`O ${at}`)),
        ).join(''),
      )
    const time = async (count: number) => {
      const begun = cpuTime()
      const xml = body(count)
      const file = await read(xml)
      expect(reviewIn(file).changes).toHaveLength(count)
      expect(lines(file.blocks)).toEqual([`paragraph: ${settledOf(xml)}`])
      return cpuTime() - begun
    }
    await time(100)
    const few = await time(1_000)
    expect(await time(10_000)).toBeLessThan(40 * Math.max(few, 20))
  }, 120_000)

  it('R62 changes that overlap, name nobody, stand where none can or are not XML: the page is what it was, or words say why not', async () => {
    const row = `<w:tr><w:trPr><w:ins ${by()}/><w:del ${by('Ben')}/></w:trPr><w:tc>${p(run('both'))}</w:tc></w:tr>`
    const settledFirst: [body: string, settled: string[]][] = [
      [p(`<w:ins ${by()}><w:ins ${by('Ben')}>${run('x')}</w:ins></w:ins>${run('a')}`), ['paragraph: a']],
      [p(`<w:del ${by()}><w:ins ${by('Ben')}>${run('x')}</w:ins>${gone('b')}</w:del>`), ['paragraph: b']],
      [p(run('a'), endAdded()) + p('', endAdded() + endRemoved()), ['paragraph: a']],
      [`<w:tbl>${row}</w:tbl>${p(run('a'))}`, ['paragraph: a']],
      [`<w:ins ${by()}>${p(run('x'))}</w:ins>${p(run('a'))}`, ['paragraph: a']],
      [p(`${run('a')}<w:ins/><w:del/><w:moveFrom/>`), ['paragraph: a']],
      [p(`<w:commentRangeEnd w:id="7"/><w:commentRangeStart w:id="7"/>${run('a')}`), ['paragraph: a']],
      [`<w:p><w:pPr><w:pPrChange ${by()}/></w:pPr>${run('a')}</w:p>`, ['paragraph: a']],
    ]
    for (const [body, settled] of settledFirst) {
      const file = await read(body)
      expect(lines(file.blocks), body).toEqual(settled)
      const { review } = file
      if (review)
        expect(isReviewOf(review, file.blocks, blocksAs('proposed', review.blocks, review.tags))).toBe(true)
    }
    for (const body of [`<w:p><w:ins ${by()}></w:p>`, '<w:ins w:id="1">'.repeat(5_000)])
      await expect(read(body)).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('whatever changes stand in a file, its page is the one with all of them rejected', async () => {
    let state = 4711
    const random = (most: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % most
    }
    for (let story = 0; story < 25; story++) {
      const who = () => by(['Ann', 'Ben', 'Cy'][random(3)], random(60))
      const piece = (): string =>
        [
          () => run(`w${random(100)} `),
          () => run(`b${random(100)} `, `<w:b/><w:rPrChange ${who()}><w:rPr/></w:rPrChange>`),
          () => ins(run(`i${random(100)} `), who()),
          () => del(`d${random(100)} `, who()),
          () => ins(del(`x${random(100)} `, who()), who()),
        ][random(5)]?.() ?? ''
      const shape = () =>
        [
          '',
          '',
          endAdded(who()),
          endRemoved(who()),
          `<w:jc w:val="center"/><w:pPrChange ${who()}><w:pPr><w:pStyle w:val="Heading1"/></w:pPr></w:pPrChange>`,
        ][random(5)]
      const paragraph = () => p(Array.from({ length: random(5) }, piece).join(''), shape())
      const row = () =>
        `<w:tr>${random(3) ? '' : `<w:trPr><w:${random(2) ? 'ins' : 'del'} ${who()}/></w:trPr>`}<w:tc>${paragraph()}</w:tc><w:tc>${paragraph()}</w:tc></w:tr>`
      const table = () => `<w:tbl>${Array.from({ length: 1 + random(3) }, row).join('')}</w:tbl>`
      const body =
        Array.from({ length: 1 + random(8) }, () => (random(5) ? paragraph() : table())).join('') +
        p(run('end'))
      const file = await read(body)
      expect(droppedIn(file), body).toEqual([])
      const { review } = file
      if (!review) continue
      expect(as('settled', file), body).toEqual(lines(file.blocks))
      const words = (text: string | undefined) => (text?.match(/[a-z]\d+|end/g) ?? []).join(' ')
      const there = words(
        body
          .replace(/<w:tr><w:trPr><w:ins [\s\S]*?<\/w:tr>/g, '')
          .replace(/<w:ins [^>]*[^/]>[\s\S]*?<\/w:ins>/g, '')
          .match(/<w:(?:t|delText) [^>]*>[^<]*/g)
          ?.join(' '),
      )
      expect(words(lines(file.blocks).join(' ')), body).toBe(there)
    }
  }, 60_000)
})
