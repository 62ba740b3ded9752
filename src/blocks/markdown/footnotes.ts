import type { FootnoteDefinition, Nodes, Root, RootContent } from 'mdast'

declare module 'mdast' {
  /** A reference with the text of its note. */
  interface Footnote {
    type: 'footnote'
    note: string
  }
  interface PhrasingContentMap {
    footnote: Footnote
  }
  interface RootContentMap {
    footnote: Footnote
  }
}

interface Resolving {
  /** What the tree was parsed from; what stands behind `own` characters was only put there to be referred to. */
  source: string
  own: number
  /** The notes that were found so far, in other pieces of the same text as well. */
  resolved: Set<string>
}

type Parent = Nodes & { children: Nodes[] }

/**
 * Puts its note into every reference, in place, and takes those definitions out. A definition to which nothing refers
 * stays. Iterative: any depth (R34).
 */
export function resolveFootnotes(root: Root, { source, own, resolved }: Resolving): void {
  const definitions = new Map<string, FootnoteDefinition>()
  const places: Parent[] = []
  const rest: { node: Nodes; isNote: boolean }[] = [{ node: root, isNote: false }]
  const references: { parent: Parent; index: number; identifier: string }[] = []
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { node } = next
    if (!('children' in node)) continue
    const parent = node as Parent
    const isNote = next.isNote || node.type === 'footnoteDefinition'
    for (const [index, child] of parent.children.entries()) {
      if (child.type === 'footnoteDefinition') {
        if (!definitions.has(child.identifier)) definitions.set(child.identifier, child)
        if (places.at(-1) !== parent) places.push(parent)
      }
      // What one note says of another stays as it was written.
      if (child.type === 'footnoteReference' && !isNote)
        references.push({ parent, index, identifier: child.identifier })
      rest.push({ node: child, isNote })
    }
  }
  for (const { parent, index, identifier } of references) {
    const definition = definitions.get(identifier)
    if (!definition) continue
    resolved.add(identifier)
    parent.children[index] = { type: 'footnote', note: noteIn(definition, source) }
  }
  const stays = (child: Nodes): boolean =>
    child.type !== 'footnoteDefinition' ||
    (!resolved.has(child.identifier) && (child.position?.start.offset ?? 0) < own)
  for (const parent of places) parent.children = parent.children.filter(stays)
}

const placeOf = (node: Nodes | undefined) => (node && 'position' in node ? node.position : undefined)

/** The Markdown of a note, without the indentation of its later lines. */
function noteIn({ children }: FootnoteDefinition, source: string): string {
  const start = placeOf(children[0])?.start.offset
  const end = placeOf(children.at(-1))?.end.offset
  if (start === undefined || end === undefined) return ''
  return source
    .slice(start, end)
    .replace(/\n(?: {1,4}|\t)/g, '\n')
    .trim()
}

/** Numbers the notes of a tree that is to be written, in place, and puts what they say at its end. */
export function withFootnotes(root: Root): Root {
  const notes: RootContent[] = []
  const visit = (node: Nodes) => {
    if (!('children' in node)) return
    const parent = node as Parent
    for (const [index, child] of parent.children.entries()) {
      if (child.type !== 'footnote') {
        visit(child)
        continue
      }
      const label = String(notes.length + 1)
      parent.children[index] = { type: 'footnoteReference', identifier: label, label }
      notes.push({
        type: 'footnoteDefinition',
        identifier: label,
        label,
        children: child.note === '' ? [] : [{ type: 'html', value: child.note }],
      })
    }
  }
  visit(root)
  root.children.push(...notes)
  return root
}

const NOTE =
  /^ {0,3}\[\^([^\]\s]{1,200})\]:[^\n]*(?:\n(?:(?: {4}|\t)[^\n]*|\p{L}[^\n]*|[ \t]*(?=\n(?: {4}|\t))))*/gmu
const REFERENCE = /\[\^([^\]\s]{1,200})\](?!:)/g
/** The most that is added to a piece. */
const MOST_DEFINED = 96 * 1024

/** The notes of a text as they are written in it, by label. */
export function notesIn(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [whole, label = ''] of text.matchAll(NOTE))
    if (!found.has(label.toLowerCase())) found.set(label.toLowerCase(), whole)
  return found
}

/** Those to which this piece of the text refers, as many as fit. */
export function notesFor(piece: string, notes: ReadonlyMap<string, string>): string {
  if (notes.size === 0) return ''
  const wanted = new Set<string>()
  let room = MOST_DEFINED
  for (const [, label = ''] of piece.matchAll(REFERENCE)) {
    const note = notes.get(label.toLowerCase())
    if (note === undefined || wanted.has(note) || note.length > room) continue
    wanted.add(note)
    room -= note.length
  }
  return [...wanted].join('\n\n')
}
