import type { Notes } from '@/blocks/markdown/notes'
import { t } from '@/shared/i18n'
import type { FileChanges } from './file-changes'
import { type Segment, segmentMark } from './segments'
import { attributeOf, childOf, isXmlElement, type XmlElement, type XmlNode, xmlTree } from './xml-tree'

/** A part as it was before all changes, and as it is with them. What came and went again is in the second. */
export interface TwoReadings {
  settled: string
  proposed: string
}

/** Where a comment stands: from the first of its segments to the one before `to`. */
export interface CommentPlace {
  from: number
  to: number
  paragraph: number
}

interface Coming {
  added: number | null
  removed: number | null
}

/** A paragraph with what is said of its end and its shape. */
interface MarkedParagraph extends Coming {
  shape: number | null
  /** The segments without text at its two ends. */
  start: number
  end: number
  /** Nothing is marked in paragraphs that nobody changed or commented on. */
  isTouched: boolean
}

const NOTHING: Coming = { added: null, removed: null }
const IS_REVIEWED =
  /<w:(?:ins|del|moveFrom|moveTo|rPrChange|pPrChange|tcPrChange|trPrChange|tblPrChange|cellIns|cellDel|commentRangeStart|commentReference)[\s/>]/

/** What says of an element that it comes or goes, where it stands among what the element is like. */
const SIGNS: Readonly<Record<string, keyof Coming>> = {
  'w:ins': 'added',
  'w:moveTo': 'added',
  'w:cellIns': 'added',
  'w:del': 'removed',
  'w:moveFrom': 'removed',
  'w:cellDel': 'removed',
}
/** Elements that say where something is and hold nothing. */
const PLACES =
  /^w:(?:comment(?:Range(?:Start|End)|Reference)|move(?:From|To)Range(?:Start|End)|customXml(?:Ins|Del|MoveFrom|MoveTo)Range(?:Start|End)|cellMerge|numberingChange)$/
/** What ends a paragraph whose own end is gone. */
const BLOCKS: ReadonlySet<string> = new Set(['w:tbl', 'w:sdt', 'w:sectPr', 'w:altChunk', 'w:customXml'])
/** What a run may hold that is neither seen nor text. */
const UNSEEN =
  /^w:(?:rPr|fldChar|instrText|delInstrText|lastRenderedPageBreak|commentReference|annotationRef|footnoteRef|endnoteRef)$/

/**
 * Takes the parts of a Word file apart into what they were before all tracked changes and what they are with them, and says by
 * segments of text what is changed and commented on (`segments.ts`).
 */
export class TrackedParts {
  readonly segments: Segment[] = []
  readonly comments = new Map<string, CommentPlace>()
  private readonly paragraphs: MarkedParagraph[] = []
  private readonly paragraphOf = new Map<XmlElement, number>()
  private readonly segmentOf = new Map<XmlElement, number>()

  /** What is open where the part is being read. */
  private openSegment: number | null = null
  private openComments = new Set<string>()
  private inside: number[] = []
  private move: string | null = null
  /** The paragraph before may go on in this one. */
  private isJoining = false
  /** While a reading is written: how many things were seen, and in how many insertions. */
  private seen = 0
  private insertions = 0

  constructor(
    private readonly changes: FileChanges,
    private readonly notes: Notes,
  ) {}

  /** Both readings of a part; null when it is no XML. One without changes and comments is the same in both. */
  take(xml: string): TwoReadings | null {
    if (!IS_REVIEWED.test(xml)) return { settled: xml, proposed: xml }
    const tree = xmlTree(xml)
    if (!tree) return null
    this.openComments = new Set()
    this.openSegment = null
    this.changes.pass()
    for (const node of tree.children) this.look(node, NOTHING)
    for (const id of this.openComments) this.endComment(id)
    return { settled: this.written(tree, 'settled'), proposed: this.written(tree, 'proposed') }
  }

  private written(tree: XmlElement, reading: Reading): string {
    const into: string[] = []
    this.seen = 0
    this.insertions = 0
    this.list(tree, reading, into)
    return into.join('')
  }

  // First it is found out what is said of everything.

