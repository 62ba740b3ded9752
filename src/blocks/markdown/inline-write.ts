import type { PhrasingContent } from 'mdast'
import { atomKind, markKind } from '../kinds'
import { cleanAttributes } from '../kit/attributes'
import { type BlockMark, type Inline, type InlineAtom, isInlineText } from '../kit/block'
import { atomData } from '../kit/define-inline'
import { plainAtom } from '../plain-text'

/**
 * Marked text as Markdown nodes, as a person would write it. `lineBreaks` false: where Markdown allows none (headings),
 * breaks are `<br>`.
 */
export function writeInline(text: readonly Inline[] | undefined, lineBreaks: boolean): PhrasingContent[] {
  const pieces = text ?? []
  const whole = pieces.map((piece) => (isInlineText(piece) ? piece.text : ATOM_PLACE)).join('')
  let offset = 0
  const marks = new Map<PhrasingContent, BlockMark>()
  return nested(pieces, 0)

  function nested(group: readonly Inline[], depth: number): PhrasingContent[] {
    const nodes: PhrasingContent[] = []
    for (let index = 0; index < group.length; ) {
      const mark = group[index]!.marks?.[depth]
      if (!mark) {
        const piece = group[index]!
        if (isInlineText(piece)) nodes.push(...lines(piece.text, depth > 0))
        else {
          nodes.push(...writeAtom(piece))
          offset++
        }
        index++
        continue
      }
      const same = JSON.stringify(mark)
      let end = index + 1
      while (end < group.length && JSON.stringify(group[end]!.marks?.[depth]) === same) end++
      const inside = group.slice(index, end)
      index = end
      const only = inside.length === 1 && isInlineText(inside[0]!) ? inside[0].text : null
      if (mark.kind === 'code' && only !== null && !only.includes('\n')) {
        offset += only.length
        nodes.push({ type: 'inlineCode', value: only })
        continue
      }
      const children = nested(inside, depth + 1)
      const definition = markKind(mark.kind)
      // Of a look that this build does not know, the words are left.
      if (!definition) {
        nodes.push(...children)
        continue
      }
      const written = definition.markdown.write?.(children, mark.attributes ?? {})
      if (written) {
        nodes.push(written)
        marks.set(written, mark)
      } else nodes.push(...inTags(mark, children))
    }
    return nodes.flatMap((node, at) => {
      const mark = marks.get(node)
      const stays =
        !mark || !('children' in node) || opensAndCloses(node, nodes[at - 1], nodes[at + 1], depth)
      return stays ? [node] : inTags(mark, node.children as PhrasingContent[])
    })
  }

  function lines(words: string, marked: boolean): PhrasingContent[] {
    const nodes: PhrasingContent[] = []
    const all = words.split('\n')
    for (const [index, line] of all.entries()) {
      // At the edge of marked text a line end would keep the mark from closing.
      const atMark = marked && (all[index - 1] === '' || (line === '' && index === all.length - 1))
      if (index > 0) nodes.push(atMark ? lineBreak() : breakAt(offset))
      if (index > 0) offset++
      if (line) nodes.push({ type: 'text', value: line })
      offset += line.length
    }
    return nodes
  }

  /** A break at the edge of the text, or beside another or a space, would be lost as a line end. */
  function breakAt(at: number): PhrasingContent {
    const edge = /^\s*$/.test(whole.charAt(at - 1)) || /^\s*$/.test(whole.charAt(at + 1))
    return lineBreaks && !edge ? { type: 'break' } : lineBreak()
  }
}

const inTags = (mark: BlockMark, children: readonly PhrasingContent[]): PhrasingContent[] => {
  const [open, close] = tagsOf(mark)
  return [{ type: 'html', value: open }, ...children, { type: 'html', value: close }]
}

/** The nodes that Markdown writes with the same signs before and after. */
const BETWEEN_SIGNS = /^(?:strong|emphasis|delete|highlight)$/

/**
 * Do the signs of this node open and close it where it stands? Beside a letter they do only when a letter comes on their
 * other side as well (CommonMark 0.31, 6.2). The writer would make a reference of the letter outside, which nobody can
 * read: Chinese and Japanese have no spaces to keep the two apart.
 */
