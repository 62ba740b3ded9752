import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { Download, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { type Block, blocksFromDoc } from '@/blocks'
import { always, entriesIn } from '@/blocks/kit/action'
import type { FileInfo, PageInfo, SubPage } from '@/blocks/kit/block-program'
import { applyBlocks, createLiveDoc, settledBlocks } from '@/document'
import { editorActions } from '@/editor/actions'
import { loadPasteCode } from '@/editor/clipboard/load-paste-code'
import { type Contribution, Contributions } from '@/editor/contribution'
import { targetIn } from '@/editor/core/open-editor'
import { showToolbar } from '@/editor/menus/fixed-toolbar/toolbar-view'
import { type EditorHost, type EditorSource, PageEditor } from '@/editor/page-editor'
import { scrollToBlock } from '@/editor/scroll-to-block'
import { ToolbarPlace } from '@/editor/toolbar-place'
import { Toaster } from '@/ui/toaster'
import '@/editor/live/live.css'
import { differsFromFreshTab } from '../fresh-tab'
import './style.css'
import { sampleBlocks } from './sample'
import { uploadFile } from './upload'

/** What a test may ask of the page, as `window.harness`. */
export interface Harness {
  editors: Editor[]
  /** Local addresses that the editor asked the application to open. */
  opened: string[]
  /** What the local editor reported last, and how often. */
  reported: Block[] | null
  reports: number
  blocks(index?: number): Block[]
  /** The live page behind an editor, as it is stored. */
  stored(index: number): Block[]
  /** Selects text as the browser does: the ends go to the nearest places where text can be. */
  select(index: number, anchor: number, head: number): void
  /** What differs between what an editor shows and what a fresh tab would; `null` when nothing does. */
  differs(index: number): string | null
  /** Writes these blocks into the live page as somebody else would. */
  place(blocks: Block[]): void
  /** With `held`: hands over `count` of the updates that wait, first come first served; says how many are left. */
  deliver(count: number): number
  /** Shows these blocks in a new local editor. */
  load(blocks: Block[]): Promise<void>
  setReadOnly(readOnly: boolean): void
  scrollToBlock(id: string): void
  /** Copying and pasting have all their code. */
  ready(): Promise<void>
  actions(): string[]
  /** The pages inside this one are now these. */
  tellSubPages(pages: SubPage[]): void
  /** Renders the whole page again with equal props. */
  rerender(): void
}

declare global {
  interface Window {
    harness: Harness
  }
}

/** Pages that can be mentioned. */
const pages: readonly PageInfo[] = [
  { path: '/roadmap', title: 'Roadmap', icon: '🗺️', coverImage: null },
  { path: '/notes', title: 'Meeting notes', icon: null, coverImage: null },
]

/** Files that can be mentioned. */
const files: readonly FileInfo[] = [
  { id: 'f'.repeat(20), name: 'Sunset.png', type: 'image/png', size: 2048, isKept: true, url: '' },
  { id: 'g'.repeat(20), name: 'Minutes.pdf', type: 'application/pdf', size: 4096, isKept: true, url: '' },
].map((file) => ({ ...file, url: `/api/files/${file.id}/${file.name}` }))

const watchers = new Set<(pages: readonly SubPage[]) => void>()
let subPages: readonly SubPage[] = []

const host: EditorHost = {
  watchSubPages(tell) {
    watchers.add(tell)
    tell(subPages)
    return () => watchers.delete(tell)
  },
  makeSubPage: async (title) => {
    window.harness.opened.push(`made ${title}`)
    return { path: '/made', title, icon: null }
  },
  newSubPage: () => window.harness.opened.push('new sub-page'),
  findFiles: async (query) => files.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase())),
  openPath: (path) => window.harness.opened.push(path),
  findPages: async (query) => pages.filter(({ title }) => title.toLowerCase().includes(query.toLowerCase())),
  findPeople: async (query) =>
    'ada lovelace'.includes(query.toLowerCase()) ? [{ id: 'u1', name: 'Ada Lovelace' }] : [],
  pageInfo: async (path) => pages.find((page) => page.path === path) ?? null,
}

const options = new URLSearchParams(location.search)
document.documentElement.dataset.theme = options.get('theme') ?? 'light'

// As of somebody who has switched it on, until they put it away.
if (options.has('toolbar') && localStorage.getItem('sheaf:toolbar') === null) showToolbar(true)

if (options.has('upload')) host.upload = uploadFile

const paragraph = (index: number): Block => ({
  id: `big-${index}`,
  kind: index % 9 === 0 ? 'heading' : index % 5 === 0 ? 'listItem' : 'paragraph',
  ...(index % 9 === 0 ? { attributes: { level: 2 } } : {}),
  text: [
    { text: `Block ${index}: ` },
    { text: 'some words', marks: [{ kind: 'bold' }] },
    { text: ' that go on for a line or so.' },
  ],
})

function startBlocks(): Block[] {
  const count = Number(options.get('count') ?? 0)
  if (count > 0) return Array.from({ length: count }, (_, index) => paragraph(index))
  return options.has('sample') ? sampleBlocks : []
}

