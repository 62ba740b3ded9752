import { useQuery } from '@tanstack/react-query'
import { posToDOMRect } from '@tiptap/core'
import { ArrowUp, Square } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { showPanel } from '@/app/panels'
import { failureWords, rpc, trpc } from '@/app/rpc'
import { plainTextOf } from '@/blocks'
import type { Inline } from '@/blocks/kit/block'
import { useEditorValue } from '@/blocks/kit/use-editor-value'
import type { PopupProps } from '@/editor/contribution'
import { OptionList } from '@/editor/menus/option-list'
import { modeOf } from '@/editor/review/modes'
import { needReview } from '@/editor/review/open-reviews'
import { UNTITLED } from '@/features/pages/model'
import { SpeakButton } from '@/features/speech/app/speak-button'
import { t } from '@/shared/i18n'
import { Button, IconButton } from '@/ui/button'
import { copyText } from '@/ui/copy-text'
import { Floating } from '@/ui/floating'
import { toast } from '@/ui/toast'
import { MOST_CONTEXT_PAGES } from '../model'
import { blocksOfAnswer } from '../safe-blocks'
import { type AiPlace, aiPlaceOf, releaseAiPlace } from './ai-place'
import { showApiSettings } from './api-settings-window'
import {
  codeAt,
  codeOfAnswer,
  insertBelow,
  markdownAt,
  markdownOfPage,
  readPage,
  replaceCode,
  replaceWith,
  textBefore,
} from './apply'
import { isTable, withDataTables } from './as-data-table'
import { ContextChips, type ContextPage } from './context-chips'
import { keepRun, spotsOf, takeComing } from './kept-run'
import {
  addsText,
  asDataTable,
  asSuggestion,
  codeItems,
  type Decision,
  itemsOutsideThePage,
  languages,
  type MenuItem,
  type MenuState,
  menuItems,
} from './menu-items'
import { notSetUp } from './not-set-up'
import { Preview } from './preview'
import { recordAccepted } from './record-accepted'
import { AI_REVIEW_PANEL } from './review/review-window'
import { sentencesOf } from './sentences'
import { dispatchSigned } from './signed'
import { useAnswer } from './use-answer'
import './ai.css'

/** Characters around the caret that are sent along. */
const AROUND = 4_000
/** Milliseconds that are waited for what suggestions are written with. */
const REVIEW_MS = 15_000

/** What the field of the menu is for. */
type Step = 'commands' | 'translate' | 'ask' | 'extract' | 'pages'

/** Pages that are offered at once: the others are found by their title. */
const MOST_PAGES = 30

const without = (pages: readonly ContextPage[], id: string) => pages.filter((one) => one.id !== id)

interface TreePage extends ContextPage {
  isTemplate?: boolean
}

