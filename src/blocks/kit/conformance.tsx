import { DOMParser, DOMSerializer } from '@tiptap/pm/model'
import { DOMParser as LinkeDomParser, parseHTML } from 'linkedom'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { blocksFromHtml, type ParseHtml } from '../html/read'
import { blocksFromDoc, docFromBlocks, normalizeBlocks } from '../json'
import { blocksFromMarkdown, markdownFromBlocks } from '../markdown'
import { withoutIds } from '../markdown/write'
import { plainAtom, plainTextOf, textOfLeaf } from '../plain-text'
import { pageSchema } from '../schema'
import { StaticBlocks } from '../static-blocks'
import { type Attributes, leanAttributes } from './attributes'
import type { Block, Inline, InlineAtom } from './block'
import type { BlockDefinition } from './define-block'
import { ATOM, type AtomDefinition } from './define-inline'
import type { DomNode } from './dom'

const bare = (blocks: readonly Block[]) => blocks.map(withoutIds)

/** A DOM for tests, the one that the server uses. */
export const parseHtml: ParseHtml = (html) =>
  new LinkeDomParser().parseFromString(`<html><body>${html}`, 'text/html')
    .documentElement as unknown as DomNode

const staticHtml = (blocks: readonly Block[]): string =>
  renderToStaticMarkup(<StaticBlocks blocks={blocks} />)

/** Pages that two people have, as the layer above stores them. */
export interface SharedPages {
  /** Two copies of a page, in step. */
  open(blocks: readonly Block[]): [SharedPage, SharedPage]
  /** Brings what each has done to the other. */
  sync(left: SharedPage, right: SharedPage): void
}

export interface SharedPage {
  read(): Block[]
  change(by: (blocks: Block[]) => Block[]): void
}

/**
 * What every kind must be able to do. `samples` are blocks of the kind in each of its forms; `words` is text that all
 * of them hold, for kinds that hold text.
 */
export function testBlockKind(
  definition: BlockDefinition,
  samples: readonly Block[],
  shared: SharedPages,
  words?: string,
): void {
  const { kind } = definition
  const pages = samples.map((sample) => normalizeBlocks([sample]))

  describe(`3.20 ${kind} keeps the promises of every kind`, () => {
    it('can be made from nothing', () => {
      const made = pageSchema.nodes[kind]!.createAndFill()
      expect(made).not.toBeNull()
      made!.check()
      expect(blocksFromDoc(pageSchema.nodes.doc!.create(null, made!))[0]!.kind).toBe(kind)
    })

    it.each(pages)('blocks JSON and back: %j', (...page) => {
      const doc = docFromBlocks(page)
      doc.check()
      expect(blocksFromDoc(doc)).toEqual(page)
      expect(blocksFromDoc(pageSchema.nodeFromJSON(doc.toJSON()))).toEqual(page)
    })

    it.each(pages)('Markdown and back: %j', (...page) => {
      expect(bare(blocksFromMarkdown(markdownFromBlocks(page)))).toEqual(bare(page))
    })

    it.each(pages)('static HTML, made without a DOM, and back: %j', (...page) => {
      const html = staticHtml(page)
      expect(bare(blocksFromHtml(html, parseHtml))).toEqual(bare(page))
      expect(html).toContain(`data-block-id="${page[0]!.id}"`)
      if (words) expect(parseHtml(html).textContent).toContain(words)
      if (words) expect(plainTextOf(page)).toContain(words)
    })

    it.each(pages)('copied from the editor and pasted, with its id: %j', (...page) => {
      const { document } = parseHTML('<html></html>')
      const holder = document.createElement('div')
      const target = DOMSerializer.fromSchema(pageSchema)
      holder.append(target.serializeFragment(docFromBlocks(page).content, { document: document as never }))
      const back = DOMParser.fromSchema(pageSchema).parse(holder as never, { preserveWhitespace: 'full' })
      expect(blocksFromDoc(back)).toEqual(page)
    })

    it.each(pages)('two people change it at once, and both end with both changes: %j', (...page) => {
      const [mine, theirs] = shared.open([...page, paragraph('last')])
      mine.change((blocks) => [paragraph('mine'), ...blocks])
      theirs.change((blocks) => [...blocks, paragraph('theirs')])
      shared.sync(mine, theirs)
      const [left, right] = [mine.read(), theirs.read()]
      expect(left).toEqual(right)
      expect(bare(left)).toEqual(bare([paragraph('mine'), ...page, paragraph('last'), paragraph('theirs')]))
    })
  })
}

