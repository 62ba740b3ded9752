import type * as Y from 'yjs'
import type { Json } from '@/blocks/kit/block'
import { sameJson } from '../format/layout'
import type { PageIndex } from '../page-index/page-index'
import { isChangedMeanwhile, SuggestedEntries } from './describe-entries'
import { byFormat, joinWords, type SaidWords, suggestedWords } from './describe-words'
import {
  type Change,
  type Described,
  MOST_BLOCKS,
  MOST_CHANGES,
  MOST_SPOTS,
  type Spot,
  type SuggestionType,
} from './described'
import { LivePlaces } from './live-places'
import { markedIndex } from './marked-view'
import { authorOf, type EntryPart, type Sid } from './part-keys'
import { quoted } from './quoted'
import type { Suggestions } from './suggestions'

/**
 * What a card says of a pending suggestion. `index` is the marked reading of the page. Total: whatever is stored is described;
 * a suggestion that there is not has no changes. `places` may be shared while the page stays the same.
 */
export function describe(
  index: PageIndex,
  suggestions: Suggestions,
  sid: Sid,
  places: LivePlaces = new LivePlaces(index),
): Described {
  const parts = suggestions.of(sid)
  const entryParts = parts.filter((part): part is EntryPart => part.op === '/')
  const suggested = suggestedWords(suggestions, places, sid, parts)
  const entries = new SuggestedEntries(index, entryParts, suggested)
  const own = { title: [] as SaidWords[], words: [] as SaidWords[] }
  for (const one of suggested.words) {
    if (one.block === null) own.title.push(one)
    else if (!entries.isToldByWhole(one.block)) own.words.push(one)
  }
  const changes: Change[] = [
    ...titleChange(own.title),
    ...entries.wholeChanges(),
    ...wordsChange(own.words),
    ...entries.valueChanges(),
    ...formatChanges(own.words),
  ].sort((a, b) => weightOf(a) - weightOf(b))
  const head = parts.find((part) => part.op === 'head')
  const gone = suggested.words.filter(({ said }) => said === '-')
  const come = suggested.words.filter(({ said }) => said === '+')
  return {
    suggestionId: sid,
    type: typeOf(changes),
    text: quoted(joinWords(gone)),
    newText: quoted(joinWords(come)),
    ...propertiesOf(changes),
    createdAt: head?.op === 'head' ? head.at : null,
    userId: authorOf(sid),
    via: head?.op === 'head' ? head.via : null,
    blocks: blocksOf(index, suggested.words, entries.blocks),
    spots: spotsOf([...suggested.words, ...[...suggested.beads.values()].map(spotOfBead)]),
    isOfTitle: own.title.length > 0,
    changes: changes.slice(0, MOST_CHANGES),
    more: Math.max(0, changes.length - MOST_CHANGES),
    isChangedMeanwhile: isChangedMeanwhile(index, entryParts, sameJson),
  }
}

/** What every pending suggestion of a page would do, the least sid first; read once. */
export function describePending(doc: Y.Doc, suggestions: Suggestions): Described[] {
  if (suggestions.isEmpty) return []
  const index = markedIndex(doc, suggestions)
  try {
    const places = new LivePlaces(index)
    return suggestions.sids
      .map((sid) => describe(index, suggestions, sid, places))
      .filter(({ changes }) => changes.length > 0)
  } finally {
    index.close()
  }
}

/** What tells most of a suggestion comes first. */
const ORDER: readonly Change['change'][] = [
  'title',
  'deleteBlock',
  'insertBlock',
  'restoreBlock',
  'deleteLine',
  'insertLine',
  'replaceText',
  'insertText',
  'deleteText',
  'moveBlock',
  'moveLine',
  'splitBlock',
  'joinBlock',
  'setKind',
  'mergeCells',
  'splitCell',
  'setAttributes',
  'setCell',
  'formatText',
]

const weightOf = ({ change }: Change): number => ORDER.indexOf(change)

