import type { Editor } from '@tiptap/core'
import type { Node as PMNode } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { Mapping } from '@tiptap/pm/transform'
import { asUndoPart, ownUndoStep } from '@/document'
import { t } from '@/shared/i18n'
import { createListeners } from '@/shared/store'
import { reviewKey } from '../review/review-key'
import { suggestedAway } from '../review/suggested-away'
import { isFindOnly } from './find-plugin'
import { painted, pause, whenIdle } from './idle'
import { makePainter } from './paint'
import {
  type FindQuery,
  type Found,
  findIn,
  type Groups,
  MOST_MATCHES,
  patternOf,
  replacementFor,
} from './pattern'
import { PatternRunner, TooSlow } from './pattern-runner'
import { replaceTexts } from './replace'
import { ReplacingAll } from './replacing-all'
import { showMatch, type WordsShown } from './show-match'
import { eachBlock, type TextSegment, textSegments } from './texts'

/** A match on the page. */
export interface Match {
  from: number
  to: number
  groups: Groups
  /** It is a whole mention, data table or other thing that is no text: found, and never replaced. */
  isWhole: boolean
}

/** What the find bar shows. */
export interface FindResult {
  /** How many there are; null while nothing is looked for. */
  count: number | null
  /** There are more than are told apart. */
  isMore: boolean
  /** Which of them is the current one, from 0; -1: none. */
  current: number
  isSearching: boolean
  /** Very many matches are being replaced: how many of them have been gone through. */
  replacing: { done: number; of: number } | null
  /** Why there is no answer, in words. */
  problem: string | null
}

export const NOTHING: FindResult = {
  count: null,
  isMore: false,
  current: -1,
  isSearching: false,
  replacing: null,
  problem: null,
}
/** What became of replacing all. */
export interface Replaced {
  replaced: number
  /** How many there were; more than were replaced when it was stopped, or when others changed some of them meanwhile. */
  of: number
  /** Ended before its end: asked to, closed, or because somebody took back what was replaced by then. */
  isStopped: false | 'asked' | 'by undo'
}

const TOO_SLOW = () => t('This pattern takes too long here. Make it simpler.')

/** Milliseconds of searching before the page has its turn again. */
const SLICE = 8
/** More matches than these are replaced in parts: this many at first, then as many as fit into `PART_MS`. */
const MANY = 1_000
/** Every part goes through the page, so that many small ones would take several times as long. */
const FEWEST = 500
const MOST = 5_000
/** How long the page may stand still for a part, in milliseconds. */
const PART_MS = 1_000

/**
 * What one open find bar finds in a page, kept true while the page is edited: blocks that stayed the same node are not
 * searched again, and nothing is searched while somebody types.
 */
export class FindSession {
  private readonly painter
  private readonly runner = new PatternRunner()
  private readonly listeners = createListeners()
  private query: FindQuery = { words: '', matchCase: false, wholeWord: false, isPattern: false }
  private known = new WeakMap<PMNode, readonly Found[]>()
  private matches: Match[] = []
  private searched: PMNode | null = null
  /** How suggestions were drawn then. */
  private drawn: unknown
  /** What happened to the page since the matches were found. */
  private since = new Mapping()
  /** The current match is the first from here on. */
  private anchor: number
  private round = 0
  private searching: Promise<void> = Promise.resolve()
  /** The round that runs now; it follows what happens to the page by itself. */
  private running: number | null = null
  private isStopped = false
  private stopWaiting: (() => void) | null = null
  /** The work on all matches that is under way. */
  private work: ReplacingAll | null = null
  private result: FindResult = NOTHING

  constructor(private readonly editor: Editor) {
    this.anchor = editor.state.selection.from
    this.painter = makePainter(editor, () =>
      this.searched === editor.state.doc
        ? { matches: this.matches, current: this.result.current, words: this.wordsShown() }
        : null,
    )
    editor.on('transaction', this.onTransaction)
  }

  readonly subscribe = this.listeners.subscribe

  readonly now = (): FindResult => this.result

  /** Looks for something else, from the place where the current match is; the first one found is shown. */
  look(query: FindQuery): void {
    if (JSON.stringify(query) === JSON.stringify(this.query)) return
    this.query = query
    this.known = new WeakMap()
    // The places of other words must never be taken for those of these.
    this.matches = []
    this.searched = null
    this.runner.stop()
    this.search(true)
  }

  /** Goes to the next match, or the one before, around the ends of the page. */
  async step(by: 1 | -1): Promise<void> {
    if (!(await this.upToDate())) return
    const { length } = this.matches
    if (length === 0) return
    this.goTo((this.result.current + by + length) % length)
  }

  /** Replaces the current match and goes to the next. */
  async replaceOne(template: string): Promise<void> {
    if (!(await this.upToDate())) return
    const match = this.matches[this.result.current]
    if (!match || !this.editor.isEditable) return
    if (match.isWhole) return this.goTo((this.result.current + 1) % this.matches.length)
    const tr = ownUndoStep(replaceTexts(this.editor.state, [this.replacement(match, template)]))
    this.dispatch(tr)
    this.anchor = tr.mapping.map(match.to, 1)
    if (!(await this.upToDate())) return
    if (this.matches[this.result.current]) this.goTo(this.result.current)
  }

