import type { Node } from '@tiptap/pm/model'
import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import * as Y from 'yjs'
import { pageSchema } from '@/blocks'
import { PageBinding, type Steps } from '@/document/binding/binding'
import { stepsAfter } from '@/document/binding/plugin'

/** An editor without a screen, bound to its own copy of a page. */
export class Client {
  readonly doc = new Y.Doc()
  readonly binding: PageBinding
  state: EditorState
  /** Updates that were made here, for the others. */
  readonly outbox: Uint8Array[] = []
  written = 0
  private steps: Steps | null = null

  constructor(clientId: number, update?: Uint8Array) {
    this.doc.clientID = clientId
    if (update) Y.applyUpdate(this.doc, update)
    this.doc.on('update', (change: Uint8Array, origin: unknown) => {
      if (origin === 'network') return
      this.outbox.push(change)
      this.written++
    })
    this.binding = new PageBinding(this.doc, (act) => act())
    this.state = EditorState.create({ schema: pageSchema })
    this.reopen()
  }

  reopen(): void {
    const self = this
    this.binding.open({
      get state() {
        return self.state
      },
      dispatch: (tr) => this.dispatch(tr),
    })
  }

  dispatch(tr: Transaction): void {
    const before = this.state
    this.state = before.apply(tr)
    if (tr.docChanged) this.steps = stepsAfter(this.binding, this.steps, tr)
    this.binding.stateChanged(this.state, before, this.steps)
  }

  receive(update: Uint8Array): void {
    Y.applyUpdate(this.doc, update, 'network')
  }

  select(anchor: number, head = anchor): void {
    const { doc } = this.state
    const selection = TextSelection.between(doc.resolve(anchor), doc.resolve(head))
    this.dispatch(this.state.tr.setSelection(selection))
  }

  type(text: string): void {
    this.dispatch(this.state.tr.insertText(text))
  }

  /** The position before the block's node. */
  pos(id: string): number {
    let found = -1
    this.state.doc.descendants((node, pos) => {
      if (node.attrs.id === id) found = pos
      return found < 0
    })
    if (found < 0) throw new Error(`No block ${id}`)
    return found
  }

  node(id: string): Node {
    return this.state.doc.nodeAt(this.pos(id)) as Node
  }

  close(): void {
    this.binding.close()
    this.doc.destroy()
  }
}

/** Brings all clients to the same state, whatever they had missed. */
export function syncAll(clients: readonly Client[]): void {
  for (let round = 0; round < 3; round++) {
    for (const from of clients) {
      for (const to of clients) {
        if (from !== to) to.receive(Y.encodeStateAsUpdate(from.doc, Y.encodeStateVector(to.doc)))
      }
    }
  }
}

/** What a page shows, without ids: kinds with their text, nested as they are. */
export function outline(doc: Node): string {
  const parts: string[] = []
  doc.forEach((node) => {
    if (node.inlineContent) parts.push(`${node.type.name[0]}:${node.textContent}`)
    else parts.push(node.isLeaf ? node.type.name : `[${outline(node)}]`)
  })
  return parts.join(' ')
}
