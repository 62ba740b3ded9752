import { cleanText, mergePieces } from '../json'
import { markName } from '../kinds'
import { type Attributes, leanAttributes } from '../kit/attributes'
import { type Block, type BlockMark, type Inline, isInlineText } from '../kit/block'
import type { AtomDefinition } from '../kit/define-inline'
import { boxBefore } from './lists'

/** A text block that is being filled. `exact`: written by us, so that every space in it counts. */
interface OpenText {
  block: Block
  pieces: Inline[]
  exact: boolean
}

/** A mark that is on, or that an element inside takes off again. */
export interface OpenMark extends BlockMark {
  off?: boolean
}

/** The text that is being read, with the marks around it. */
export class Words {
  /** Outermost first. */
  readonly marks: OpenMark[] = []
  private open: OpenText | null = null
  private leftOut = ''

  /** `paragraph` makes the block for text that stands in none; `done` takes every block that is full. */
  constructor(
    private readonly paragraph: () => Block,
    private readonly done: (block: Block) => void,
  ) {}

  begin(block: Block, exact: boolean): void {
    this.open = { block, pieces: [], exact }
  }

  /** The foreign block that is being filled. */
  get foreign(): Block | null {
    return this.open && !this.open.exact ? this.open.block : null
  }

  /** Is a block of ours being filled, of which every word counts? */
  get isExact(): boolean {
    return this.open?.exact === true
  }

  /** Is nothing said yet in the foreign block of this kind that is being filled? */
  isFresh(kind: string): boolean {
    return this.foreign?.kind === kind && this.open?.pieces.length === 0
  }

  /** Is this mark on at the place that was reached? */
  has(kind: string): boolean {
    const last = this.marks.findLast((mark) => mark.kind === kind)
    return last !== undefined && !last.off
  }

  /** Does not take these signs at the start of the text that comes next: they say something else. */
  leaveOut(signs: string): void {
    this.leftOut = signs
  }

  /** Text as it stands in a tree: white space is what a reader sees of it. */
  add(raw: string): void {
    const text = cleanText(raw)
    if (this.open?.exact) {
      this.addText(text.replaceAll('\n', ' '))
      return
    }
    let collapsed = text.replace(/[ \t\n\f]+/g, ' ')
    if (this.leftOut && collapsed.trim() !== '') {
      const start = collapsed.trimStart()
      if (start.startsWith(this.leftOut)) collapsed = start.slice(this.leftOut.length).trimStart()
      this.leftOut = ''
    }
    const last = this.open?.pieces.at(-1)
    const before = last && !isInlineText(last) ? last.kind : (last?.text ?? '')
    const atStart = before === '' || /[ \n]$/.test(before)
    const shown = atStart && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed
    if (shown) this.addText(shown)
  }

  addText(text: string, more: readonly BlockMark[] = []): void {
    if (text !== '') this.addPiece({ text }, more)
  }

  addAtom({ kind, attributes: shape }: AtomDefinition, given: Attributes): void {
    const attributes = leanAttributes(shape, given)
    this.addPiece({ kind, ...(Object.keys(attributes).length > 0 ? { attributes } : {}) })
  }

  private addPiece(piece: Inline, more: readonly BlockMark[] = []): void {
    this.open ??= { block: this.paragraph(), pieces: [], exact: false }
    const all = lastOfEachName([...this.marks, ...more])
    this.open.pieces.push(all.length > 0 ? { ...piece, marks: all } : piece)
  }

  /** Ends the text block that is being filled. */
  flush(): void {
    const { open } = this
    this.open = null
    if (!open) return
    const { block } = open
    block.text = open.exact ? mergePieces(open.pieces) : trimmed(mergePieces(open.pieces))
    if (!open.exact) {
      if (block.kind === 'listItem') takeBox(block)
      takeOffOwnLook(block)
      block.text = block.text.map(withoutLinkLook)
      if (block.kind === 'paragraph' && block.text.every(isBlank)) return
    }
    this.done(block)
  }
}

function lastOfEachName(marks: readonly OpenMark[]): BlockMark[] {
  const last = new Map(marks.map((mark) => [markName(mark), mark]))
  return [...last.values()].filter(({ off }) => !off).map(({ off: _, ...mark }) => mark)
}

/** White space that is no code. */
const isBlank = (piece: Inline): boolean =>
  isInlineText(piece) && /^\s*$/.test(piece.text) && !piece.marks?.some(({ kind }) => kind === 'code')

/** Without the space and the one line break at the end that nobody sees. */
function trimmed(text: Inline[]): Inline[] {
  const result = [...text]
  for (let last = result.at(-1); last; last = result.at(-1)) {
    if (!isInlineText(last)) break
    const kept = last.text.replace(/ +$/, '').replace(/ *\n$/, '')
    result.pop()
    if (kept === '') continue
    result.push({ ...last, text: kept })
    break
  }
  return result
}

/** Marks that headings, and items that are done, have by themselves when all of their text has them. In place. */
function takeOffOwnLook(block: Block): void {
  const own = block.kind === 'heading' ? 'bold' : block.attributes?.checked ? 'strikethrough' : null
  const has = (piece: Inline) => piece.marks?.some(({ kind }) => kind === own)
  if (own === null || !block.text?.every((piece) => has(piece) || isBlank(piece))) return
  block.text = block.text.map(({ marks = [], ...piece }) => {
    const others = marks.filter(({ kind }) => kind !== own)
    return others.length > 0 ? { ...piece, marks: others } : piece
  })
}

/** LibreOffice writes how a link looks around it: underlined, and in the color of links. */
function withoutLinkLook(piece: Inline): Inline {
  const has = (kind: string) => piece.marks?.some((mark) => mark.kind === kind)
  if (!has('link') || !has('underline') || !has('color')) return piece
  return { ...piece, marks: piece.marks!.filter(({ kind }) => kind !== 'underline' && kind !== 'color') }
}

/** An item whose text begins with a box is one of a checklist. In place. */
function takeBox(item: Block): void {
  const [first, ...rest] = item.text ?? []
  const box = first && isInlineText(first) ? boxBefore(first.text) : null
  if (!box || !first) return
  item.text = box.text === '' ? rest : [{ ...first, text: box.text }, ...rest]
  const { listStart: _, ...others } = item.attributes ?? {}
  item.attributes = { ...others, listStyleType: 'todo', checked: box.checked }
}