/** Where an atom can stand: alone, among words, beside its like, marked, and in the other kinds that hold text. */
function pagesWith(atom: InlineAtom): Block[][] {
  const among: Inline[] = [{ text: 'before ' }, atom, { text: ', after' }]
  const bold = [{ kind: 'bold' }]
  const marked: Inline[] = [
    { text: 'bold ', marks: bold },
    { ...atom, marks: bold },
    { text: ' too', marks: bold },
    { ...atom, marks: [{ kind: 'underline' }, { kind: 'highlight' }] },
  ]
  const blocks: Omit<Block, 'id'>[] = [
    { kind: 'paragraph', text: [atom] },
    { kind: 'paragraph', text: among },
    { kind: 'paragraph', text: [atom, atom, { text: ' ' }, atom] },
    { kind: 'paragraph', text: [{ text: 'a line\n' }, atom, { text: '\nand another' }] },
    { kind: 'paragraph', text: marked },
    { kind: 'heading', attributes: { level: 2, align: 'center' }, text: among },
    { kind: 'listItem', attributes: { listStyleType: 'todo', checked: true }, text: [atom] },
    { kind: 'blockquote', children: [{ id: 'inside', kind: 'paragraph', text: among }] },
  ]
  return blocks.map((block, index) => normalizeBlocks([{ ...block, id: `b${index}` }]))
}

/** What every inline atom must be able to do, wherever it stands. `samples` are its forms. */
export function testAtomKind(
  definition: AtomDefinition,
  samples: readonly Attributes[],
  shared: SharedPages,
): void {
  const { kind } = definition
  const atoms = samples.map((attributes): InlineAtom => {
    const stored = leanAttributes(definition.attributes, attributes)
    return { kind, ...(Object.keys(stored).length > 0 ? { attributes: stored } : {}) }
  })
  const pages = atoms.flatMap(pagesWith)

  describe(`3.20 ${kind} keeps the promises of every inline atom`, () => {
    it('is a leaf of the text, and its attributes leave the names free that pages need', () => {
      const type = pageSchema.nodes[kind]!
      expect([type.isInline, type.isLeaf, type.isText]).toEqual([true, true, false])
      expect(Object.keys(definition.attributes)).not.toContain('kind')
      expect(Object.keys(definition.attributes)).not.toContain('id')
      for (const sample of samples) expect(leanAttributes(definition.attributes, sample)).toEqual(sample)
    })

    it.each(pages)('blocks JSON and back: %j', (...page) => {
      const doc = docFromBlocks(page)
      doc.check()
      expect(JSON.stringify(blocksFromDoc(doc))).toContain(`"kind":"${kind}"`)
      expect(blocksFromDoc(doc)).toEqual(page)
      expect(blocksFromDoc(pageSchema.nodeFromJSON(doc.toJSON()))).toEqual(page)
    })

    it.each(pages)('Markdown and back, said in the text itself: %j', (...page) => {
      const markdown = markdownFromBlocks(page)
      expect(bare(blocksFromMarkdown(markdown))).toEqual(bare(page))
      expect(markdown).not.toContain('"block"')
    })

    it.each(pages)('static HTML, made without a DOM, and back: %j', (...page) => {
      const html = staticHtml(page)
      expect(html).toContain(`${ATOM}="${kind}"`)
      expect(bare(blocksFromHtml(html, parseHtml))).toEqual(bare(page))
    })

    it.each(pages)('copied from the editor and pasted: %j', (...page) => {
      const { document } = parseHTML('<html></html>')
      const holder = document.createElement('div')
      const target = DOMSerializer.fromSchema(pageSchema)
      holder.append(target.serializeFragment(docFromBlocks(page).content, { document: document as never }))
      const back = DOMParser.fromSchema(pageSchema).parse(holder as never, { preserveWhitespace: 'full' })
      expect(blocksFromDoc(back)).toEqual(page)
    })

    it.each(atoms)('has words for search, word count and plain text: %j', (atom) => {
      const words = plainAtom(kind, atom.attributes)
      expect(words).not.toBe('')
      expect(plainTextOf([{ id: 'a', kind: 'paragraph', text: [{ text: 'see ' }, atom] }])).toBe(
        `see ${words}`,
      )
      const [block] = pagesWith(atom)[0]!
      expect(textOfLeaf(docFromBlocks([block!]).firstChild!.firstChild!)).toBe(words)
    })

    it.each(pages)('two people change it at once, and both end with both changes: %j', (...page) => {
      const [mine, theirs] = shared.open([...page, paragraph('last')])
      mine.change((blocks) => [paragraph('mine'), ...blocks])
      theirs.change((blocks) => [...blocks, paragraph('theirs')])
      shared.sync(mine, theirs)
      const [left, right] = [mine.read(), theirs.read()]
      expect(left).toEqual(right)
      expect(bare(left)).toEqual(bare([paragraph('mine'), ...page, paragraph('last'), paragraph('theirs')]))
    })

    it('with something that this version does not know is kept word for word', () => {
      const strange: Block = { id: 'x', kind: 'paragraph', text: [{ kind, attributes: { ofTomorrow: 1 } }] }
      expect(normalizeBlocks([strange])).toEqual([strange])
    })
  })
}

const paragraph = (text: string): Block => ({ id: text, kind: 'paragraph', text: [{ text }] })
