import type { Editor } from '@tiptap/core'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import {
  ArrowDown,
  ArrowUp,
  CaseSensitive,
  ChevronDown,
  ChevronRight,
  Regex,
  WholeWord,
  X,
} from 'lucide-react'
import {
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useEditorValue } from '@/blocks/kit/use-editor-value'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { IconButton } from '@/ui/button'
import { matchesShortcut } from '@/ui/shortcut'
import { toast } from '@/ui/toast'
import { closeFind, fieldStands, findState, setReplacing } from './find-plugin'
import { type FindResult, FindSession, NOTHING, type Replaced } from './find-session'
import { areaOf, domRange, scrollerOf } from './show-match'
import { SpokenMatches } from './spoken-matches'
import './find.css'

const OPTIONS = [
  {
    name: 'matchCase',
    get label() {
      return t('Match case')
    },
    key: 'alt+c',
    Icon: CaseSensitive,
  },
  {
    name: 'wholeWord',
    get label() {
      return t('Whole word')
    },
    key: 'alt+w',
    Icon: WholeWord,
  },
  {
    name: 'isPattern',
    get label() {
      return t('Regular expression')
    },
    key: 'alt+r',
    Icon: Regex,
  },
] as const

/** What the bar says of what was found. */
function words({ count: found, current, isMore, isSearching, replacing, problem }: FindResult): string {
  if (problem) return ''
  if (replacing)
    return t('Replacing… {when} of {when2}', {
      when: inFigures(replacing.done),
      when2: inFigures(replacing.of),
    })
  if (isSearching) return t('Searching…')
  if (found === null) return ''
  if (found === 0) return t('No results')
  return t('{current} of {found}', {
    current: inFigures(current + 1),
    found: `${inFigures(found)}${isMore ? '+' : ''}`,
  })
}

/** What is said when replacing all was ended before its end. */
function stoppedWords({ replaced, of, isStopped }: Replaced): string {
  if (isStopped === 'by undo') return t('Undone. The matches that were left stay as they are')
  if (replaced === 0) return t('Stopped: nothing was replaced')
  return t('Stopped: {when} of {when2} matches are replaced. Undo takes them back', {
    when: inFigures(replaced),
    when2: inFigures(of),
  })
}

/** Keeps the bar at the upper right corner of what scrolls. */
function usePlaceAbove(editor: Editor, bar: { current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const scroller = scrollerOf(editor.view.dom)
    const place = () => {
      const { top, right, left } = areaOf(scroller)
      const style = bar.current!.style
      style.setProperty('--find-top', `${Math.max(0, top)}px`)
      style.setProperty('--find-right', `${Math.max(0, document.documentElement.clientWidth - right)}px`)
      style.setProperty('--find-room', `${right - left}px`)
    }
    place()
    const observer = new ResizeObserver(place)
    observer.observe(scroller)
    window.addEventListener('resize', place)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', place)
    }
  }, [editor, bar])
}

/** Gives the focus back to the text, with the match selected. On a page that can only be read the browser selects it. */
function selectMatch(editor: Editor, match: ReturnType<FindSession['currentMatch']>): void {
  const { view } = editor
  const { doc, tr } = view.state
  if (match && view.editable)
    view.dispatch(
      tr.setSelection(
        match.isWhole
          ? NodeSelection.create(doc, match.from)
          : TextSelection.create(doc, match.from, match.to),
      ),
    )
  view.focus()
  if (!match || view.editable) return
  const { startContainer, startOffset, endContainer, endOffset } = domRange(view, match.from, match.to)
  getSelection()?.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset)
}

