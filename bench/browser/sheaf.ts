import type { Editor } from '@tiptap/core'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { applyBlocks, colorOf, createPageDoc, settledBlocks } from '@/document'
import { openLivePage } from '@/editor/live'
import { PageEditor } from '@/editor/page-editor'
import { blocks } from './content'
import { type Contender, WORD } from './main'

/** The editor of the product, live: bound to its Yjs document, kept in the browser and on the server. */
export function sheaf(): Contender {
  const options = new URLSearchParams(location.search)
  const user = { id: options.get('user') ?? '', name: 'Bench', color: colorOf('bench') }
  const documentId = options.get('page') ?? ''
  const page = openLivePage({ documentId, url: options.get('live') ?? '', user })
  return {
    async prepare() {
      await codeIsLoaded()
      await new Promise<void>((resolve) => {
        const isThere = () =>
          page.saveState.get().kind === 'saved' && page.doc.store.clients.size > 0 && resolve()
        page.saveState.subscribe(isThere)
        isThere()
      })
      if (settledBlocks(page.doc).length === 0) throw new Error('The page is empty')
    },
    open: (root) =>
      new Promise((resolve) => {
        const source = { kind: 'live' as const, doc: page.doc, awareness: page.awareness, user }
        const onReady = (editor: Editor) => resolve(editor.view)
        createRoot(root).render(createElement(PageEditor, { source, onReady }))
      }),
  }
}

/** The same editor on a page of its own, for what others' edits cost without the way over the server. */
export function sheafAlone(): Contender {
  const doc = createPageDoc()
  const user = { id: 'bench', name: 'Bench', color: colorOf('bench') }
  return {
    async prepare() {
      await codeIsLoaded()
      const source = createPageDoc()
      applyBlocks(source, blocks())
      Y.applyUpdate(doc, Y.encodeStateAsUpdate(source))
      source.destroy()
    },
    open: (root) =>
      new Promise((resolve) => {
        const source = { kind: 'live' as const, doc, awareness: new Awareness(doc), user }
        const onReady = (editor: Editor) => resolve(editor.view)
        createRoot(root).render(createElement(PageEditor, { source, onReady }))
      }),
    writtenElsewhere(edits) {
      const elsewhere = createPageDoc()
      Y.applyUpdate(elsewhere, Y.encodeStateAsUpdate(doc))
      const text = elsewhere.getText('text')
      // Behind each bead a block's text begins.
      const starts: number[] = []
      let at = 0
      for (const { insert } of text.toDelta() as { insert: unknown }[]) {
        at += typeof insert === 'string' ? insert.length : 1
        if (typeof insert === 'object') starts.push(at)
      }
      const updates: Uint8Array[] = []
      elsewhere.on('update', (update: Uint8Array) => updates.push(update))
      for (let i = 0; i < edits; i++)
        text.insert((starts[Math.floor((i * starts.length) / edits)] as number) + i * WORD.length, WORD)
      return () => {
        for (const update of updates) Y.applyUpdate(doc, update, 'elsewhere')
      }
    },
  }
}

/** Opening is measured without fetching the editor's code, which happens once: an empty editor is shown before. */
async function codeIsLoaded(): Promise<void> {
  const root = createRoot(document.createElement('div'))
  await new Promise<void>((resolve) => {
    const source = { kind: 'local' as const, blocks: [] }
    root.render(createElement(PageEditor, { source, onReady: () => resolve() }))
  })
  root.unmount()
}
