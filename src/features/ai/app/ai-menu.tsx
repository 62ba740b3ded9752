import { useQuery } from '@tanstack/react-query'
import { posToDOMRect } from '@tiptap/core'
import { ArrowUp, Square } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { showPanel } from '@/app/panels'
import { trpc } from '@/app/rpc'
import { plainTextOf } from '@/blocks'
import { useEditorValue } from '@/blocks/kit/use-editor-value'
import type { PopupProps } from '@/editor/contribution'
import { OptionList } from '@/editor/menus/option-list'
import { modeOf } from '@/editor/review/modes'
import { SpeakButton } from '@/features/speech/app/speak-button'
import { t } from '@/shared/i18n'
import { IconButton } from '@/ui/button'
import { copyText } from '@/ui/copy-text'
import { Floating } from '@/ui/floating'
import { toast } from '@/ui/toast'
import { MOST_CONTEXT_PAGES } from '../model'
import { blocksOfAnswer } from '../safe-blocks'
import { type AiPlace, aiPlaceOf, releaseAiPlace } from './ai-place'
import { AnswerView } from './answer-view'
import { codeAt } from './apply'
import { ContextChips, type ContextPage } from './context-chips'
import { keepRun, spotsOf, takeComing } from './kept-run'
import { type Decision, languages, type MenuCommand, type MenuState } from './menu-items'
import { onMenuKey } from './menu-keys'
import { type Step, wordsOfStep } from './menu-step'
import { offeredItems } from './offered-items'
import { offeredPages, without } from './offered-pages'
import { type Putting, planOf, prepareFor, putAnswer } from './put-answer'
import { askedAnew, isAsAsked, questionAbout } from './question-about'
import { AI_REVIEW_PANEL } from './review/review-window'
import { usableOf, useAnswer } from './use-answer'
import './ai.css'

const copyAnswer = (words: string) =>
  void copyText(words, t('Copied'), t('Select the text and copy from there.'))

/** The page was left with an answer on it. */
const offerToCopy = (words: string) =>
  toast(t('The answer of AI was not put into the page.'), {
    action: { label: t('Copy'), onClick: () => copyAnswer(words) },
  })

const sayStale = () =>
  toast.error(
    t(
      'This text was changed meanwhile, so it was not replaced. Try again, insert the answer below, or copy it.',
    ),
    { id: 'answer not put' },
  )

