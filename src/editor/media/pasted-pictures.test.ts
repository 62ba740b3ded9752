import { cpuTime } from '@test/cpu-time'
import { EditorState, Plugin } from '@tiptap/pm/state'
import { parseHTML } from 'linkedom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { docFromBlocks } from '@/blocks'
import type { BlockHost } from '@/blocks/kit/block-program'
import { PastedPictures } from './pasted-pictures'

/** What of a browser an upload touches; pictures are never measured. */
beforeEach(() => {
  class Parser {
    parseFromString(html: string) {
      return parseHTML(`<!doctype html><html><body>${html}</body></html>`).document
    }
  }
  vi.stubGlobal('DOMParser', Parser)
  vi.stubGlobal('window', { addEventListener() {} })
  vi.stubGlobal('Image', class {})
})
afterEach(() => vi.unstubAllGlobals())

const picture = (type = 'png') => `<img alt="Dot" src="data:image/${type};base64,iVBORw0KGgo=">`

/** A page and what is sent and said while something is pasted into it. */
function pageOf() {
  const sent: File[] = []
  const said: string[] = []
  const host = {
    upload: (file: File) => {
      sent.push(file)
      return new Promise(() => {})
    },
  } as unknown as BlockHost
  const pictures = new PastedPictures(
    () => host,
    (message) => said.push(message),
  )
  const plugin = new Plugin({
    appendTransaction: (transactions, _before, state) => pictures.append(transactions, state),
  })
  let state = EditorState.create({
    doc: docFromBlocks([{ id: 'a', kind: 'paragraph', text: [{ text: 'words' }] }]),
    plugins: [plugin],
  })
  /** Puts those pictures of the HTML on the page that `isTaken` lets in. */
  const paste = (html: string, isTaken = (_index: number) => true) => {
    const { document } = parseHTML(`<html><body>${pictures.keep(html)}</body></html>`)
    const marks = [...document.querySelectorAll('figure')].map((one) => one.dataset.placeholderId!)
    const nodes = marks
      .filter((_, index) => isTaken(index))
      .map((placeholderId) => state.schema.nodes.image!.create({ placeholderId }))
    state = state.apply(state.tr.insert(0, nodes))
    return marks
  }
  const ids = () => {
    const found: string[] = []
    state.doc.descendants((node) => {
      if (node.type.name === 'image') found.push(node.attrs.placeholderId)
    })
    return found
  }
  return { pictures, paste, sent, said, ids }
}

test('5.6 a pasted picture is sent when it stands on the page, not before, and never when the paste is refused', async () => {
  const { pictures, paste, sent, said, ids } = pageOf()
  expect(pictures.keep(picture().repeat(40))).toContain('<figure')
  await Promise.resolve()
  expect([sent, said]).toEqual([[], []])
  paste(picture('jpeg') + picture(), (index) => index === 0)
  expect(ids()).toHaveLength(1)
  expect(ids()[0]).not.toMatch(/^pasted-/)
  expect(sent.map(({ name }) => name)).toEqual(['image-1.jpg'])
})

test('5.6 of the pictures in a paste not more are taken than may be chosen at once, and it is said', async () => {
  const { paste, ids, said } = pageOf()
  const marks = paste(picture().repeat(500))
  expect(marks).toHaveLength(30)
  expect(new Set(ids()).size).toBe(30)
  expect(ids().some((id) => marks.includes(id))).toBe(false)
  await vi.waitFor(() => expect(said).toEqual([expect.stringMatching(/first 30 of 500 pictures/)]), 20_000)
})

test('HTML without pictures as data stays as it is, and is not read for long', () => {
  const { pictures } = pageOf()
  const began = cpuTime()
  for (const html of ['<img '.repeat(100_000), '<p>words</p><img src="https://example.org/x.png">'])
    expect(pictures.keep(html)).toBe(html)
  // It took minutes.
  expect(cpuTime() - began).toBeLessThan(5_000)
  expect(pictures.keep('<img src="data:image/svg+xml;base64,PHN2Zz4=">')).toContain('svg+xml')
})
