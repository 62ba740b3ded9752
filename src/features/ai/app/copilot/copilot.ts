import type { Editor } from '@tiptap/core'
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { isFromElsewhere, isPutRight, isTakingBack, ownUndoStep } from '@/document'
import { withAnnouncement } from '@/editor/core/surface-state'
import { t } from '@/shared/i18n'
import { matchesShortcut } from '@/ui/shortcut'
import { toast } from '@/ui/toast'
import { AskFailed, ask } from '../ask'
import { dispatchSigned } from '../signed'
import { addDecorations } from '../view-decorations'
import { NO_MODEL } from './copilot-choice'
import { noteWait } from './copilot-waits'
import { drawGhost } from './draw-ghost'
import { firstWord, type Ghost, mayComplete, offeredOf, type Place, placeOf, promptAt, restOf } from './ghost'

/** Milliseconds of rest after which words are offered (product.md 9.12). */
const REST = 500
/** Milliseconds without asking by itself after a request that failed: whatever is wrong is rarely over at the next word. */
const PAUSE = 30_000

const MODIFIER = /^(Shift|Control|Alt|AltGraph|Meta|CapsLock|Fn)$/

/** What is offered now, or asked for. */
interface Offer extends Ghost {
  /** Asked for by its keys, rather than by a rest. */
  isAsked: boolean
  /** Nothing more comes. */
  isWhole: boolean
  model: string | null
  /** Until the first words came. */
  milliseconds: number | null
  request: AbortController
}

/**
 * Offers the words that may come next as ghost text at the caret (product.md 4.10), which stands in the view alone: not in the
 * document, in what is copied, or in what is searched and counted. The code that opens one closes it.
 */
export class Copilot {
  private offer: Offer | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private resting: Place | null = null
  private restsUntil = 0
  private readonly undraw: () => void

  constructor(
    private readonly editor: Editor,
    private readonly documentId: string | null,
  ) {
    const { view } = editor
    // Props of the view, where a plugin would end and begin all others, and with them what binds the page.
    this.undraw = addDecorations(view, this.draw)
    view.setProps({ handleKeyDown: (_view, event) => this.pressed(event) })
    editor.on('transaction', this.follow)
    editor.on('blur', this.cancel)
    view.dom.addEventListener('compositionstart', this.cancel)
    view.dom.addEventListener('compositionend', this.rest)
  }

  close(): void {
    const { editor } = this
    this.cancel()
    editor.off('transaction', this.follow)
    editor.off('blur', this.cancel)
    if (editor.isDestroyed) return
    const { view } = editor
    view.dom.removeEventListener('compositionstart', this.cancel)
    view.dom.removeEventListener('compositionend', this.rest)
    this.undraw()
    view.setProps({ handleKeyDown: () => false })
  }

  /** Asks for words at the caret now. */
  askNow(): void {
    this.ask(true)
  }

  private readonly follow = ({ transaction }: { transaction: Transaction }): void => {
    const { offer } = this
    const rest = offer && restOf(offer, this.editor.state)
    if (offer && (rest === null || (rest === '' && offer.isWhole))) this.cancel()
    if (!transaction.docChanged || isFromElsewhere(transaction)) return
    if (isTakingBack(transaction) || isPutRight(transaction)) return
    clearTimeout(this.timer)
    if (!this.offer && addsText(transaction)) this.rest()
  }

  /** Words are asked for if nothing happens for a while. */
  private readonly rest = (): void => {
    clearTimeout(this.timer)
    this.resting = placeOf(this.editor.state)
    this.timer = setTimeout(() => this.rested(), REST)
  }

  private rested(): void {
    const { resting } = this
    const now = this.editor.isDestroyed ? null : placeOf(this.editor.state)
    if (!resting || !now || performance.now() < this.restsUntil) return
    if (now.block === resting.block && now.before === resting.before) this.ask(false)
  }

  private readonly cancel = (): void => {
    clearTimeout(this.timer)
    const { offer } = this
    if (!offer) return
    this.offer = null
    offer.request.abort(new Error('cancelled'))
    this.redraw()
  }

  private ask(isAsked: boolean): void {
    const { editor } = this
    if (editor.isDestroyed) return
    const { view, state } = editor
    if (!view.editable || view.composing || !view.hasFocus() || !mayComplete(state, isAsked)) return
    const prompt = promptAt(state)
    const place = placeOf(state)
    if (!place || prompt.trim() === '') return
    this.cancel()
    const request = new AbortController()
    const offer: Offer = {
      ...{ ...place, words: '', isAsked, isWhole: false, model: null, milliseconds: null, request },
    }
    this.offer = offer
    if (isAsked) this.redraw()
    void this.read(offer, prompt)
  }

