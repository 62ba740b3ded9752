import type { Editor } from '@tiptap/core'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { blocksOf, colorOf } from '@/document'
import { openLivePage } from '@/editor/live'
import { PageEditor, preloadEditor } from '@/editor/page-editor'
import type { Contender } from './main'

/** The editor of the product, live: bound to its Yjs document, kept in the browser and on the server. */
export function sheaf(): Contender {
  const options = new URLSearchParams(location.search)
  const user = { id: 'bench', name: 'Bench', color: colorOf('bench') }
  const documentId = options.get('page') ?? ''
  const page = openLivePage({ documentId, url: options.get('live') ?? '', user })
  return {
    async prepare() {
      preloadEditor()
      await import('@/editor/editor-surface')
      await new Promise<void>((resolve) => {
        const isThere = () =>
          page.saveState.get().kind === 'saved' && page.doc.store.clients.size > 0 && resolve()
        page.saveState.subscribe(isThere)
        isThere()
      })
      if (blocksOf(page.doc).length === 0) throw new Error('The page is empty')
    },
    open: (root) =>
      new Promise((resolve) => {
        const source = { kind: 'live' as const, doc: page.doc, awareness: page.awareness, user }
        const onReady = (editor: Editor) => resolve(editor.view)
        createRoot(root).render(createElement(PageEditor, { source, onReady }))
      }),
  }
}
