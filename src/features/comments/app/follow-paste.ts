import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { anchorTo } from '@/document'

/** A text of the page as one string, with the position of each of its units; blocks are separated by a line break. */
interface Flat {
  text: string
  positions: number[]
}

/** What was cut, or is being dragged, and which part of it each discussion is about. */
interface Taken {
  text: string
  discussed: { discussion: string; start: number; end: number }[]
}

/** Where a discussion stands in the editor now. */
interface Place {
  discussion: string
  from: number
  to: number
  isBlock: boolean
}

/** Frames until the page has taken in what was pasted. */
const FRAMES = 60

/**
 * Discussions follow words that are cut and pasted, or dragged, on the page. `places` are those of open discussions at the moment of
 * the call, none where this person may not put them elsewhere. Returns what stops it.
 */
export function followPaste(editor: Editor, places: () => readonly Place[]): () => void {
  let taken: Taken | null = null
  let stopped = false
  const take = () => {
    const { doc, selection } = editor.state
    const flat = flatten(doc, selection.from, selection.to)
    const inside = places().filter(
      ({ isBlock, from, to }) => !isBlock && from < to && from >= selection.from && to <= selection.to,
    )
    const discussed = inside.flatMap(({ discussion, from, to }) => {
      const start = flat.positions.findIndex((at) => at >= from)
      const end = flat.positions.findLastIndex((at) => at < to) + 1
      return start < 0 || end <= start ? [] : { discussion, start, end }
    })
    taken = discussed.length > 0 ? { text: flat.text, discussed } : null
  }
  const changed = ({ transaction }: { transaction: Transaction }) => {
    const cause: unknown = transaction.getMeta('uiEvent')
    if (!taken || !transaction.docChanged || (cause !== 'paste' && cause !== 'drop')) return
    const range = insertedBy(transaction)
    if (range) attach(taken, range)
  }
  const attach = ({ text, discussed }: Taken, range: { from: number; to: number }) => {
    let { from, to } = range
    const follow = ({ transaction: { mapping } }: { transaction: Transaction }) => {
      from = mapping.map(from, -1)
      to = mapping.map(to, 1)
    }
    editor.on('transaction', follow)
    const attempt = (frames: number) => {
      const isOver = stopped || editor.isDestroyed || frames === 0 || tryNow()
      if (isOver) editor.off('transaction', follow)
      else requestAnimationFrame(() => attempt(frames - 1))
    }
    /** Is there nothing more to wait for? */
    const tryNow = () => {
      const { state } = editor
      const flat = flatten(state.doc, from, Math.min(to, state.doc.content.size))
      const at = flat.text.indexOf(text)
      if (at < 0) return true
      const waits = discussed.filter(({ discussion, start, end }) => {
        const [first, last] = [flat.positions[at + start], flat.positions[at + end - 1]]
        return (
          first !== undefined && last !== undefined && anchorTo(state, discussion, first, last + 1) === 'wait'
        )
      })
      return waits.length === 0
    }
    requestAnimationFrame(() => attempt(FRAMES))
  }
  const { dom } = editor.view
  // Before the editor takes the words away.
  const events = ['cut', 'dragstart'] as const
  for (const event of events) dom.addEventListener(event, take, { capture: true })
  editor.on('transaction', changed)
  return () => {
    stopped = true
    for (const event of events) dom.removeEventListener(event, take, { capture: true })
    editor.off('transaction', changed)
  }
}

function flatten(doc: Node, from: number, to: number): Flat {
  let text = ''
  const positions: number[] = []
  doc.nodesBetween(from, to, (node, pos) => {
    if (node.isTextblock && text !== '') {
      text += '\n'
      positions.push(pos)
    }
    if (node.isText) {
      const [start, end] = [Math.max(from, pos), Math.min(to, pos + node.nodeSize)]
      text += node.text!.slice(start - pos, end - pos)
      for (let at = start; at < end; at++) positions.push(at)
    } else if (node.isInline) {
      text += '\ufffc'
      positions.push(pos)
    }
  })
  return { text, positions }
}

/** What a transaction has put in, in positions of the document after it. */
function insertedBy({ mapping }: Transaction): { from: number; to: number } | null {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (const [index, map] of mapping.maps.entries())
    map.forEach((_start, _end, start, end) => {
      if (start === end) return
      const rest = mapping.slice(index + 1)
      from = Math.min(from, rest.map(start, -1))
      to = Math.max(to, rest.map(end, 1))
    })
  return from < to ? { from, to } : null
}