/** Asks a model about the selection or at the caret, shows its answer, and puts that into the page when it is accepted (product.md 4.10). */
export default function AiMenu({ editor, host, onClose }: PopupProps) {
  const { view } = editor
  const listId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const documentId = host.page?.id ?? null
  const {
    state: answer,
    start,
    stop,
    clear,
  } = useAnswer({
    documentId,
    onRun: (run) =>
      keepRun(
        run && documentId !== null ? { ...run, documentId, place: spotsOf(view.state.doc, place()) } : null,
      ),
  })
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [step, setStep] = useState<Step>('commands')
  const isTranslating = step === 'translate'
  const isAsking = step === 'ask'
  const isExtracting = step === 'extract'
  const [hasAround, setAround] = useState(true)
  const [pages, setPages] = useState<readonly ContextPage[]>([])
  const tree = useQuery({ ...trpc.document.tree.queryOptions({}), enabled: step === 'pages' }).data
  const [isApplying, setApplying] = useState(false)

  const place = (): AiPlace => {
    const { from, to } = view.state.selection
    return aiPlaceOf(editor) ?? { from, to }
  }
  const isSelection = place().from < place().to
  const isCode = isSelection && codeAt(view.state, place()) !== null
  const isRunning = answer.status === 'submitted' || answer.status === 'streaming'
  const usable = usableOf(answer)
  const words = answer.status === 'idle' ? '' : answer.words
  const isEditable = useEditorValue(editor, () => editor.isEditable)
  const isOutside = usable !== null && !isEditable
  const menuState: MenuState =
    answer.status === 'finished'
      ? // Also when what was selected is gone by now.
        isSelection || answer.question.about
        ? 'selectionSuggestion'
        : 'cursorSuggestion'
      : isSelection
        ? 'selectionCommand'
        : 'cursorCommand'

  useEffect(() => {
    field.current?.focus({ preventScroll: true })
  }, [])
  // What was pressed may be gone, or have nothing more to do: the keys go on being the menu's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what can be pressed follows from it
  useEffect(() => {
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.matches(':disabled'))
      field.current?.focus({ preventScroll: true })
  }, [answer.status])
  /** What has been answered, and neither put into the page nor discarded. */
  const undecided = useRef('')
  useEffect(() => {
    undecided.current = usable === null ? '' : words
  })
  useEffect(
    () => () => {
      keepRun(null)
      releaseAiPlace(editor)
      if (undecided.current !== '') offerToCopy(undecided.current)
    },
    [editor],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    const run = takeComing()
    if (run) void start(run.question, run.id)
  }, [])

  // What was answered, or is being answered, stays to be copied when the page is locked.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the page is locked, and when nothing is left of an answer
  useEffect(() => {
    if (!isEditable && (answer.status === 'idle' || (answer.status === 'finished' && !usable))) close()
  }, [isEditable, answer.status])

  const go = (to: Step) => {
    setStep(to)
    setTyped('')
    setActive(0)
    field.current?.focus({ preventScroll: true })
  }

  const ask = (command: MenuCommand, prompt: string, language?: string) => {
    const about = { place: place(), isSelection, isCode, hasAround, pages, last: usable }
    const question = questionAbout(view.state, { command, prompt, language }, about)
    go('commands')
    void start(question)
  }

  const put = async (decision: Putting) => {
    if (answer.status !== 'finished' || isApplying) return
    const plan = planOf(answer, decision, { documentId, isSelection, isCode })
    const isStale = () => plan.replaces && !isAsAsked(view.state, place(), answer.question)
    if (isStale()) return sayStale()
    setApplying(true)
    const isReady = await prepareFor(plan)
    setApplying(false)
    // The answer may have been discarded while the version was saved, and the page may be locked by now.
    if (!isReady || view.isDestroyed || !view.editable || !aiPlaceOf(editor)) return
    if (isStale()) return sayStale()
    putAnswer(view, place(), plan)
    undecided.current = ''
    onClose()
  }

  const decide = (decision: Decision) => {
    if (decision === 'discard') close()
    else if (decision === 'copy') copyAnswer(words)
    else if (decision === 'tryAgain') {
      if (answer.status === 'finished') void start(askedAnew(view.state, place(), answer.question))
    } else void put(decision)
  }
  const close = () => {
    undecided.current = ''
    clear()
    onClose()
  }

  const isEdited = documentId !== null && modeOf(documentId).get() === 'editing'
  const items = offeredItems({
    menuState,
    answer: usable,
    isCode,
    isPage: documentId !== null,
    isEdited,
    isOutside,
  })
  const query = typed.trim().toLocaleLowerCase()
  const columns = query === '' ? t('Let the model choose the columns') : t('Extract these columns')
  const options = isAsking
    ? []
    : step === 'pages'
      ? offeredPages(tree?.documents ?? [], query, { own: documentId, chosen: pages })
      : isExtracting
        ? [{ id: 'columns', label: columns }]
        : isTranslating
          ? languages()
              .filter(({ label, name }) => `${label} ${name}`.toLocaleLowerCase().includes(query))
              .map(({ id, label }) => ({ id, label }))
          : items
              .filter(({ label }) => label.toLocaleLowerCase().includes(query))
              .map(({ id, label, icon: Sign, group }) => ({
                id,
                label,
                icon: <Sign aria-hidden size={16} />,
                ...(group && { group }),
              }))
  const current = Math.min(active, options.length - 1)

  const pick = (index: number) => {
    const option = options[index]
    if (!option) return
    if (isExtracting) return ask('extract', typed.trim())
    if (step === 'pages') {
      const { id } = option
      const title = tree?.documents.find((one) => one.id === id)?.title ?? ''
      setPages((before) =>
        before.some((one) => one.id === id) ? without(before, id) : [...before, { id, title }],
      )
      return go('commands')
    }
    if (isTranslating) {
      const language = languages().find(({ id }) => id === option.id)
      if (language) ask('translate', '', language.name)
      return
    }
    const item = items.find(({ id }) => id === option.id)
    if (item?.isReview) {
      close()
      showPanel(AI_REVIEW_PANEL)
    } else if (item?.decision) decide(item.decision)
    else if (item?.command === 'translate') go('translate')
    else if (item?.command === 'answer') go('ask')
    else if (item?.command === 'extract') go('extract')
    else if (item?.command) ask(item.command, '')
  }
  const send = () => {
    if (isRunning) stop()
    else if (isExtracting) pick(0)
    else if (
      options.length > 0 &&
      (query === '' ||
        isTranslating ||
        step === 'pages' ||
        options.some(({ label }) => label.toLocaleLowerCase() === query))
    )
      pick(current)
    else if (query !== '' && step !== 'pages') ask(isAsking ? 'answer' : 'ask', typed.trim())
  }

  const onKeyDown = (event: KeyboardEvent) =>
    onMenuKey(event, {
      field: field.current,
      typed,
      isRunning,
      isInside: step !== 'commands',
      count: options.length,
      current,
      stop,
      back: () => go('commands'),
      close,
      send,
      onActive: setActive,
    })

  const { label, placeholder, list } = wordsOfStep(step)
  return (
    <Floating
      rect={() => posToDOMRect(view, place().from, place().to)}
      context={view.dom}
      anchorKey={answer.status}
      // An answer is not lost by a press beside it.
      onPressOutside={() => answer.status === 'idle' && close()}
    >
      <div className="panel ai-menu" role="dialog" aria-label={t('Ask AI')} onKeyDown={onKeyDown}>
        <AnswerView answer={answer} isOutside={isOutside} onClose={close} />
        {documentId !== null && !isRunning && (step === 'commands' || step === 'pages') && (
          <ContextChips
            hasAround={hasAround}
            pages={pages}
            mayAdd={step === 'commands' && pages.length < MOST_CONTEXT_PAGES}
            onAround={setAround}
            onRemove={(id) => setPages((before) => without(before, id))}
            onAdd={() => go('pages')}
          />
        )}
        <div className="ai-field">
          <textarea
            ref={field}
            rows={1}
            className="search-field"
            aria-label={label}
            placeholder={placeholder}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={
              !isRunning && options[current] ? `${listId}-${options[current].id}` : undefined
            }
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setActive(0)
            }}
          />
          {usable && <SpeakButton text={() => plainTextOf(blocksOfAnswer(words))} />}
          {isRunning ? (
            <IconButton label={t('Stop')} onClick={stop}>
              <Square aria-hidden />
            </IconButton>
          ) : (
            <IconButton label={t('Send')} disabled={query === '' && !isExtracting} onClick={send}>
              <ArrowUp aria-hidden />
            </IconButton>
          )}
        </div>
        {!isRunning && options.length > 0 && (
          <OptionList
            id={listId}
            label={list}
            options={options}
            active={current}
            onActive={setActive}
            onPick={pick}
          />
        )}
      </div>
    </Floating>
  )
}
