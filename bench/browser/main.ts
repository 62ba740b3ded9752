import type { Node } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { bare, bareWithSections } from './bare'
import { sheaf, sheafAlone } from './sheaf'
import { tiptap } from './tiptap'
import { tiptapWithYProsemirror } from './tiptap-y'
import './style.css'

/** An editor to be measured: `prepare` gets its content ready, `open` makes it editable. */
export interface Contender {
  prepare(): Promise<void>
  open(root: HTMLElement): Promise<EditorView>
  /**
   * Writes a word into that many text blocks, evenly over the page, somewhere else; gives what brings them into the open
   * page, one by one as they would arrive.
   */
  writtenElsewhere?(edits: number): () => void
}

const CONTENDERS: Record<string, () => Contender> = {
  floor: bareWithSections,
  bare,
  tiptap,
  sheaf,
  'sheaf-alone': sheafAlone,
  'tiptap-y': tiptapWithYProsemirror,
}

/** What somebody else writes into a block. */
export const WORD = 'elsewhere '

/** What the runner asks of the page, as `window.bench`. */
export interface Bench {
  prepare(): Promise<void>
  /** Milliseconds from the content in memory to an editable page that has been painted. */
  open(): Promise<number>
  /** Puts the caret to the end of a block of this kind in the middle of the page: of a table, into a cell in its middle. */
  focusMiddle(kind?: 'paragraph' | 'codeBlock' | 'table'): void
  /** Milliseconds from each key to the frame that shows it, since the last call. */
  latencies(): number[]
  blockCount(): number
  /** Milliseconds from the first of this many edits of somebody else to the painted frame with all of them. */
  applyRemote(edits: number): Promise<number>
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

interface TopBlock {
  node: Node
  pos: number
}

/** The blocks at the top of the page, whether or not they stand in sections that are nodes. */
function topBlocks(doc: Node): TopBlock[] {
  const found: TopBlock[] = []
  doc.forEach((node, pos) => {
    if (node.type.name !== 'sectionNode') found.push({ node, pos })
    else
      node.forEach((block, offset) => {
        found.push({ node: block, pos: pos + 1 + offset })
      })
  })
  return found
}

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
  focusMiddle(kind = 'paragraph') {
    const { doc } = view.state
    const all = topBlocks(doc)
    let middle = Math.floor(all.length / 2)
    while (all[middle]?.node.type.name !== kind) middle++
    const { node, pos } = all[middle] as TopBlock
    const ends: number[] = []
    if (node.isTextblock) ends.push(node.content.size)
    node.descendants((inner, at) => {
      if (inner.isTextblock) ends.push(at + 1 + inner.content.size)
    })
    view.focus()
    const caret = pos + 1 + (ends[Math.floor(ends.length / 2)] as number)
    view.dispatch(view.state.tr.setSelection(TextSelection.create(doc, caret)).scrollIntoView())
  },
  latencies() {
    const found = measured
    measured = []
    return found
  },
  blockCount: () => topBlocks(view.state.doc).length,
  async applyRemote(edits) {
    const bringIn = contender.writtenElsewhere?.(edits)
    if (!bringIn) throw new Error('Nobody else writes here')
    const before = view.state.doc.textContent.length
    const started = performance.now()
    bringIn()
    await painted()
    const took = performance.now() - started
    const arrived = view.state.doc.textContent.length - before
    if (arrived !== edits * WORD.length) throw new Error(`${arrived} characters arrived`)
    return took
  },
}
