import type { Notes } from '@/blocks/markdown/notes'
import type { CarriedSpan } from '@/document'
import { type CarriedDiscussion, readCarried } from '@/features/comments/carried'
import { COMMENTS, type CommentBody, type CommentPiece } from '@/features/comments/model'
import { t } from '@/shared/i18n'
import { decoded } from '../xml-text'
import type { CommentPlace } from './tracked-parts'
import { attributeOf, childOf, isXmlElement, type XmlElement, type XmlNode, xmlTree } from './xml-tree'

/** The parts of a file that say what was said about it, empty where there is none. */
export interface CommentParts {
  comments: string
  /** Who answers whom, and what is settled. */
  extended: string
}

/** A comment as Word has it. */
interface WordComment {
  id: string
  author: string
  date: string
  content: CommentBody['content']
  /** The name of its last paragraph, by which others answer it. */
  paragraph: string
  /** The comment that is too long for one and goes on here, by its paragraph. */
  continues: string | null
}

/** What the page says where a comment stands. */
export interface CommentedText {
  /** The words, with those that are suggested. */
  spans: readonly CarriedSpan[]
  /** The block in which it stands; null where that is none. */
  block: string | null
  words: string
  isTitle: boolean
}

const UNREAD = () => t('Comment that could not be read')

/** The discussions of a file: a comment with the answers to it. `now` stands for times that a comment does not say. */
export function readComments(
  { comments, extended }: CommentParts,
  places: ReadonlyMap<string, CommentPlace>,
  textAt: (place: CommentPlace) => CommentedText,
  now: number,
  notes: Notes,
): CarriedDiscussion[] {
  const all = commentsIn(comments, now, notes)
  const { parents, settled } = relationsIn(extended)
  const byParagraph = new Map(all.map((one) => [one.paragraph, one]))
  const firstOf = (one: WordComment): WordComment => {
    const seen = new Set([one])
    let first = one
    for (;;) {
      const next = byParagraph.get(first.continues ?? parents.get(first.paragraph) ?? '')
      if (!next) return first
      // Comments that answer each other in a circle are each one of its own.
      if (seen.has(next)) return one
      seen.add(next)
      first = next
    }
  }
  const threads = new Map<WordComment, WordComment[]>()
  for (const one of all) {
    const first = firstOf(one)
    const answers = threads.get(first) ?? []
    threads.set(first, answers)
    if (one !== first) answers.push(one)
  }
  const given = [...threads].flatMap(([first, answers]) => {
    const place = places.get(first.id)
    const text = place ? textAt(place) : { spans: [], block: null, words: '', isTitle: false }
    const kind = text.isTitle
      ? 'title'
      : text.spans.length > 0
        ? 'text'
        : text.block === null
          ? 'page'
          : 'block'
    const said = [first, ...answers]
    const whole = said.slice(0, COMMENTS.comments)
    for (const _ of said.slice(COMMENTS.comments)) notes.dropped(UNREAD())
    return {
      kind,
      block: text.block,
      spans: text.spans.slice(0, COMMENTS.ranges),
      documentContent: text.words.slice(0, COMMENTS.quote).toWellFormed(),
      isResolved: settled.has(first.paragraph),
      comments: whole.map(({ author, date, content }) => ({
        author: author.slice(0, 200),
        createdAt: date,
        contentRich: { type: 'doc', content },
      })),
    }
  })
  const { discussions, left } = readCarried(given)
  for (let at = 0; at < left; at++) notes.dropped(UNREAD())
  return discussions
}

function commentsIn(xml: string, now: number, notes: Notes): WordComment[] {
  const list = childOf(xmlTree(xml) ?? undefined, 'w:comments')
  if (!list) {
    for (const _ of xml.match(/<w:comment[\s>]/g) ?? []) notes.dropped(UNREAD())
    return []
  }
  const known = new Set<string>()
  return list.children.filter(isXmlElement).flatMap((element) => {
    const id = attributeOf(element, 'w:id')
    if (element.name !== 'w:comment' || id === null) return []
    if (known.has(id)) {
      notes.dropped(UNREAD())
      return []
    }
    known.add(id)
    const paragraphs = [...within(element, 'w:p')]
    const at = Date.parse(attributeOf(element, 'w:date') ?? '')
    const isTime = Number.isSafeInteger(at) && at >= 0 && at <= now
    const said = paragraphs.map((paragraph) => piecesOf(paragraph))
    for (const _ of within(element, 'w:drawing')) notes.dropped(t('Picture in a comment'))
    const bodies = bodiesOf(said)
    if (bodies.length === 0) notes.dropped(UNREAD())
    const last = paragraphs.at(-1)
    const name = (last && attributeOf(last, 'w14:paraId')) || `comment ${id}`
    return bodies.map((content, part) => ({
      id: part === 0 ? id : '',
      author: decoded(attributeOf(element, 'w:author') ?? '').trim(),
      date: new Date(isTime ? at : now).toISOString(),
      content,
      paragraph: part === 0 ? name : `${name} ${part}`,
      continues: part === 0 ? null : name,
    }))
  })
}