function opensAndCloses(
  node: { type: string; children: unknown[] },
  before: PhrasingContent | undefined,
  after: PhrasingContent | undefined,
  depth: number,
): boolean {
  if (!BETWEEN_SIGNS.test(node.type)) return true
  const inside = node.children as PhrasingContent[]
  const sides = [
    [edgeOf(before, -1), edgeOf(inside[0], 0)],
    [edgeOf(after, 0), edgeOf(inside.at(-1), -1)],
  ] as const
  // Within other signs, and beside them, these are written with `_`, which does neither between two letters.
  const isLine =
    /^(?:strong|emphasis)$/.test(node.type) && (depth > 0 || [before, after].some(isBetweenSigns))
  return sides.every(([outer, inner]) => !isLetter(outer) || (isLetter(inner) && !isLine))
}

const isBetweenSigns = (node: PhrasingContent | undefined): boolean =>
  node !== undefined && BETWEEN_SIGNS.test(node.type)

/** The first (0) or last (-1) character of a text; of anything else a sign. */
const edgeOf = (node: PhrasingContent | undefined, at: 0 | -1): string =>
  node?.type === 'text' ? ([...node.value].at(at) ?? '') : '*'

/** What CommonMark takes for neither white space nor punctuation; beyond the first 65,536 characters, all of them. */
const isLetter = (character: string): boolean =>
  character.length > 1 || (character !== '' && !/[\s\p{P}\p{S}]/u.test(character))

/** The element that a mark is in HTML: what opens and what closes it. */
function tagsOf({ kind, attributes: given = {} }: BlockMark): [open: string, close: string] {
  const { markdown, attributes: shape, html } = markKind(kind)!
  const made = Object.keys(shape).length > 0 ? html.render(cleanAttributes(shape, given)) : null
  const { tag, attributes = {} } = made ?? { tag: markdown.html }
  // How it looks, and where it opens, is ours to say again.
  const { style: _, target: __, rel: ___, ...said } = attributes
  const written = Object.entries(said).map(([name, value]) => attribute(name, value))
  return [`<${tag}${written.join('')}>`, `</${tag}>`]
}

/** What stands for an atom where the characters around a place are looked at. */
const ATOM_PLACE = '\ufffc'

/** An atom in Markdown's own words, where it has any, else as the HTML that our importer reads back. */
function writeAtom({ kind, attributes = {} }: InlineAtom): PhrasingContent[] {
  const definition = atomKind(kind)
  if (!definition) return []
  const own = definition.markdown?.write(cleanAttributes(definition.attributes, attributes))
  return own ? [own] : [{ type: 'html', value: atomAsHtml(kind, attributes) }]
}

/** The element of an atom with what stands for it inside, on one line and with every special character as a reference. */
function atomAsHtml(kind: string, given: InlineAtom['attributes'] = {}): string {
  const { attributes: shape, html } = atomKind(kind)!
  const { tag, attributes = {} } = html.render(cleanAttributes(shape, given))
  const all = { ...atomData(kind, shape, given), ...attributes }
  const written = Object.entries(all).map(([name, value]) => attribute(name, value))
  return `<${tag}${written.join('')}>${plain(plainAtom(kind, given))}</${tag}>`
}

const lineBreak = (): PhrasingContent => ({ type: 'html', value: '<br>' })

const reference = (character: string): string => `&#x${character.codePointAt(0)!.toString(16).toUpperCase()};`

/** Every character that could mean something to a Markdown reader, at its place, as a character reference. */
const plain = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N}\p{M}\p{Extended_Pictographic} \n]|^ | $| (?= )|(?<=\n) | (?=\n)/gu, reference)
    .replaceAll('\n', '<br>')

const attribute = (name: string, value: unknown): string =>
  typeof value === 'string' ? ` ${name}="${value.replace(/[&"<>\n]/g, reference)}"` : ''

/** The same as inline HTML with every special character written as a reference: hard to read, impossible to misread. */
export function writeInlineStrictly(text: readonly Inline[] | undefined): PhrasingContent[] {
  const value = (text ?? [])
    .map((piece) =>
      (piece.marks ?? []).reduceRight(
        (inner, mark) => {
          const [open, close] = tagsOf(mark)
          return `${open}${inner}${close}`
        },
        isInlineText(piece) ? plain(piece.text) : atomAsHtml(piece.kind, piece.attributes),
      ),
    )
    .join('')
  return [{ type: 'html', value }]
}
