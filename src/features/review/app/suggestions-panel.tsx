import { Check, CheckCheck, ChevronDown, ChevronUp, GitPullRequestArrow, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { SUGGESTIONS_PANEL } from '@/app/panels'
import { RightPanel } from '@/app/right-panel'
import type { Described } from '@/document'
import { openPage } from '@/editor/open-pages'
import { t } from '@/shared/i18n'
import { Button, IconButton } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ButtonMenu, MenuItem } from '@/ui/menu'
import { PopupButton } from '@/ui/popup-button'
import { Select } from '@/ui/select'
import { Skeleton } from '@/ui/skeleton'
import { useStore } from '@/ui/use-store'
import { useWindow } from '@/ui/use-window'
import { useAuthorName, useAuthorPicture } from './author-names'
import { decideAbout } from './deciding'
import { type Right, useRights } from './deciding-right'
import {
  activeSuggestion,
  inSelection,
  type PageSuggestions,
  showSuggestion,
  usePageSuggestions,
} from './page-suggestions'
import { SuggestionLine } from './suggestion-line'
import { summaryOf } from './summary'

/** Pixels; every line of a long list is as high. */
const LINE = 116

const EVERYBODY = ''
const TYPES = ['all', 'insert', 'remove', 'replace', 'update'] as const
type Type = (typeof TYPES)[number]
const typeLabel = (type: Type): string =>
  ({
    all: t('All kinds'),
    insert: t('Added'),
    remove: t('Deleted'),
    replace: t('Replaced'),
    update: t('Changed'),
  })[type]

/** All that is suggested of the page on the screen, in its order, to be decided one by one or together (product.md 2.34). */
export default function SuggestionsPanel({ documentId }: { documentId: string }) {
  const page = usePageSuggestions()
  return (
    <RightPanel
      id={SUGGESTIONS_PANEL}
      title={t('Suggestions')}
      icon={GitPullRequestArrow}
      initial={400}
      onClosed={() => openPage()?.view.focus()}
    >
      {page ? (
        <Suggestions page={page} documentId={documentId} />
      ) : (
        <div className="flex flex-col gap-3 p-4" aria-busy>
          {['h-8 w-32', 'h-18', 'h-18 w-full', 'h-18 w-11/12'].map((shape) => (
            <Skeleton key={shape} className={shape} />
          ))}
        </div>
      )}
    </RightPanel>
  )
}

function Suggestions({ page, documentId }: { page: PageSuggestions; documentId: string }) {
  const nameOf = useAuthorName(documentId)
  const pictureOf = useAuthorPicture(documentId)
  const active = useStore(activeSuggestion)
  const [author, setAuthor] = useState(EVERYBODY)
  const [type, setType] = useState<Type>('all')
  const [said, setSaid] = useState('')
  const { all, editor } = page
  const rightOver = useRights(editor, documentId)
  const canDecide = all.some((one) => rightOver(one) === 'decide')
  const authors = [...new Set(all.map(({ userId }) => userId))]
  const shown = all.filter(
    (one) =>
      (author === EVERYBODY || one.userId === author || !authors.includes(author)) &&
      (type === 'all' || one.type === type),
  )
  const at = shown.findIndex(({ suggestionId }) => suggestionId === active)

  const go = (index: number) => {
    const one = shown[index]
    if (!one) return
    showSuggestion(page, one)
    setSaid(
      t('{name}: {summary}, {number} of {count}', {
        name: nameOf(one.userId),
        summary: summaryOf(one),
        number: index + 1,
        count: shown.length,
      }),
    )
  }
  const decide = (one: Described, isAccepted: boolean) => {
    const index = shown.indexOf(one)
    const next = shown[index + 1] ?? shown[index - 1]
    decideAbout(page, [one], isAccepted)
    if (next) showSuggestion(page, next)
    else {
      activeSuggestion.set(null)
      // What has the focus goes with the last of the list.
      editor.view.focus()
    }
    setSaid(isAccepted ? t('Accepted') : rightOver(one) === 'withdraw' ? t('Withdrawn') : t('Rejected'))
  }

  if (all.length === 0)
    return (
      <EmptyState
        icon={<GitPullRequestArrow aria-hidden />}
        title={t('Nothing is suggested')}
        hint={t('What people suggest on this page stands here, to be accepted or rejected.')}
      />
    )
  return (
    <>
      <div className="flex items-center gap-1 px-3 pb-2">
        <IconButton
          label={t('Previous suggestion')}
          disabled={at === 0}
          onClick={() => go(at < 0 ? shown.length - 1 : at - 1)}
        >
          <ChevronUp aria-hidden />
        </IconButton>
        <IconButton
          label={t('Next suggestion')}
          disabled={at === shown.length - 1}
          onClick={() => go(at + 1)}
        >
          <ChevronDown aria-hidden />
        </IconButton>
        <span className="flex-1 text-sm text-text-muted tabular-nums" aria-hidden>
          {at < 0
            ? t('{count, plural, one {# suggestion} other {# suggestions}}', { count: shown.length })
            : t('{number} of {count}', { number: at + 1, count: shown.length })}
        </span>
        {canDecide && (
          <PopupButton
            kind="menu"
            button={
              <Button size="sm" variant="ghost" disabled={shown.length === 0}>
                <CheckCheck aria-hidden />
                {t('All')}
              </Button>
            }
          >
            {(popup) => (
              <ButtonMenu popup={popup} label={t('Decide about all that are shown')}>
                <MenuItem icon={<Check aria-hidden />} onClick={() => decideAbout(page, shown, true)}>
                  {t('{count, plural, one {Accept # suggestion} other {Accept # suggestions}}', {
                    count: shown.length,
                  })}
                </MenuItem>
                <MenuItem icon={<X aria-hidden />} onClick={() => decideAbout(page, shown, false)}>
                  {t('{count, plural, one {Reject # suggestion} other {Reject # suggestions}}', {
                    count: shown.length,
                  })}
                </MenuItem>
                <OfSelection page={page} />
              </ButtonMenu>
            )}
          </PopupButton>
        )}
      </div>
      <div className="flex gap-2 px-3 pb-2">
        <Select
          label={t('Whose suggestions are shown')}
          className="min-w-0 flex-1"
          value={authors.includes(author) ? author : EVERYBODY}
          onValueChange={setAuthor}
          options={[
            { value: EVERYBODY, label: t('Everybody') },
            ...authors.map((id) => ({ value: id, label: nameOf(id) })),
          ]}
        />
        <Select<Type>
          label={t('Which suggestions are shown')}
          className="min-w-0 flex-1"
          value={type}
          onValueChange={setType}
          options={TYPES.map((value) => ({ value, label: typeLabel(value) }))}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          icon={<GitPullRequestArrow aria-hidden />}
          title={t('No suggestions of this kind')}
          action={
            <Button
              onClick={() => {
                setAuthor(EVERYBODY)
                setType('all')
              }}
            >
              {t('Show all suggestions')}
            </Button>
          }
        />
      ) : (
        <List
          shown={shown}
          active={at}
          rightOver={rightOver}
          nameOf={nameOf}
          pictureOf={pictureOf}
          go={go}
          decide={decide}
        />
      )}
      <p className="sr-only" role="status">
        {said}
      </p>
    </>
  )
}