const wordsSaid = (words: readonly SaidWords[], op: '+' | '-'): string =>
  quoted(joinWords(words.filter(({ said }) => said === op)))

function titleChange(words: readonly SaidWords[]): Change[] {
  if (words.length === 0) return []
  return [{ change: 'title', text: wordsSaid(words, '-'), newText: wordsSaid(words, '+') }]
}

/** What words of one suggestion would do that stand together. */
export const wordChangesOf = (words: readonly SaidWords[]): Change[] => [
  ...wordsChange(words),
  ...formatChanges(words),
]

const formatChanges = (all: readonly SaidWords[]): Change[] =>
  byFormat(all).map(({ set, words }) => ({ change: 'formatText', text: quoted(joinWords(words)), set }))

function wordsChange(words: readonly SaidWords[]): Change[] {
  const goes = words.some(({ said }) => said === '-')
  const comes = words.some(({ said }) => said === '+')
  const text = wordsSaid(words, '-')
  const newText = wordsSaid(words, '+')
  if (goes && comes) return [{ change: 'replaceText', text, newText }]
  if (goes) return [{ change: 'deleteText', text }]
  return comes ? [{ change: 'insertText', newText }] : []
}

function typeOf(changes: readonly Change[]): SuggestionType {
  let [comes, goes] = [false, false]
  for (const { change, ...words } of changes) {
    if (change === 'title') {
      comes ||= 'newText' in words && words.newText !== ''
      goes ||= 'text' in words && words.text !== ''
    } else if (change === 'replaceText') [comes, goes] = [true, true]
    else if (change === 'insertText' || change === 'insertBlock' || change === 'insertLine') comes = true
    else if (change === 'deleteText' || change === 'deleteBlock' || change === 'deleteLine') goes = true
    else return 'update'
  }
  if (comes) return goes ? 'replace' : 'insert'
  return goes ? 'remove' : 'update'
}

function propertiesOf(changes: readonly Change[]) {
  const properties: Record<string, Json> = {}
  const newProperties: Record<string, Json> = {}
  for (const change of changes) {
    if (change.change === 'setKind') {
      properties.kind = change.was
      newProperties.kind = change.kind
    }
    if ('set' in change && Array.isArray(change.set)) {
      for (const { name, was, to } of change.set) {
        properties[name] = was
        newProperties[name] = to
      }
    }
    if (change.change === 'formatText') Object.assign(newProperties, change.set)
  }
  return { properties, newProperties }
}

const spotOfBead = ({ block, from, order }: { block: string; from: number; order: number }) => ({
  ...{ block, from, to: from, order },
})

/** One behind the other in the text of a block as one. */
function spotsOf(said: readonly { block: string | null; from: number; to: number; order: number }[]): Spot[] {
  const spots: Spot[] = []
  for (const { block, from, to } of [...said].sort((a, b) => a.order - b.order)) {
    if (block === null) continue
    const last = spots.at(-1)
    if (last?.block === block && from <= last.to)
      spots[spots.length - 1] = { ...last, to: Math.max(last.to, to) }
    else if (spots.length < MOST_SPOTS) spots.push({ block, from, to })
    else break
  }
  return spots
}

/** The shown blocks that a suggestion is about. */
function blocksOf(index: PageIndex, words: readonly SaidWords[], named: Iterable<string>): string[] {
  const { tree } = index
  const blocks = new Set<string>()
  for (const { block } of words) if (block !== null && blocks.size < MOST_BLOCKS) blocks.add(block)
  for (const id of named) {
    if (blocks.size >= MOST_BLOCKS) break
    const holds = tree.holds(id)
    const isLine = holds === 'row' || holds === 'column'
    const shown = tree.gridOfCell(id) ?? (isLine ? tree.parentOf(id) : tree.mergeRoot(id))
    if (tree.isShown(shown)) blocks.add(shown)
  }
  return [...blocks]
}