  private look(node: XmlNode, within: Coming): void {
    if (!isXmlElement(node)) return
    const { name } = node
    const id = attributeOf(node, 'w:id') ?? ''
    if (name === 'w:p') this.lookAtParagraph(node, within)
    else if (name === 'w:r') this.lookAtRun(node, within)
    else if (name === 'w:tbl') this.lookAtTable(node, within)
    else if (name === 'm:oMath' || name === 'm:oMathPara') this.cover(node, { ...within, look: null })
    else if (name === 'w:commentRangeStart') this.startComment(id)
    else if (name === 'w:commentRangeEnd') this.endComment(id)
    else if (name === 'w:moveFromRangeStart' || name === 'w:moveToRangeStart')
      this.move = attributeOf(node, 'w:name')
    else if (name === 'w:moveFromRangeEnd' || name === 'w:moveToRangeEnd') this.move = null
    else this.lookInside(node, within)
  }

  private lookInside(node: XmlElement, within: Coming): void {
    const sign = node.isEmpty ? undefined : SIGNS[node.name]
    if (node.name === 'w:moveFrom' && sign !== undefined)
      this.notes.converted(t('Move in a tracked change'), t('removal and addition'))
    const next = sign === undefined ? within : { ...within, [sign]: this.numberOf(node) }
    for (const child of node.children) this.look(child, next)
  }

  private numberOf(element: XmlElement): number {
    const isMove = element.name === 'w:moveFrom' || element.name === 'w:moveTo'
    return this.changes.numberOf(element, isMove ? this.move : null)
  }

  /** What the properties of an element say of it as a whole. */
  private signsIn(properties: XmlElement | undefined): Coming {
    const found: Coming = { ...NOTHING }
    for (const child of properties?.children ?? []) {
      const sign = isXmlElement(child) ? SIGNS[child.name] : undefined
      if (sign !== undefined && isXmlElement(child)) found[sign] ??= this.numberOf(child)
    }
    return found
  }

  private lookAtParagraph(element: XmlElement, within: Coming): void {
    const properties = childOf(element, 'w:pPr')
    const mark = this.signsIn(childOf(properties, 'w:rPr'))
    const change = childOf(properties, 'w:pPrChange')
    const shape = change ? this.changes.numberOf(change, null) : null
    const isChanged = mark.added !== null || mark.removed !== null || shape !== null
    const isTouched = isChanged || this.isJoining || this.openComments.size > 0
    this.isJoining = false
    const number = this.paragraphs.push({ ...mark, shape, start: 0, end: 0, isTouched }) - 1
    this.paragraphOf.set(element, number)
    const paragraph = this.paragraphs[number] as MarkedParagraph
    paragraph.start = this.newSegment(number, within, null)
    this.inside.push(number)
    const around = this.openSegment
    this.openSegment = null
    for (const child of element.children) if (child !== properties) this.look(child, within)
    this.inside.pop()
    this.openSegment = null
    paragraph.end = this.newSegment(
      number,
      { added: mark.added ?? within.added, removed: mark.removed ?? within.removed },
      shape,
    )
    this.isJoining = mark.added !== null || mark.removed !== null
    if (!isChanged && within.added === null && within.removed === null) this.changes.pass()
    this.openSegment = around
  }

  private newSegment(paragraph: number, { added, removed }: Coming, look: number | null): number {
    return this.segments.push({ paragraph, added, removed, look }) - 1
  }

  private lookAtRun(element: XmlElement, within: Coming): void {
    const change = childOf(childOf(element, 'w:rPr'), 'w:rPrChange')
    const look = change ? this.changes.numberOf(change, null) : null
    const isSeen = element.children.some((child) => isXmlElement(child) && !UNSEEN.test(child.name))
    if (isSeen) this.cover(element, { ...within, look })
    for (const child of element.children) {
      if (!isXmlElement(child)) continue
      if (child.name === 'w:commentReference') this.refer(attributeOf(child, 'w:id') ?? '')
      else if (!/^w:(?:t|delText|rPr)$/.test(child.name)) this.look(child, within)
    }
  }

  /** Says to which segment something belongs that is seen. */
  private cover(element: XmlElement, said: Omit<Segment, 'paragraph'>): void {
    const number = this.inside.at(-1)
    if (number === undefined) return
    const paragraph = this.paragraphs[number] as MarkedParagraph
    const isPlain = said.added === null && said.removed === null && said.look === null
    if (isPlain) this.changes.pass()
    else paragraph.isTouched = true
    const open = this.openSegment === null ? undefined : this.segments[this.openSegment]
    const isSame =
      open?.added === said.added &&
      open.removed === said.removed &&
      open.look === said.look &&
      open.paragraph === number
    if (!isSame) this.openSegment = this.newSegment(number, said, said.look)
    this.segmentOf.set(element, this.openSegment as number)
  }