/** Two documents that exchange every update at once, or with `held` when the test says so. */
function connectedDocs(): [Y.Doc, Y.Doc] {
  const a = createLiveDoc('page')
  applyBlocks(a, startBlocks())
  const b = createLiveDoc('page')
  Y.applyUpdate(b, Y.encodeStateAsUpdate(a))
  if (options.has('held')) {
    a.clientID = 1
    b.clientID = 2
  }
  const send = (from: Y.Doc, to: Y.Doc) =>
    from.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === 'peer') return
      if (options.has('held')) mail.push({ to, update })
      else Y.applyUpdate(to, update, 'peer')
    })
  send(a, b)
  send(b, a)
  return [a, b]
}

const mail: { to: Y.Doc; update: Uint8Array }[] = []

function liveSources(): EditorSource[] {
  const docs = connectedDocs()
  const presences = docs.map((doc) => new Awareness(doc))
  presences.forEach((own, index) => {
    own.on('update', ({ added, updated, removed }: Record<string, number[]>, origin: unknown) => {
      const changed = [...added!, ...updated!, ...removed!]
      if (origin !== 'peer')
        applyAwarenessUpdate(presences[1 - index]!, encodeAwarenessUpdate(own, changed), 'peer')
    })
  })
  return docs.map((doc, index) => ({
    kind: 'live',
    doc,
    awareness: presences[index]!,
    user: {
      id: `p${index}`,
      name: index === 0 ? 'Ada' : 'Grace',
      color: index === 0 ? '#3c5cc4' : '#97306a',
    },
  }))
}

const live = options.get('mode') === 'live' ? liveSources() : null

function Page() {
  const [round, setRound] = useState(0)
  const [shown, setShown] = useState({ key: 0, blocks: startBlocks() })
  const [readOnly, setReadOnly] = useState(options.has('readonly'))
  window.harness.rerender = () => setRound(round + 1)
  window.harness.setReadOnly = setReadOnly
  window.harness.load = (blocks) =>
    new Promise((resolve) => {
      loaded = resolve
      setShown({ key: shown.key + 1, blocks })
    })
  const sources: EditorSource[] = live ?? [
    {
      kind: 'local',
      blocks: shown.blocks,
      onChange: (blocks) => {
        window.harness.reported = blocks
        window.harness.reports++
      },
    },
  ]
  const [toolbarPlace, setToolbarPlace] = useState<HTMLElement | null>(null)
  const shownHost: EditorHost = options.has('toolbar')
    ? {
        ...host,
        toolbarPlace,
      }
    : host
  return (
    <>
      {options.has('toolbar') && <ToolbarPlace ref={setToolbarPlace} hidden={readOnly} />}
      <Contributions value={options.has('toolbar') ? contributions : NONE}>
        <main className="harness" data-round={round}>
          <h1 className="harness-title">A page to try the editor on</h1>
          {sources.map((source, index) => (
            <PageEditor
              // biome-ignore lint/suspicious/noArrayIndexKey: the sources of this page never change places
              key={`${shown.key}-${index}`}
              source={source}
              readOnly={readOnly}
              host={shownHost}
              onReady={(editor) => {
                window.harness.editors[index] = editor
                loaded?.()
              }}
            />
          ))}
          <Toaster />
        </main>
      </Contributions>
    </>
  )
}

const NONE: readonly Contribution[] = []

let hasComments = false
const watchComments = new Set<() => void>()

/** What an application could add to the toolbar: something to do, and something that is on or off. */
const contributions: readonly Contribution[] = [
  {
    name: 'harness',
    actions: [
      {
        id: 'export',
        label: 'Export',
        icon: Download,
        places: { toolbar: {} },
        command: always(() => window.harness.opened.push('export')),
      },
      {
        id: 'comments',
        label: 'Comments',
        icon: MessageSquare,
        places: { toolbar: {} },
        isActive: () => hasComments,
        watch(changed) {
          watchComments.add(changed)
          return () => watchComments.delete(changed)
        },
        command: always(() => {
          hasComments = !hasComments
          for (const changed of watchComments) changed()
        }),
      },
    ],
  },
]

let loaded: (() => void) | undefined
window.harness = {
  editors: [],
  opened: [],
  reported: null,
  reports: 0,
  blocks: (index = 0) => blocksFromDoc(window.harness.editors[index]!.state.doc),
  stored: (index) => settledBlocks((live as { doc: Y.Doc }[])[index]!.doc),
  select(index, anchor, head) {
    const { view } = window.harness.editors[index]!
    const { doc, tr } = view.state
    view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(anchor), doc.resolve(head))))
  },
  differs: (index) =>
    differsFromFreshTab((live as { doc: Y.Doc }[])[index]!.doc, window.harness.editors[index]!.state),
  place: (blocks) => applyBlocks((live as { doc: Y.Doc }[])[1]!.doc, blocks),
  deliver: (count) => {
    for (const { to, update } of mail.splice(0, count)) Y.applyUpdate(to, update, 'peer')
    return mail.length
  },
  load: () => Promise.reject(new Error('not rendered yet')),
  setReadOnly: () => {},
  tellSubPages(pages) {
    subPages = pages
    for (const tell of watchers) tell(pages)
  },
  rerender: () => {},
  scrollToBlock: (id) => void scrollToBlock(window.harness.editors[0]!, id),
  ready: loadPasteCode,
  actions: () =>
    entriesIn('palette', editorActions, targetIn(window.harness.editors[0]!, host)).map(
      ({ id }) => `editor.${id}`,
    ),
}
createRoot(document.getElementById('root')!).render(<Page />)
