import { Fragment, Mark, type Node, Slice } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Step, StepResult } from '@tiptap/pm/transform'
import { SECTION } from '@/blocks/kit/section'
import { rememberPositions } from '../page-index/fast-positions'
import { aroundAll, changedRanges, type Range } from './changed-ranges'
import { planSections, type SectionPlan } from './section-plan'

/** A page with at least this many top-level blocks is painted in sections, until it has fewer than `SHORT`. */
const LONG = 128
const SHORT = 96

/** In which section a top-level block stands. */
export function sectionOf(block: Node): number | null {
  for (const mark of block.marks) if (mark.type.name === SECTION) return mark.attrs.n as number
  return null
}

/** Are these the same block, except for the section it stands in? Compares references. */
export const isOnlyRemarked = (a: Node, b: Node): boolean =>
  a === b || (a.content === b.content && a.attrs === b.attrs && a.type === b.type)

/** Are these the same top-level blocks, except for the sections they stand in? Compares references. */
export function differOnlyInSections(a: Node, b: Node): boolean {
  if (a === b) return true
  const [old, now] = [a.content.content, b.content.content]
  if (old.length !== now.length) return false
  return old.every((block, i) => block === now[i] || isOnlyRemarked(block, now[i] as Node))
}

/** The fragment with none of its blocks in a section, however deep. */
function bare(content: Fragment): Fragment {
  const nodes: Node[] = []
  let changed = false
  content.forEach((node) => {
    const inside = node.isBlock && !node.inlineContent ? bare(node.content) : node.content
    const made = inside === node.content ? node : node.copy(inside)
    const plain = node.isBlock ? made.mark(Mark.none) : made
    if (plain !== node) changed = true
    nodes.push(plain)
  })
  return changed ? Fragment.fromArray(nodes) : content
}

/** The document as it is without sections. */
export const withoutSections = (doc: Node): Node => doc.copy(bare(doc.content))

/** Copied and dragged blocks take no section along. */
const sliceWithoutSections = (slice: Slice): Slice =>
  new Slice(bare(slice.content), slice.openStart, slice.openEnd)

/** Puts blocks into sections. Moves no position, and what undoes it does nothing: sections are only looks. */
class SectionStep extends Step {
  constructor(
    readonly from: number,
    /** The section of each block from there on; null: none. */
    readonly numbers: readonly (number | null)[],
  ) {
    super()
  }

  apply(doc: Node): StepResult {
    const blocks = [...doc.content.content]
    const type = doc.type.schema.marks[SECTION]!
    const known = new Map<number, readonly Mark[]>()
    const last = Math.min(blocks.length, this.from + this.numbers.length)
    // Equal marks are the same object, also beyond the edges: the view then compares them by reference.
    for (let i = Math.max(0, this.from - 1); i < Math.min(blocks.length, last + 1); i++) {
      const block = blocks[i] as Node
      const n = sectionOf(block)
      if (n !== null && !known.has(n)) known.set(n, block.marks)
    }
    for (let i = this.from; i < last; i++) {
      const n = this.numbers[i - this.from] ?? null
      const block = blocks[i] as Node
      let marks: readonly Mark[] = Mark.none
      if (n !== null) {
        marks = known.get(n) ?? [type.create({ n })]
        known.set(n, marks)
      }
      const inside = block.isLeaf || block.inlineContent ? block.content : bare(block.content)
      blocks[i] = (inside === block.content ? block : block.copy(inside)).mark(marks)
    }
    return StepResult.ok(doc.copy(Fragment.fromArray(blocks)))
  }

  invert(): Step {
    return new SectionStep(0, [])
  }

  map(): Step | null {
    return null
  }

  toJSON(): unknown {
    return { stepType: SECTION, from: this.from, numbers: this.numbers }
  }
}

function remark(state: EditorState, from: number, numbers: readonly (number | null)[]): Transaction {
  const tr = state.tr.step(new SectionStep(from, numbers))
  // A step forgets the marks that the next typed character is to have.
  return state.storedMarks ? tr.setStoredMarks(state.storedMarks) : tr
}

const isOnlySections = (tr: Transaction): boolean => tr.steps.every((step) => step instanceof SectionStep)

interface State {
  isLong: boolean
  next: number
}

const key = new PluginKey<State>('sections')

/** Was nothing touched but the text of the block with the caret? Needs no look at the page. */
function isWithinText({ selection: { $head } }: EditorState, ranges: readonly Range[]): boolean {
  if ($head.depth === 0 || !$head.parent.inlineContent || sectionOf($head.node(1)) === null) return false
  const [from, to] = [$head.start(), $head.end()]
  return ranges.every((range) => from <= range.from && range.to <= to)
}

/** What was done, and to what. */
interface Done {
  ranges: readonly Range[]
  /** The ranges say only from where to where something was done. */
  isRough: boolean
  before: Node
}