  /** Rows and cells are found again in both readings by what is in them: so all of a changed table is marked. */
  private lookAtTable(element: XmlElement, within: Coming): void {
    const first = this.paragraphs.length
    let isTouched = false
    const lookInside = (node: XmlNode, around: Coming): void => {
      if (!isXmlElement(node)) return
      if (node.name === 'w:p' || node.name === 'w:tbl') {
        this.look(node, around)
        return
      }
      const isPart = node.name === 'w:tr' || node.name === 'w:tc'
      const own = isPart ? this.signsIn(childOf(node, `${node.name}Pr`)) : NOTHING
      if (own.added !== null || own.removed !== null) isTouched = true
      if (/^w:(?:tbl|tr|tc)PrChange$/.test(node.name))
        this.notes.dropped(t('Tracked change of how a table looks'))
      if (node.name === 'w:cellMerge') this.notes.dropped(t('Tracked change of merged cells'))
      const next = { added: own.added ?? around.added, removed: own.removed ?? around.removed }
      for (const child of node.children) lookInside(child, next)
      if (isPart) this.isJoining = false
    }
    for (const child of element.children) lookInside(child, within)
    const inside = this.paragraphs.slice(first)
    isTouched ||= inside.some((paragraph) => paragraph.isTouched)
    for (const paragraph of inside) paragraph.isTouched = isTouched
  }

  private touch(): void {
    const paragraph = this.paragraphs[this.inside.at(-1) ?? -1]
    if (paragraph) paragraph.isTouched = true
  }

  private startComment(id: string): void {
    if (this.comments.has(id)) return
    this.touch()
    this.openSegment = null
    const paragraph = this.inside.at(-1) ?? this.paragraphs.length
    this.comments.set(id, { from: this.segments.length, to: this.segments.length, paragraph })
    this.openComments.add(id)
  }

  private endComment(id: string): void {
    const place = this.comments.get(id)
    if (!place || !this.openComments.delete(id)) return
    this.openSegment = null
    place.to = this.segments.length
  }

  /** A comment may say nothing but where its sign is. */
  private refer(id: string): void {
    if (this.comments.has(id)) return
    this.startComment(id)
    this.endComment(id)
  }

  // Then each reading is written.

  /** The children of an element: a paragraph whose end is not there goes on in the next one. */
  private list(element: XmlElement, reading: Reading, into: string[]): void {
    let carried: Paragraph | null = null
    let hasParagraph = false
    const finish = (isNeeded: boolean) => {
      if (carried && (carried.isSeen || isNeeded)) into.push(whole(carried))
      carried = null
    }
    for (const node of element.children) {
      if (!isXmlElement(node)) into.push(node)
      else if (node.name === 'w:p') {
        const next = joined(carried, this.paragraph(node, reading))
        const { added, removed } = this.paragraphs[this.paragraphOf.get(node) ?? -1] ?? NOTHING
        carried = (reading === 'settled' ? added : removed) === null ? null : next
        if (!carried) into.push(whole(next))
        hasParagraph ||= !carried
      } else {
        if (carried && BLOCKS.has(node.name)) finish(false)
        this.write(node, reading, into)
      }
    }
    finish(element.name === 'w:tc' && !hasParagraph)
  }

  private paragraph(element: XmlElement, reading: Reading): Paragraph {
    const properties = childOf(element, 'w:pPr')
    const [shape, text]: [string[], string[]] = [[], []]
    const before = this.seen
    if (properties) this.write(properties, reading, shape)
    const rest = { ...element, children: element.children.filter((child) => child !== properties) }
    this.list(rest, reading, text)
    const { isTouched, start = 0, end = 0 } = this.paragraphs[this.paragraphOf.get(element) ?? -1] ?? {}
    if (isTouched) {
      text.push(markedRun(end))
      // Space at the beginning would not be read as text.
      if (/^\s/.test(FIRST_TEXT.exec(text.join(''))?.[1] ?? '')) text.unshift(markedRun(start))
    }
    return {
      opening: `<w:p${element.attributes}>`,
      shape: shape.join(''),
      text: text.join(''),
      isSeen: this.seen > before,
    }
  }