  private async read(offer: Offer, prompt: string): Promise<void> {
    const begun = performance.now()
    const { signal } = offer.request
    try {
      const { isSample } = await ask(
        '/api/ai/copilot',
        { prompt },
        {
          signal,
          onWords: (all, about) => {
            if (this.offer !== offer || about.isSample) return
            const { words, isWhole } = offeredOf(all, offer.before)
            offer.model = about.model
            if (words !== '') this.show(offer, words, performance.now() - begun)
            // No more than a line is offered, so no more is asked for.
            if (isWhole) offer.request.abort(new Error('enough'))
          },
        },
      )
      if (isSample && this.offer === offer && offer.isAsked) toast(NO_MODEL(), { id: 'copilot' })
    } catch (error) {
      if (!signal.aborted && !(error instanceof AskFailed)) throw error
      if (!signal.aborted) this.failed(offer, (error as AskFailed).message)
    }
    if (this.offer !== offer) return
    offer.isWhole = true
    if (offer.words === '') {
      this.cancel()
      if (offer.isAsked) this.announce(t('No suggestion'))
    } else if (restOf(offer, this.editor.state) === '') this.cancel()
  }

  private show(offer: Offer, words: string, milliseconds: number): void {
    const isFirst = offer.words === ''
    if (offer.milliseconds === null) noteWait(milliseconds)
    offer.milliseconds ??= milliseconds
    offer.words = words
    if (restOf(offer, this.editor.state) === null) this.cancel()
    else if (isFirst) this.announce(t('Suggestion available, Tab to accept'))
    else this.redraw()
  }

  private failed(offer: Offer, words: string): void {
    if (offer.isAsked) toast.error(words, { id: 'copilot' })
    else this.restsUntil = performance.now() + PAUSE
  }

  /** Is told of each key before the editor is; true: nobody else is to act on it. */
  private pressed(event: KeyboardEvent): boolean {
    const isAsk =
      (event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey && event.code === 'Space') ||
      matchesShortcut(event, 'alt+\\') ||
      (event.altKey && !event.ctrlKey && !event.metaKey && event.code === 'Backslash')
    if (isAsk) {
      this.ask(true)
      return true
    }
    const { offer } = this
    if (!offer || MODIFIER.test(event.key)) return false
    const rest = restOf(offer, this.editor.state) ?? ''
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    if (rest !== '') {
      if (event.key === 'Tab' && !hasModifier && !event.shiftKey) return this.take(rest)
      if (matchesShortcut({ ...pressOf(event), key: event.key.replace(/^Arrow/, '') }, 'mod+right'))
        return this.take(firstWord(rest))
      // Typing what is offered goes on with it.
      if (!hasModifier && event.key.length === 1 && rest.startsWith(event.key)) return false
    }
    const isShown = rest !== '' || offer.isAsked
    this.cancel()
    return event.key === 'Escape' && isShown
  }

  /** Writes offered words as the person's own edit; in Suggesting that is a suggestion, signed with the model's name. */
  private take(words: string): true {
    const { view } = this.editor
    const { state } = view
    const tr = ownUndoStep(state.tr.insertText(words))
    tr.setSelection(TextSelection.create(tr.doc, state.selection.from + words.length)).scrollIntoView()
    dispatchSigned(view, this.documentId, this.offer?.model ?? null, tr)
    return true
  }

  private announce(words: string): void {
    const { view, state } = this.editor
    view.dispatch(withAnnouncement(state.tr, words))
  }

  private redraw(): void {
    if (this.editor.isDestroyed) return
    const { view } = this.editor
    if (!view.composing) view.updateState(view.state)
  }

  private readonly draw = (state: EditorState): DecorationSet | null => {
    const { offer } = this
    const rest = offer && restOf(offer, state)
    if (!offer || rest === null || (rest === '' && !(offer.isAsked && offer.words === ''))) return null
    const { milliseconds } = offer
    const element = () => drawGhost(rest, milliseconds, () => this.offer === offer && this.take(rest))
    return DecorationSet.create(state.doc, [
      Decoration.widget(state.selection.from, element, {
        ...{ side: 1, marks: [], key: `copilot ${rest}`, ignoreSelection: true, stopEvent: () => true },
      }),
    ])
  }
}

const addsText = ({ steps }: Transaction): boolean =>
  steps.some((step) => ((step as { slice?: { size: number } }).slice?.size ?? 0) > 0)

const pressOf = ({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) => ({
  ...{ key, code, ctrlKey, metaKey, shiftKey, altKey },
})