/** A comment that is longer than one may be goes on in others. */
function bodiesOf(paragraphs: readonly CommentPiece[][]): CommentBody['content'][] {
  const bodies: CommentBody['content'][] = []
  let [characters, pieces] = [Number.POSITIVE_INFINITY, 0]
  const most = COMMENTS.characters - 1_000
  for (const paragraph of paragraphs) {
    let open: CommentPiece[] | null = null
    for (const piece of paragraph.flatMap((one) => cut(one, most))) {
      const length = piece.type === 'text' ? piece.text.length : 1
      if (characters + length > most || pieces + 2 > COMMENTS.pieces / 2) {
        bodies.push([])
        open = null
        characters = pieces = 0
      }
      if (!open) {
        open = []
        bodies.at(-1)?.push({ type: 'paragraph', content: open })
        characters++
        pieces++
      }
      open.push(piece)
      characters += length
      pieces++
    }
  }
  return bodies
}

function cut(piece: CommentPiece, most: number): CommentPiece[] {
  if (piece.type !== 'text' || piece.text.length <= most) return [piece]
  const parts: CommentPiece[] = []
  for (let at = 0; at < piece.text.length; at += most)
    parts.push({ ...piece, text: piece.text.slice(at, at + most) })
  return parts
}

function piecesOf(paragraph: XmlElement): CommentPiece[] {
  const pieces: CommentPiece[] = []
  for (const run of within(paragraph, 'w:r')) {
    const properties = childOf(run, 'w:rPr')
    const isOn = (name: string) => {
      const element = childOf(properties, name)
      return element !== undefined && !/^(?:0|false|off|none)$/.test(attributeOf(element, 'w:val') ?? '')
    }
    const marks = [
      ...(isOn('w:b') ? [{ type: 'bold' as const }] : []),
      ...(isOn('w:i') ? [{ type: 'italic' as const }] : []),
    ]
    for (const child of run.children) {
      if (!isXmlElement(child)) continue
      if (child.name === 'w:br' || child.name === 'w:cr') pieces.push({ type: 'hardBreak' })
      const text =
        child.name === 'w:tab'
          ? '\t'
          : child.name === 'w:noBreakHyphen'
            ? '\u2011'
            : /^w:(?:t|delText)$/.test(child.name)
              ? decoded(child.children.filter((one) => typeof one === 'string').join(''))
              : ''
      const last = pieces.at(-1)
      if (text === '') continue
      if (last?.type === 'text' && JSON.stringify(last.marks ?? []) === JSON.stringify(marks))
        last.text += text
      else pieces.push({ type: 'text', text, ...(marks.length > 0 && { marks }) })
    }
  }
  return pieces
}

/** By the names of their last paragraphs: whom comments answer, and which are settled. */
function relationsIn(xml: string): { parents: Map<string, string>; settled: Set<string> } {
  const [parents, settled] = [new Map<string, string>(), new Set<string>()]
  const tree = xml === '' ? null : xmlTree(xml)
  for (const element of tree ? within(tree, 'w15:commentEx') : []) {
    const own = attributeOf(element, 'w15:paraId')
    const parent = attributeOf(element, 'w15:paraIdParent')
    if (own === null) continue
    if (parent !== null) parents.set(own, parent)
    if (/^(?:1|true|on)$/.test(attributeOf(element, 'w15:done') ?? '')) settled.add(own)
  }
  return { parents, settled }
}

function* within(root: XmlElement, name: string): Generator<XmlElement> {
  const rest: XmlNode[] = [...root.children].reverse()
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (!isXmlElement(node)) continue
    if (node.name === name) yield node
    else rest.push(...[...node.children].reverse())
  }
}
