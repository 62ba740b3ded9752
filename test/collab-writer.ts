import { EditorState, type Transaction } from '@tiptap/pm/state'
import { canJoin, canSplit, findWrapping, liftTarget } from '@tiptap/pm/transform'
import { pageSchema } from '@/blocks'
import { PageBinding, type Steps } from '@/document/binding/binding'
import { stepsAfter } from '@/document/binding/plugin'
import { newBlockId } from '@/shared/ids'
import type { Tab } from './collab'

/** A number below `below`. */
export type Random = (below: number) => number

/** Numbers that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

/** `SEED` of the environment, or a new one, which is printed: a failure can be run again. */
export function seedOf(what: string): number {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  process.stdout.write(`${what}: SEED=${seed}\n`)
  return seed
}

const FIRST_TOKEN = 0x4e00
const TOKENS = 0xd7a3 - FIRST_TOKEN

/** Gives every caller another character, so that each can be told from all the others. */
export function tokenSource(): () => string {
  let made = 0
  return () => {
    if (made >= TOKENS) throw new Error('All tokens are used')
    return String.fromCharCode(FIRST_TOKEN + made++)
  }
}

const KINDS = ['paragraph', 'heading', 'listItem']

/**
 * Somebody in a tab who types and takes the page apart: the product's own binding between an editor's state and the
 * tab's page, without a screen. Nothing that was typed is ever deleted, so every token must be there once in the end.
 */
export class Writer {
  private state = EditorState.create({ schema: pageSchema })
  private readonly binding: PageBinding
  private steps: Steps | null = null
  private isDead = false

  constructor(
    readonly tab: Tab,
    private readonly token: () => string,
    private readonly random: Random,
  ) {
    this.binding = new PageBinding(tab.page.doc, (act) => act())
    const self = this
    this.binding.open({
      get state() {
        return self.state
      },
      dispatch: (tr) => this.dispatch(tr),
    })
  }

  /** Types a token somewhere, or splits, joins, moves, wraps, lifts or changes a block. */
  edit(): void {
    if (this.isDead) return
    const acts = ['type', 'type', 'type', 'type', 'split', 'join', 'move', 'wrap', 'lift', 'kind'] as const
    this.act(acts[this.random(acts.length)] ?? 'type')
  }

  type(): void {
    this.act('type')
  }

  close(): void {
    this.binding.close()
    this.tab.close()
  }

  /** {@link Tab.die} */
  die(): void {
    this.binding.close()
    this.tab.die()
    this.isDead = true
  }

  private act(act: 'type' | 'split' | 'join' | 'move' | 'wrap' | 'lift' | 'kind'): void {
    const { tr, doc } = this.state
    const texts = this.blocks(true)
    const block = texts[this.random(texts.length)]
    if (!block) return
    const { node, pos } = block
    const inside = pos + 1 + this.random(node.content.size + 1)
    const range = doc.resolve(pos + 1).blockRange()
    if (act === 'type') {
      const token = this.token()
      tr.insertText(token, inside)
      this.tab.written.push(token)
    } else if (act === 'split') {
      const after = [{ type: node.type, attrs: { ...node.attrs, id: newBlockId() } }]
      if (canSplit(doc, inside, 1, after)) tr.split(inside, 1, after)
    } else if (act === 'join') {
      if (pos > 0 && canJoin(doc, pos) && doc.resolve(pos).nodeBefore?.inlineContent) tr.join(pos)
    } else if (act === 'move') {
      if (doc.resolve(pos).parent.childCount > 1) {
        tr.delete(pos, pos + node.nodeSize)
        const places = this.blocks(false, tr)
        const place = places[this.random(places.length)]
        if (place) tr.insert(place.pos, node)
      }
    } else if (act === 'wrap') {
      const wrapping =
        range && range.depth < 4
          ? findWrapping(range, pageSchema.nodes.blockquote!, { id: newBlockId() })
          : null
      if (range && wrapping) tr.wrap(range, wrapping)
    } else if (act === 'lift') {
      const target = range && liftTarget(range)
      if (range && typeof target === 'number') tr.lift(range, target)
    } else {
      const kind = pageSchema.nodes[KINDS[this.random(KINDS.length)] ?? 'paragraph']!
      tr.setBlockType(pos + 1, pos + 1, kind, { id: node.attrs.id })
    }
    if (tr.docChanged) this.dispatch(tr)
  }

  private blocks(withText: boolean, { doc }: Pick<Transaction, 'doc'> = this.state) {
    const found: { node: typeof doc; pos: number }[] = []
    doc.descendants((node, pos) => {
      if (node.inlineContent ? true : !withText && node.isBlock) found.push({ node, pos })
      return !node.inlineContent
    })
    return found
  }

  private dispatch(tr: Transaction): void {
    const before = this.state
    this.state = before.apply(tr)
    if (tr.docChanged) this.steps = stepsAfter(this.binding, this.steps, tr)
    this.binding.stateChanged(this.state, before, this.steps)
  }
}