  /**
   * Replaces all matches in one step of undo. Many are replaced in parts, from the end of the page, between which the page
   * has its turn and {@link stopReplacing} is heard: what has been replaced by then stays, and one undo takes it back. An
   * undo in between ends it as well.
   * Matches that are changed meanwhile, by whomever, are left as they are.
   */
  async replaceAll(template: string): Promise<Replaced> {
    if (this.work || !(await this.upToDate())) return { replaced: 0, of: 0, isStopped: false }
    const { query } = this
    const matches = this.matches.filter(({ isWhole }) => !isWhole)
    const work = new ReplacingAll(this.editor.state.doc)
    this.work = work
    const isOver = () => work.isStopped || this.isStopped || this.query !== query || !this.editor.isEditable
    let many = MANY
    let left = matches.length
    try {
      while (left > 0 && !isOver()) {
        if (matches.length > MANY) {
          this.tell({ replacing: { done: matches.length - left, of: matches.length } })
          await painted()
          if (isOver()) break
        }
        const began = performance.now()
        const part = matches.slice(Math.max(0, left - many), left)
        left -= part.length
        this.replacePart(work, part, template)
        const took = Math.max(1, performance.now() - began)
        many = Math.round(Math.min(MOST, Math.max(FEWEST, (part.length * PART_MS) / took)))
      }
    } finally {
      this.work = null
      if (matches.length > MANY) this.tell({ replacing: null })
    }
    await this.upToDate()
    return {
      replaced: work.replaced,
      of: matches.length,
      isStopped: left > 0 && (work.isTakenBack ? 'by undo' : 'asked'),
    }
  }

  /** Ends replacing all, if that is under way; false: it is not. */
  stopReplacing(): boolean {
    if (this.work) this.work.isStopped = true
    return this.work !== null
  }

  private replacePart(work: ReplacingAll, part: readonly Match[], template: string): void {
    const { state } = this.editor
    const standing = part.flatMap((match) => {
      const place = work.placeOf(match, state.doc)
      return place ? [{ ...this.replacement(match, template), ...place }] : []
    })
    const tr = replaceTexts(state, standing)
    work.replaced += standing.length
    if (!tr.docChanged) return
    work.own = asUndoPart(work.first ? tr : ownUndoStep(tr), work.first)
    work.first ??= tr
    this.editor.view.dispatch(tr)
  }

  /** Where the current match is now, if there is one. */
  currentMatch(): { from: number; to: number; isWhole: boolean } | null {
    const match = this.matches[this.result.current]
    if (!match) return null
    const [from, to] = [this.since.map(match.from, 1), this.since.map(match.to, -1)]
    return from < to ? { from, to, isWhole: match.isWhole } : null
  }

  stop(): void {
    this.isStopped = true
    this.round++
    this.editor.off('transaction', this.onTransaction)
    this.stopWaiting?.()
    this.runner.stop()
    this.painter.stop()
  }

  private readonly onTransaction = ({ transaction }: { transaction: Transaction }) => {
    if (isFindOnly(transaction)) return
    if (transaction.docChanged) {
      this.anchor = transaction.mapping.map(this.anchor, -1)
      this.since.appendMapping(transaction.mapping)
      this.work?.pageChanged(transaction)
    }
    if (this.work) return
    this.stopWaiting ??= whenIdle(() => {
      this.stopWaiting = null
      if (this.isCurrent) this.painter.paint()
      else if (this.running === null) this.search(false)
    })
  }

  /** Was what is found looked for in the page as it is now? */
  private get isCurrent(): boolean {
    const { state } = this.editor
    return this.searched === state.doc && this.drawn === reviewKey.getState(state)
  }

  private replacement({ from, to, groups }: Match, template: string) {
    return { from, to, text: this.query.isPattern ? replacementFor(template, groups) : template }
  }

  private dispatch(tr: Transaction): void {
    if (tr.docChanged) this.editor.view.dispatch(tr)
  }

  /**
   * Waits until what is found is what the page holds now, however often it changes meanwhile. False: it never will be,
   * because something else is looked for by now or the bar is closed, and nothing may be done with the matches.
   */
  private async upToDate(): Promise<boolean> {
    const { query } = this
    while (!this.isCurrent) {
      if (this.running === null) this.search(false)
      await this.searching
      if (this.isStopped || this.editor.isDestroyed || this.query !== query) return false
    }
    return true
  }

  private goTo(index: number): void {
    const match = this.matches[index]!
    this.anchor = match.from
    this.tell({ current: index })
    showMatch(this.editor.view, match, this.wordsShown())
    this.painter.paint()
  }

  private search(andShow: boolean): void {
    const round = ++this.round
    this.running = round
    this.searching = this.run(round, andShow).finally(() => {
      if (this.running === round) this.running = null
    })
  }