/** The top-level blocks that were touched, and which of them were put in as they stand. */
function touched({ ranges, isRough, before }: Done, doc: Node) {
  const [{ from: least, to: most }] = aroundAll(ranges) as [Range]
  const $from = doc.resolve(Math.min(least, doc.content.size))
  const $to = doc.resolve(Math.min(most, doc.content.size))
  const from = $from.index(0)
  const to = Math.min(doc.childCount, $to.depth > 0 ? $to.index(0) + 1 : $to.index(0))
  const stood = isRough ? new Set(before.content.content.map(({ attrs }) => attrs.id as unknown)) : null
  const inOrder = [...ranges].sort((a, b) => a.from - b.from)
  const isNew: boolean[] = []
  let pos = $from.depth > 0 ? $from.before(1) : $from.pos
  let next = 0
  /** How far the ranges reach that begin before the block. */
  let reached = -1
  for (let i = from; i < to; i++) {
    const block = doc.child(i)
    const end = pos + block.nodeSize
    for (; next < inOrder.length && inOrder[next]!.from <= pos; next++)
      reached = Math.max(reached, inOrder[next]!.to)
    isNew.push(stood ? !stood.has(block.attrs.id) : end <= reached)
    pos = end
  }
  return { from, to: Math.max(from, to), isNew }
}

function plan(
  done: Done,
  state: EditorState,
  isLong: boolean,
  next: number,
  isComposing: boolean,
): SectionPlan {
  const { doc, selection } = state
  const { from, to, isNew } = touched(done, doc)
  const known = (i: number) => (isLong && !isNew[i - from] ? sectionOf(doc.child(i)) : null)
  /** What was put in beside its own section stays in it. */
  const at = (i: number): number | null => {
    if (!isLong || !isNew[i - from]) return known(i)
    const own = sectionOf(doc.child(i))
    if (own === null) return null
    let [left, right] = [i - 1, i + 1]
    while (left >= from && isNew[left - from]) left--
    while (right < to && isNew[right - from]) right++
    const isBeside = (j: number) => j >= 0 && j < doc.childCount && known(j) === own
    return isBeside(left) || isBeside(right) ? own : null
  }
  const now = { count: doc.childCount, at, next, caret: selection.$head.index(0), isComposing }
  return isLong ? planSections(now, from, to) : planSections(now, 0, doc.childCount)
}

/** Does a quote among these blocks hold what came in from the top of the page? */
function holdsSections(doc: Node, from: number, to: number): boolean {
  let found = false
  for (let i = from; i < to && !found; i++) {
    const block = doc.child(i)
    if (block.isLeaf || block.inlineContent) continue
    block.descendants((node) => {
      if (sectionOf(node) !== null) found = true
      return !found && !node.inlineContent
    })
  }
  return found
}

function assign(
  transactions: readonly Transaction[],
  before: Node,
  state: EditorState,
  isComposing: boolean,
): Transaction | null {
  const changing = transactions.filter((tr) => tr.docChanged && !isOnlySections(tr))
  if (changing.length === 0) return null
  const { doc } = state
  const { isLong, next } = key.getState(state) as State
  const count = doc.childCount
  if (count < (isLong ? SHORT : LONG)) {
    let isMarked = false
    for (let i = 0; i < count && !isMarked; i++) isMarked = sectionOf(doc.child(i)) !== null
    return isMarked || holdsSections(doc, 0, count)
      ? remark(state, 0, new Array<null>(count).fill(null))
      : null
  }
  const { ranges, isRough } = changedRanges(changing)
  if (ranges.length === 0) return null
  if (isLong && count === before.childCount && isWithinText(state, ranges)) return null
  const made = plan({ ranges, isRough, before }, state, isLong, next, isComposing)
  const { numbers } = made
  let [first, last] = [0, numbers.length]
  const stays = (i: number) => sectionOf(doc.child(made.from + i)) === numbers[i]
  const inQuotes = holdsSections(doc, made.from, made.from + numbers.length)
  while (!inQuotes && first < last && stays(first)) first++
  while (!inQuotes && first < last && stays(last - 1)) last--
  if (first === last) return null
  return remark(state, made.from + first, numbers.slice(first, last))
}

/**
 * Keeps the top-level blocks of a long page in sections of 16 to 48 neighbours that are painted together, and only when
 * they can be seen. The document stays as flat as it is: being in a section is a mark on the block, so every command
 * works as without. Looks only near what changed; a page that was short is looked at as a whole when it becomes long.
 */
export function sectionsPlugin(): Plugin<State> {
  rememberPositions()
  let isComposing = () => false
  return new Plugin<State>({
    key,
    state: {
      init: (_config, { doc }) => ({
        isLong: doc.firstChild !== null && sectionOf(doc.firstChild) !== null,
        next: doc.content.content.reduce((next, block) => Math.max(next, (sectionOf(block) ?? -1) + 1), 0),
      }),
      apply: (tr, value) => {
        let { next, isLong } = value
        for (const step of tr.steps) {
          if (!(step instanceof SectionStep)) continue
          for (const n of step.numbers) if (n !== null && n >= next) next = n + 1
          if (step.numbers.length > 0) isLong = step.numbers[0] !== null
        }
        return next === value.next && isLong === value.isLong ? value : { next, isLong }
      },
    },
    appendTransaction: (transactions, before, state) =>
      assign(transactions, before.doc, state, isComposing()),
    props: { transformCopied: sliceWithoutSections },
    view: (view) => {
      isComposing = () => view.composing
      // What the editor began with, or what it showed when this was put in.
      const { doc } = view.state
      if (doc.childCount >= LONG && doc.firstChild && sectionOf(doc.firstChild) === null) {
        const now = { count: doc.childCount, at: () => null, next: 0, caret: -1, isComposing: false }
        const { numbers } = planSections(now, 0, doc.childCount)
        view.dispatch(remark(view.state, 0, numbers).setMeta('addToHistory', false))
      }
      return {}
    },
  })
}
