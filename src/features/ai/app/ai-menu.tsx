import { posToDOMRect } from '@tiptap/core'
import { ArrowUp, Square } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { failureWords, rpc } from '@/app/rpc'
import { plainTextOf } from '@/blocks'
import type { PopupProps } from '@/editor/contribution'
import { OptionList } from '@/editor/menus/option-list'
import { modeOf } from '@/editor/review/modes'
import { SpeakButton } from '@/features/speech/app/speak-button'
import { t } from '@/shared/i18n'
import { Button, IconButton } from '@/ui/button'
import { Floating } from '@/ui/floating'
import { toast } from '@/ui/toast'
import { type AiPlace, aiPlaceOf, releaseAiPlace } from './ai-place'
import { showApiSettings } from './api-settings-window'
import { insertBelow, markdownAt, markdownOfPage, readPage, replaceWith, textBefore } from './apply'
import { addsText, type Decision, languages, type MenuItem, type MenuState, menuItems } from './menu-items'
import { Preview } from './preview'
import { blocksOfAnswer } from './safe-blocks'
import { sentencesOf } from './sentences'
import { dispatchSigned } from './signed'
import { useAnswer } from './use-answer'
import './ai.css'

/** Characters around the caret that are sent along. */
const AROUND = 4_000

/** Asks a model about the selection or at the caret, shows its answer, and puts that into the page when it is accepted (product.md 4.10). */
export default function AiMenu({ editor, host, onClose }: PopupProps) {
  const { view } = editor
  const listId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { state: answer, start, stop, clear } = useAnswer()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [isTranslating, setTranslating] = useState(false)
  const [isApplying, setApplying] = useState(false)

  const place = (): AiPlace => {
    const { from, to } = view.state.selection
    return aiPlaceOf(editor) ?? { from, to }
  }
  const isSelection = place().from < place().to
  const isRunning = answer.status === 'submitted' || answer.status === 'streaming'
  const hasAnswer = answer.status === 'finished' && answer.words !== '' && !answer.isSample
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
  useEffect(() => () => releaseAiPlace(editor), [editor])

  const ask = (command: NonNullable<MenuItem['command']>, prompt: string, language?: string) => {
    const { page, place: at } = readPage(view.state, place())
    const before = textBefore(page, at, AROUND)
    const last = hasAnswer ? answer : null
    const previous = last?.words ?? ''
    const isAboutPage = !isSelection && command === 'summarize'
    const own = isSelection ? markdownAt(page, at) : isAboutPage ? markdownOfPage(page) : ''
    const selection = previous || own || (command === 'ask' ? '' : before)
    setTyped('')
    setActive(0)
    setTranslating(false)
    void start({
      command,
      prompt,
      selection,
      context: selection === before ? '' : before,
      begunBy: last?.question.begunBy ?? command,
      ...(language && { language }),
    })
  }

  const put = async (decision: 'accept' | 'replace' | 'insertBelow') => {
    if (answer.status !== 'finished' || isApplying) return
    const { begunBy } = answer.question
    const page = host.page
    const replaces = decision === 'replace' || (decision === 'accept' && isSelection && !addsText(begunBy))
    setApplying(true)
    try {
      // In Suggesting the page stays what it is, and what is put below takes nothing away.
      if (page && replaces && modeOf(page.id).get() === 'editing')
        await rpc.version.createVersion.mutate({ documentId: page.id, reason: 'before-rewrite' })
    } catch (error) {
      toast.error(
        failureWords(
          error,
          t('No version could be saved before the change, so nothing was changed. Try again.'),
        ),
      )
      setApplying(false)
      return
    }
    // The answer may have been discarded while the version was saved.
    if (view.isDestroyed || !view.editable || !aiPlaceOf(editor)) return
    const { state } = view
    const blocks = blocksOfAnswer(answer.words)
    const tr = replaces
      ? replaceWith(state, place(), blocks)
      : insertBelow(state, place(), blocks, decision === 'accept' && begunBy === 'continue')
    dispatchSigned(view, page?.id ?? null, answer.model, tr.scrollIntoView())
    onClose()
  }

  const decide = (decision: Decision) => {
    if (decision === 'discard') close()
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

  const offered: MenuItem[] = menuItems(menuState).filter(
    ({ decision }) =>
      hasAnswer || decision === undefined || decision === 'discard' || decision === 'tryAgain',
  )
  const followUps = hasAnswer
    ? menuItems('selectionCommand').filter(({ command }) => command && !addsText(command))
    : []
  const items = [...offered, ...followUps]
  const query = typed.trim().toLocaleLowerCase()
  const options = isTranslating
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
    if (isTranslating) {
      const language = languages().find(({ id }) => id === option.id)
      if (language) ask('translate', '', language.name)
      return
    }
    const item = items.find(({ id }) => id === option.id)
    if (item?.decision) decide(item.decision)
    else if (item?.command === 'translate') {
      setTranslating(true)
      setTyped('')
      setActive(0)
    } else if (item?.command) ask(item.command, '')
  }
  const send = () => {
    if (isRunning) stop()
    else if (
      options.length > 0 &&
      (query === '' || isTranslating || options.some(({ label }) => label.toLocaleLowerCase() === query))
    )
      pick(current)
    else if (query !== '') ask('ask', typed.trim())
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      if (isRunning) stop()
      else if (isTranslating) setTranslating(false)
      else close()
    } else if (event.key === 'Backspace' && typed === '' && event.target === field.current) {
      if (isTranslating) setTranslating(false)
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
  return (
    <Floating
      rect={() => posToDOMRect(view, place().from, place().to)}
      context={view.dom}
      anchorKey={answer.status}
      // An answer is not lost by a press beside it.
      onPressOutside={() => answer.status === 'idle' && close()}
    >
      <div className="panel ai-menu" role="dialog" aria-label={t('Ask AI')} onKeyDown={onKeyDown}>
        {words !== '' && <Preview words={words} isWhole={answer.status === 'finished'} />}
        <div role="status" className="ai-note">
          {answer.status === 'submitted' && t('Thinking…')}
          {answer.status === 'finished' && answer.note}
          {hasAnswer &&
            answer.model !== null &&
            !answer.note &&
            t('Written by {model}', { model: answer.model })}
          {answer.status === 'finished' &&
            answer.isSample &&
            t('The person who runs this server can set OPENAI_API_KEY or OPENAI_BASE_URL.')}
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
        <div className="ai-field">
          <textarea
            ref={field}
            rows={1}
            className="search-field"
            aria-label={isTranslating ? t('Language') : t('Ask AI anything')}
            placeholder={isTranslating ? t('Translate into…') : t('Ask AI anything…')}
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
            <IconButton label={t('Send')} disabled={query === ''} onClick={send}>
              <ArrowUp aria-hidden />
            </IconButton>
          )}
        </div>
        {!isRunning && options.length > 0 && (
          <OptionList
            id={listId}
            label={isTranslating ? t('Languages') : t('AI commands')}
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