/** The bar that finds and replaces on the page (mod+f, mod+h; rulings 5). */
export default function FindBar({ editor }: { editor: Editor }) {
  const { isReplacing, asked, words: given } = useEditorValue(editor, ({ state }) => findState(state))
  const isEditable = useEditorValue(editor, () => editor.isEditable)
  const bar = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(() => findState(editor.state).early || given)
  const [replacement, setReplacement] = useState('')
  const [options, setOptions] = useState({ matchCase: false, wholeWord: false, isPattern: false })
  const [session, setSession] = useState<FindSession | null>(null)
  const latestText = useRef(text)
  latestText.current = text
  usePlaceAbove(editor, bar)

  useEffect(() => {
    const made = new FindSession(editor)
    setSession(made)
    return () => made.stop()
  }, [editor])

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again is another reason to take the focus
  useEffect(() => {
    const { early } = findState(editor.state)
    setText(early || given)
    const input = field.current!
    input.focus({ preventScroll: true })
    // With the words in it. What was typed before it stood is gone on with, and what is typed by now is not replaced.
    if (!early && input.value === given) input.select()
    else if (!early) requestAnimationFrame(() => input.value === given && input.select())
    if (early !== null) editor.view.dispatch(fieldStands(editor.state))
  }, [asked])

  useEffect(() => session?.look({ words: text, ...options }), [session, text, options])

  const query = useMemo(() => ({ words: text, ...options }), [text, options])
  const result = useSyncExternalStore(session?.subscribe ?? noSubscription, session?.now ?? noResult)
  const withRow = isReplacing && isEditable
  const hasMatches = result.current >= 0 && result.replacing === null

  const close = () => {
    const match = session?.currentMatch() ?? null
    editor.view.dispatch(closeFind(editor.state, latestText.current))
    selectMatch(editor, match)
  }
  const flip = (name: (typeof OPTIONS)[number]['name']) =>
    setOptions((before) => ({ ...before, [name]: !before[name] }))
  const showRow = (shown: boolean) => editor.view.dispatch(setReplacing(editor.state, shown))
  const replaceAll = async () => {
    const done = await session?.replaceAll(replacement)
    if (done?.isStopped) toast(stoppedWords(done))
    else if (done && done.replaced > 0)
      toast.success(
        done.replaced === 1
          ? t('Replaced 1 match')
          : t('Replaced {when} matches', { when: inFigures(done.replaced) }),
      )
  }

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const pressed = (keys: string) => matchesShortcut(event.nativeEvent, keys)
    const inField = event.target === field.current
    if (pressed('escape')) session?.stopReplacing() || close()
    else if (['shift+f3', 'mod+shift+g'].some(pressed) || (inField && pressed('shift+enter')))
      void session?.step(-1)
    else if (['f3', 'mod+g'].some(pressed) || (inField && pressed('enter'))) void session?.step(1)
    else if (pressed('mod+f')) field.current?.select()
    else if (pressed('mod+h')) isEditable && showRow(true)
    else if (withRow && pressed('mod+enter')) void replaceAll()
    else if (!inField && event.target instanceof HTMLInputElement && pressed('enter'))
      void session?.replaceOne(replacement)
    else {
      const option = OPTIONS.find(({ key }) => pressed(key))
      if (!option) return
      flip(option.name)
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <search ref={bar} aria-label={t('Find on this page')} className="panel find-bar" onKeyDown={press}>
      <div className="find-rows">
        {isEditable && (
          <IconButton
            label={withRow ? t('Hide replace') : t('Show replace')}
            shortcut="mod+h"
            aria-expanded={withRow}
            className="find-flip"
            onClick={() => showRow(!withRow)}
          >
            {withRow ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
          </IconButton>
        )}
        <div className="find-main">
          <div className="find-row">
            <div className="find-box" data-invalid={result.problem ? '' : undefined}>
              <input
                ref={field}
                className="find-field"
                aria-label={t('Find')}
                aria-invalid={result.problem !== null}
                aria-describedby={result.problem ? 'find-problem' : undefined}
                placeholder={t('Find')}
                autoComplete="off"
                spellCheck={false}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
              <span role="status" aria-label={t('Matches')} className="find-count">
                {words(result)}
              </span>
            </div>
            <div className="find-tools">
              {OPTIONS.map(({ name, label, key, Icon }) => (
                <IconButton
                  key={name}
                  label={label}
                  shortcut={key}
                  aria-pressed={options[name]}
                  className="find-option"
                  onClick={() => flip(name)}
                >
                  <Icon aria-hidden />
                </IconButton>
              ))}
              <IconButton
                label={t('Previous match')}
                shortcut="shift+enter"
                aria-disabled={!hasMatches}
                onClick={() => void session?.step(-1)}
              >
                <ArrowUp aria-hidden />
              </IconButton>
              <IconButton
                label={t('Next match')}
                shortcut="enter"
                aria-disabled={!hasMatches}
                onClick={() => void session?.step(1)}
              >
                <ArrowDown aria-hidden />
              </IconButton>
              <IconButton label={t('Close')} shortcut="escape" onClick={() => close()}>
                <X aria-hidden />
              </IconButton>
            </div>
          </div>
          {result.problem && (
            <p id="find-problem" role="alert" className="find-problem">
              {result.problem}
            </p>
          )}
          {withRow && (
            <div className="find-row">
              <div className="find-box">
                <input
                  className="find-field"
                  aria-label={t('Replace with')}
                  placeholder={options.isPattern ? t('Replace with ($1 for a group)') : t('Replace with')}
                  autoComplete="off"
                  spellCheck={false}
                  value={replacement}
                  onChange={(event) => setReplacement(event.target.value)}
                />
              </div>
              <div className="find-tools">
                {result.replacing ? (
                  <button type="button" className="find-button" onClick={() => session?.stopReplacing()}>
                    {t('Cancel')}
                  </button>
                ) : (
                  <button
                    type="button"
                    className="find-button"
                    aria-disabled={!hasMatches}
                    onClick={() => void session?.replaceOne(replacement)}
                  >
                    {t('Replace')}
                  </button>
                )}
                <button
                  type="button"
                  className="find-button"
                  aria-disabled={!hasMatches}
                  onClick={() => void replaceAll()}
                >
                  {t('Replace all')}
                </button>
              </div>
            </div>
          )}
        </div>
      </div>
      <SpokenMatches editor={editor} query={query} />
    </search>
  )
}

const noSubscription = () => () => {}
const noResult = () => NOTHING