/** Decides about what touches the selected words; nothing where no words are selected, or nothing is suggested of them. */
function OfSelection({ page }: { page: PageSuggestions }) {
  const selected = inSelection(page)
  const count = selected.length
  if (count === 0) return null
  return (
    <>
      <MenuItem icon={<Check aria-hidden />} onClick={() => decideAbout(page, selected, true)}>
        {t('{count, plural, one {Accept # in the selection} other {Accept # in the selection}}', { count })}
      </MenuItem>
      <MenuItem icon={<X aria-hidden />} onClick={() => decideAbout(page, selected, false)}>
        {t('{count, plural, one {Reject # in the selection} other {Reject # in the selection}}', { count })}
      </MenuItem>
    </>
  )
}

interface ListProps {
  shown: readonly Described[]
  /** The place of the active one; -1: none is. */
  active: number
  rightOver(one: Described): Right
  nameOf(userId: string): string
  pictureOf(userId: string): string | null
  go(index: number): void
  decide(one: Described, isAccepted: boolean): void
}

/** A accepts; R rejects, or withdraws one's own. */
const isAllowed = (right: Right, key: string): boolean =>
  (key === 'a' && right === 'decide') || (key === 'r' && right !== null)

/** Of a long list only the part that can be seen is drawn. Arrows go through it, A accepts, R rejects. */
function List({ shown, active, rightOver, nameOf, pictureOf, go, decide }: ListProps) {
  const feed = useRef<HTMLDivElement>(null)
  const { first, end, before, after, height, reveal } = useWindow(feed, shown.length, LINE)
  const wantsFocus = useRef(false)
  const id = shown[active]?.suggestionId
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the active one, also when the list has changed
  useEffect(() => {
    if (active < 0) return
    if (height === undefined) feed.current?.children[active]?.scrollIntoView({ block: 'nearest' })
    else reveal(active)
    if (!wantsFocus.current) return
    wantsFocus.current = false
    requestAnimationFrame(() =>
      feed.current?.querySelector<HTMLElement>('[aria-current=true]')?.focus({ preventScroll: true }),
    )
  }, [id, shown.length])
  const pressed = (event: KeyboardEvent) => {
    // Also with Caps Lock.
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const one = shown[active]
    const way = { ArrowDown: 1, PageDown: 1, ArrowUp: -1, PageUp: -1 }[key]
    if (way !== undefined) {
      wantsFocus.current = true
      go(Math.min(shown.length - 1, Math.max(0, active + way)))
    } else if (one && isAllowed(rightOver(one), key)) {
      wantsFocus.current = true
      decide(one, key === 'a')
    } else return
    event.preventDefault()
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-2 pt-1 pb-4">
      <div
        ref={feed}
        role="feed"
        aria-label={t('Suggestions')}
        style={{ paddingTop: before, paddingBottom: after }}
        onKeyDown={pressed}
      >
        {shown.slice(first, end).map((one, index) => (
          <SuggestionLine
            key={one.suggestionId}
            one={one}
            author={nameOf(one.userId)}
            picture={pictureOf(one.userId)}
            height={height}
            number={first + index + 1}
            count={shown.length}
            isActive={first + index === active}
            isReachable={first + index === Math.max(0, active)}
            right={rightOver(one)}
            onShow={() => go(first + index)}
            onDecide={(isAccepted) => {
              wantsFocus.current = true
              decide(one, isAccepted)
            }}
          />
        ))}
      </div>
    </div>
  )
}