  private write(node: XmlNode, reading: Reading, into: string[]): void {
    if (!isXmlElement(node)) {
      into.push(node)
      return
    }
    const { name } = node
    if (PLACES.test(name)) return
    const sign = SIGNS[name]
    if (sign === 'added') {
      if (reading === 'settled') return
      this.insertions++
      this.list(node, reading, into)
      this.insertions--
    } else if (sign === 'removed') {
      if (reading === 'settled' || this.insertions > 0) this.list(node, reading, into)
    } else if (/^w:\w+Pr(?:Ex)?$/.test(name)) this.properties(node, reading, into)
    else if (name === 'w:tbl') this.grid(node, reading, into, 'w:tr')
    else if (name === 'w:tr') {
      if (!this.isGone(childOf(node, 'w:trPr'), reading)) this.grid(node, reading, into, 'w:tc')
    } else if (name === 'w:tc') {
      if (!this.isGone(childOf(node, 'w:tcPr'), reading)) this.element(node, reading, into)
    } else if (name === 'w:delText') this.element({ ...node, name: 'w:t' }, reading, into)
    else if (name === 'w:delInstrText') this.element({ ...node, name: 'w:instrText' }, reading, into)
    else this.element(node, reading, into)
  }

  private element(node: XmlElement, reading: Reading, into: string[]): void {
    const { name, attributes, isEmpty } = node
    const segment = this.segmentOf.get(node)
    if (segment !== undefined) this.seen++
    if (isEmpty) {
      into.push(`<${name}${attributes}/>`)
      return
    }
    into.push(`<${name}${attributes}>`)
    this.list(node, reading, into)
    const { paragraph = -1 } = this.segments[segment ?? -1] ?? {}
    const isMarked = segment !== undefined && this.paragraphs[paragraph]?.isTouched
    if (isMarked && name === 'w:r') into.push(markText(segment))
    into.push(`</${name}>`)
    if (isMarked && name !== 'w:r') into.push(markedRun(segment))
  }

  /** What an element is like, as it was or as it is. */
  private properties(node: XmlElement, reading: Reading, into: string[]): void {
    const { name, attributes, isEmpty, children } = node
    const change = childOf(node, `${name}Change`)
    const former = reading === 'settled' && change ? (childOf(change, name)?.children ?? []) : null
    // What is said of the end of a paragraph is no part of its former shape.
    const kept =
      former === null || name !== 'w:pPr' ? [] : children.filter((child) => isNamed(child, 'w:rPr'))
    if (isEmpty) {
      into.push(`<${name}${attributes}/>`)
      return
    }
    into.push(`<${name}${attributes}>`)
    for (const child of [...(former ?? children), ...kept]) {
      if (isXmlElement(child) && (SIGNS[child.name] !== undefined || /Change$/.test(child.name))) continue
      this.write(child, reading, into)
    }
    into.push(`</${name}>`)
  }

  private isGone(properties: XmlElement | undefined, reading: Reading): boolean {
    const sign = reading === 'settled' ? 'added' : 'removed'
    return (properties?.children ?? []).some((child) => isXmlElement(child) && SIGNS[child.name] === sign)
  }

  /** A table without rows is none, as is a row without cells. */
  private grid(node: XmlElement, reading: Reading, into: string[], part: string): void {
    const inside: string[] = []
    this.element(node, reading, inside)
    if (inside.some((piece) => piece.startsWith(`<${part}>`) || piece.startsWith(`<${part} `)))
      into.push(...inside)
  }
}

type Reading = 'settled' | 'proposed'

interface Paragraph {
  opening: string
  shape: string
  text: string
  isSeen: boolean
}

const whole = ({ opening, shape, text }: Paragraph): string => `${opening}${shape}${text}</w:p>`

/** Two paragraphs as one: it has the shape of the first that says something. */
const joined = (one: Paragraph | null, other: Paragraph): Paragraph =>
  one === null
    ? other
    : { ...(one.isSeen ? one : other), text: one.text + other.text, isSeen: one.isSeen || other.isSeen }

const FIRST_TEXT = /<w:t(?:\s[^<>]*)?>([^<>]*)/

const isNamed = (node: XmlNode, name: string): boolean => isXmlElement(node) && node.name === name

const markText = (segment: number): string => `<w:t>${segmentMark(segment)}</w:t>`
const markedRun = (segment: number): string => `<w:r>${markText(segment)}</w:r>`