  private async run(round: number, andShow: boolean): Promise<void> {
    const isOver = () => round !== this.round || this.editor.isDestroyed
    const pattern = this.query.words === '' ? null : patternOf(this.query)
    if (!pattern || 'problem' in pattern) {
      this.leaveEmpty()
      this.tell({ ...NOTHING, problem: pattern?.problem ?? null })
      this.painter.paint()
      return
    }
    try {
      while (!isOver()) {
        const { doc } = this.editor.state
        const unknown = this.gather(doc)
        if (unknown.length === 0) return this.take(doc, andShow)
        if (this.query.isPattern) {
          this.tell({ isSearching: true })
          await this.searchBeside(unknown, pattern, isOver)
        } else await this.searchHere(unknown, pattern, isOver)
      }
    } catch (error) {
      if (isOver()) return
      this.leaveEmpty()
      const problem = error instanceof TooSlow ? TOO_SLOW() : t('The search failed. Try again.')
      this.tell({ ...NOTHING, problem })
      this.painter.paint()
    }
  }

  /** What is marked in what is no text. A pattern that somebody typed could take for ever there. */
  private wordsShown(): WordsShown {
    const pattern = this.query.isPattern ? null : patternOf(this.query)
    return pattern && !('problem' in pattern) ? pattern : null
  }

  private leaveEmpty(): void {
    const { state } = this.editor
    this.matches = []
    this.searched = state.doc
    this.drawn = reviewKey.getState(state)
  }

  /** The blocks of the page whose matches are not known. */
  private gather(doc: PMNode): PMNode[] {
    const unknown = new Set<PMNode>()
    eachBlock(doc, (node) => {
      if (!this.known.has(node)) unknown.add(node)
    })
    return [...unknown]
  }

  private async searchHere(
    blocks: readonly PMNode[],
    pattern: { regex: RegExp; wholeWord: boolean },
    isOver: () => boolean,
  ): Promise<void> {
    const { known } = this
    let until = performance.now() + SLICE
    for (const block of blocks) {
      const found = textSegments(block).flatMap((segment) => placed(findIn(segment.text, pattern), segment))
      known.set(block, found)
      if (performance.now() < until) continue
      await pause()
      if (isOver()) return
      until = performance.now() + SLICE
    }
  }

  private async searchBeside(
    blocks: readonly PMNode[],
    pattern: { regex: RegExp; wholeWord: boolean },
    isOver: () => boolean,
  ): Promise<void> {
    const { known } = this
    const segments = blocks.flatMap((block) => textSegments(block).map((segment) => ({ block, ...segment })))
    const answers = await this.runner.run(
      pattern,
      segments.map(({ text }) => text),
    )
    if (isOver()) return
    const byBlock = new Map<PMNode, Found[]>(blocks.map((block) => [block, []]))
    segments.forEach((segment, index) => {
      byBlock.get(segment.block)!.push(...placed(answers[index] ?? [], segment))
    })
    for (const [block, found] of byBlock) known.set(block, found)
  }

  /** All blocks are known: what they hold is what the page holds. */
  private take(doc: PMNode, andShow: boolean): void {
    const matches: Match[] = []
    let isMore = false
    this.drawn = reviewKey.getState(this.editor.state)
    // What is suggested to be deleted counts as gone: replaced in Suggesting it still stands there, and would be again.
    const away = suggestedAway(this.editor.state, 0, doc.content.size)
    let next = 0
    const isAway = (from: number, to: number): boolean => {
      while ((away[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next++
      return (away[next]?.from ?? Number.POSITIVE_INFINITY) < to
    }
    eachBlock(doc, (node, pos) => {
      for (const { from, to, groups, isWhole = false } of this.known.get(node) ?? []) {
        if (isAway(pos + 1 + from, pos + 1 + to)) continue
        if (matches.length >= MOST_MATCHES) isMore = true
        else matches.push({ from: pos + 1 + from, to: pos + 1 + to, groups: groups!, isWhole })
      }
    })
    this.matches = matches
    this.searched = doc
    this.since = new Mapping()
    const following = matches.findIndex(({ from }) => from >= this.anchor)
    const current = matches.length === 0 ? -1 : Math.max(0, following)
    this.tell({ count: matches.length, isMore, current, isSearching: false, problem: null })
    if (andShow && current >= 0) showMatch(this.editor.view, matches[current]!, this.wordsShown())
    this.painter.paint()
  }

  private tell(change: Partial<FindResult>): void {
    this.result = { ...this.result, ...change }
    this.listeners.tell()
  }
}

/** What was found in a segment, by its place in the block. */
function placed(found: readonly Found[], { offset, whole }: TextSegment): Found[] {
  const [first] = found
  if (whole !== undefined) return first ? [{ ...first, from: offset, to: offset + whole, isWhole: true }] : []
  return found.map((match) => ({ ...match, from: match.from + offset, to: match.to + offset }))
}
