import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { bare } from './bare'
import { sheaf } from './sheaf'
import { tiptapWithYProsemirror } from './tiptap-y'
import './style.css'

/** An editor to be measured: `prepare` gets its content ready, `open` makes it editable. */
export interface Contender {
  prepare(): Promise<void>
  open(root: HTMLElement): Promise<EditorView>
}

const CONTENDERS: Record<string, () => Contender> = { bare, sheaf, 'tiptap-y': tiptapWithYProsemirror }

/** What the runner asks of the page, as `window.bench`. */
export interface Bench {
  prepare(): Promise<void>
  /** Milliseconds from the content in memory to an editable page that has been painted. */
  open(): Promise<number>
  /** Puts the caret into a paragraph in the middle of the page. */
  focusMiddle(): void
  /** Milliseconds from each key to the frame that shows it, since the last call. */
  latencies(): number[]
  blockCount(): number
}

declare global {
  interface Window {
    bench: Bench
  }
}

const options = new URLSearchParams(location.search)
const contender = CONTENDERS[options.get('variant') ?? '']?.()
if (!contender) throw new Error('Which variant?')
const root = document.getElementById('root') as HTMLElement
let view: EditorView
let measured: number[] = []

/** Resolves after the next frame was handed to the screen. */
const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => resolve()
      channel.port2.postMessage(null)
    })
  })

window.addEventListener(
  'keydown',
  (event) => {
    const started = event.timeStamp
    void painted().then(() => measured.push(performance.now() - started))
  },
  { capture: true },
)

window.bench = {
  prepare: () => contender.prepare(),
  async open() {
    const started = performance.now()
    view = await contender.open(root)
    await painted()
    return performance.now() - started
  },
  focusMiddle() {
    const { doc } = view.state
    let at = 0
    let middle = Math.floor(doc.childCount / 2)
    while (doc.child(middle).type.name !== 'paragraph') middle++
    for (let i = 0; i < middle; i++) at += doc.child(i).nodeSize
    const caret = at + 1 + doc.child(middle).content.size
    view.focus()
    view.dispatch(view.state.tr.setSelection(TextSelection.create(doc, caret)).scrollIntoView())
  },
  latencies() {
    const found = measured
    measured = []
    return found
  },
  blockCount: () => view.state.doc.childCount,
}