/** The page that is open, then the others. */
function offeredPages(
  all: readonly TreePage[],
  query: string,
  { own, chosen }: { own: string | null; chosen: readonly ContextPage[] },
) {
  const first = all.filter(({ id }) => id === own)
  return [...first, ...without(all, own ?? '')]
    .filter(
      ({ title, isTemplate = false }: TreePage) => !isTemplate && title.toLocaleLowerCase().includes(query),
    )
    .slice(0, MOST_PAGES)
    .map(({ id, title }) => ({
      id,
      label: id === own ? t('This page: {title}', { title: title || UNTITLED() }) : title || UNTITLED(),
      checked: chosen.some((one) => one.id === id),
    }))
}

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
  const hasAnswer = answer.status === 'finished' && answer.words !== '' && !answer.isSample
  const isEditable = useEditorValue(editor, () => editor.isEditable)
  const isOutside = hasAnswer && !isEditable
  const menuState: MenuState =
    answer.status === 'finished'
      ? isSelection
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
  useEffect(
    () => () => {
      keepRun(null)
      releaseAiPlace(editor)
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
    if (!isEditable && (answer.status === 'idle' || (answer.status === 'finished' && !hasAnswer))) close()
  }, [isEditable, answer.status])

  const go = (to: Step) => {
    setStep(to)
    setTyped('')
    setActive(0)
    field.current?.focus({ preventScroll: true })
  }

  const ask = (command: NonNullable<MenuItem['command']>, prompt: string, language?: string) => {
    const { page, place: at } = readPage(view.state, place())
    const before = textBefore(page, at, AROUND)
    const last = hasAnswer ? answer : null
    const previous = last?.words ?? ''
    const isAboutPage = !isSelection && (command === 'summarize' || command === 'extract')
    const atoms: Inline[] = last ? [...last.question.atoms] : []
    const own =
      previous !== ''
        ? ''
        : isSelection
          ? markdownAt(page, at, atoms)
          : isAboutPage
            ? markdownOfPage(page)
            : ''
    const selection = previous || own || (command === 'ask' ? '' : before)
    go('commands')
    if (command === 'answer')
      return void start({ command, prompt, selection: '', context: '', begunBy: command, atoms: [] })
    void start({
      command,
      prompt,
      selection,
      context: selection === before || !hasAround ? '' : before,
      ...(pages.length > 0 && { documentIds: pages.map(({ id }) => id) }),
      begunBy: last?.question.begunBy ?? command,
      atoms,
      ...(isCode && { isCode }),
      ...(language && { language }),
    })
  }

  const put = async (decision: 'accept' | 'suggest' | 'replace' | 'insertBelow' | 'dataTable') => {
    if (answer.status !== 'finished' || isApplying) return
    const { begunBy } = answer.question
    const page = host.page
    const written = blocksOfAnswer(answer.words, answer.question.atoms)
    const code = isCode
      ? codeOfAnswer(
          answer.words,
          written,
          decision === 'replace' || begunBy === 'fix' || begunBy === 'comment',
        )
      : null
    const replaces =
      decision === 'replace' ||
      ((decision === 'accept' || decision === 'suggest') &&
        isSelection &&
        !addsText(begunBy) &&
        isCode === (code !== null))
    const suggests = decision === 'suggest' || (page ? modeOf(page.id).get() === 'suggesting' : false)
    setApplying(true)
    try {
      if (page && suggests) await needReview(page.id, AbortSignal.timeout(REVIEW_MS))
      // In Suggesting the page stays what it is, and what is put below takes nothing away.
      if (page && replaces && !suggests)
        await rpc.version.createVersion.mutate({ documentId: page.id, reason: 'before-rewrite' })
    } catch (error) {
      toast.error(
        failureWords(
          error,
          suggests
            ? t('Suggestions could not be opened, so nothing was changed. Try again.')
            : t('No version could be saved before the change, so nothing was changed. Try again.'),
        ),
      )
      setApplying(false)
      return
    }
    setApplying(false)
    // The answer may have been discarded while the version was saved, and the page may be locked by now.
    if (view.isDestroyed || !view.editable || !aiPlaceOf(editor)) return
    const { state } = view
    const blocks = decision === 'dataTable' ? withDataTables(written) : written
    const codePlace = code === null ? null : codeAt(state, place())
    const tr = replaces
      ? codePlace && code !== null
        ? replaceCode(state, codePlace, code)
        : replaceWith(state, place(), blocks)
      : insertBelow(state, place(), blocks, (decision === 'accept' || suggests) && begunBy === 'continue')
    const made = dispatchSigned(view, page?.id ?? null, answer.model, tr.scrollIntoView(), suggests)
    const { id: answerId, model } = answer
    // In Suggesting it may have become a part of a suggestion that is signed already.
    if (page && answerId !== null && model !== null && (made.length > 0 || !suggests))
      recordAccepted(view.state, { answerId, documentId: page.id, suggestionIds: made, replaces })
    onClose()
  }

  const decide = (decision: Decision) => {
    if (decision === 'discard') close()
    else if (decision === 'copy') void copyText(words, t('Copied'), t('Select the text and copy from there.'))
    else if (decision === 'tryAgain') {
      if (answer.status === 'finished') void start(answer.question)
    } else void put(decision)
  }
  const close = () => {
    clear()
    onClose()
  }

  const setKeys = () => {
    close()
    showApiSettings(true)
  }

  const inState = isCode && menuState === 'selectionCommand' ? codeItems() : menuItems(menuState)
  const offered: MenuItem[] = inState.filter(
    ({ decision, isReview }) =>
      (!isReview || host.page !== null) &&
      (hasAnswer || decision === undefined || decision === 'discard' || decision === 'tryAgain'),
  )
  const followUps = hasAnswer
    ? (isCode ? codeItems() : menuItems('selectionCommand')).filter(
        ({ command }) => command && !addsText(command),
      )
    : []
  const hasTable =
    hasAnswer && answer.question.begunBy === 'extract' && blocksOfAnswer(answer.words).some(isTable)
  const isEdited = documentId !== null && modeOf(documentId).get() === 'editing'
  const inPage = [
    ...offered.slice(0, 1),
    ...(hasAnswer && isEdited ? [asSuggestion()] : []),
    ...(hasTable ? [asDataTable()] : []),
    ...offered.slice(1),
    ...followUps,
  ]
  const items = isOutside ? itemsOutsideThePage() : inPage
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

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      if (isRunning) stop()
      else if (step !== 'commands') go('commands')
      else close()
    } else if (event.key === 'Backspace' && typed === '' && event.target === field.current) {
      if (step !== 'commands') go('commands')
      else if (isRunning) return
      else close()
    } else if (event.target !== field.current) return
    else if (event.key === 'Enter' && !event.shiftKey) {
      if (!isRunning) send()
    } else if (event.key === 'ArrowDown' && options.length > 0) setActive((current + 1) % options.length)
    else if (event.key === 'ArrowUp' && options.length > 0)
      setActive((current + options.length - 1) % options.length)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const words = answer.status === 'idle' ? '' : answer.words
  const atoms = answer.status === 'idle' ? [] : answer.question.atoms
  const [label, placeholder] = isAsking
    ? [t('Question about your pages'), t('Ask about your pages…')]
    : isTranslating
      ? [t('Language'), t('Translate into…')]
      : isExtracting
        ? [t('Columns'), t('Columns, such as Name, Date, Amount')]
        : step === 'pages'
          ? [t('Find a page'), t('Find a page…')]
          : [t('Ask AI anything'), t('Ask AI anything…')]
  return (
    <Floating
      rect={() => posToDOMRect(view, place().from, place().to)}
      context={view.dom}
      anchorKey={answer.status}
      // An answer is not lost by a press beside it.
      onPressOutside={() => answer.status === 'idle' && close()}
    >
      <div className="panel ai-menu" role="dialog" aria-label={t('Ask AI')} onKeyDown={onKeyDown}>
        {words !== '' && <Preview words={words} isWhole={answer.status === 'finished'} atoms={atoms} />}
        <div role="status" className="ai-note">
          {answer.status === 'submitted' && t('Thinking…')}
          {answer.status === 'finished' && answer.note}
          {hasAnswer &&
            answer.model !== null &&
            !answer.note &&
            t('Written by {model}', { model: answer.model })}
          {isOutside && (
            <p>{t('This page cannot be edited any more, so the answer stays out of it. You can copy it.')}</p>
          )}
          {answer.status === 'finished' && answer.isSample && notSetUp()}
          {answer.status === 'finished' && (answer.isSample || answer.hasFailed) && (
            <Button size="sm" className="mt-2 flex" onClick={setKeys}>
              {answer.isSample ? t('Set Keys') : t('API Settings')}
            </Button>
          )}
        </div>
        <div className="sr-only" role="log" aria-label={t('Answer')}>
          {sentencesOf(words, answer.status === 'finished').map((sentence, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sentences are only ever added
            <p key={index}>{sentence}</p>
          ))}
        </div>
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
          {hasAnswer && <SpeakButton text={() => plainTextOf(blocksOfAnswer(words))} />}
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
            label={isTranslating ? t('Languages') : step === 'pages' ? t('Pages') : t('AI commands')}
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
