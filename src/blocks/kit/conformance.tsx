import { DOMParser, DOMSerializer } from '@tiptap/pm/model'
import { parseHTML } from 'linkedom'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { blocksFromHtml, type ParseHtml } from '../html/read'
import { blocksFromDoc, docFromBlocks, normalizeBlocks } from '../json'
import { blocksFromMarkdown, markdownFromBlocks } from '../markdown'
import { withoutIds } from '../markdown/write'
import { plainTextOf } from '../plain-text'
import { pageSchema } from '../schema'
import { StaticBlocks } from '../static-blocks'
import type { Block } from './block'
import type { BlockDefinition } from './define-block'
import type { DomNode } from './dom'

const bare = (blocks: readonly Block[]) => blocks.map(withoutIds)

/** A DOM for tests, the one that the server uses. */
export const parseHtml: ParseHtml = (html) => {
  const holder = parseHTML('<html></html>').document.createElement('div')
  holder.innerHTML = html
  return holder as unknown as DomNode
}

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

const paragraph = (text: string): Block => ({ id: text, kind: 'paragraph', text: [{ text }] })
