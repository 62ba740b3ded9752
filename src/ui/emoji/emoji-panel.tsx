import { EmojiPicker, type EmojiPickerListComponents } from 'frimousse'
import {
  type AriaAttributes,
  type CSSProperties,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { t } from '@/shared/i18n'
import { Button } from '../button'
import { ErrorState } from '../error-state'
import { Skeleton } from '../skeleton'
import { type EmojiSet, loadEmoji, toneName } from './emoji-data'
import { frequentEmoji, keepTone, keptTone, rememberEmoji } from './used-emoji'

export interface EmojiPanelProps {
  onChoose(emoji: string): void
  onRemove?: (() => void) | undefined
}

/**
 * All emoji by category with a search, those used most, and skin tones, from data on our own origin (product.md 2.41, 3.23,
 * 9.2: 23 rem high, 80 wide).
 */
export default function EmojiPanel(props: EmojiPanelProps) {
  const [attempt, setAttempt] = useState(0)
  const [set, setSet] = useState<EmojiSet | null>(null)
  const [hasFailed, setFailed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let isGone = false
    setFailed(false)
    loadEmoji().then(
      (found) => !isGone && setSet(found),
      () => !isGone && setFailed(true),
    )
    return () => {
      isGone = true
    }
  }, [attempt])
  if (set) return <Picker {...props} set={set} />
  if (!hasFailed) return <EmojiSkeleton />
  return (
    <div className="flex h-92 items-center justify-center">
      <ErrorState
        title={t('The emoji could not be loaded')}
        action={<Button onClick={() => setAttempt(attempt + 1)}>{t('Try again')}</Button>}
      />
    </div>
  )
}

const isTouch = (): boolean => window.matchMedia('(pointer: coarse)').matches

/** The picker would only take emoji of the system: where it has none, ours are taken, as everywhere else. */
const OWN_FACE = { '--frimousse-emoji-font': 'var(--font-sans)' } as CSSProperties

/** One emoji that stands for its category, by the category's number in the data. */
const SIGNS: Readonly<Record<number, string>> = {
  0: '😀',
  1: '👋',
  3: '🐻',
  4: '🍎',
  5: '🚗',
  6: '⚽',
  7: '💡',
  8: '❤️',
  9: '🏁',
}

function Picker({ set: { data }, onChoose, onRemove }: EmojiPanelProps & { set: EmojiSet }) {
  const [columns] = useState(() => (isTouch() ? 6 : 9))
  const [tone] = useState(keptTone)
  const [frequent] = useState(() => frequentEmoji(columns))
  const [search, setSearch] = useState('')
  const viewport = useRef<HTMLDivElement>(null)
  const resolve = useCallback(() => data, [data])
  const isFound = useMemo(() => finds(data), [data])
  const choose = (emoji: string) => {
    rememberEmoji(emoji)
    onChoose(emoji)
  }
  /** Rows are equally high, so where a category begins can be counted. */
  const goTo = (index: number) => {
    const element = viewport.current!
    const measure = (selector: string) => element.querySelector(selector)?.getBoundingClientRect().height ?? 0
    const header = measure('[frimousse-category-header]')
    const row = measure('[frimousse-row]')
    let top = 0
    for (const category of data.categories) {
      if (category.index === index) break
      const count = data.emojis.filter((emoji) => emoji.category === category.index).length
      top += header + row * Math.ceil(count / columns)
    }
    element.scrollTop = top
  }
  return (
    <EmojiPicker.Root
      columns={columns}
      skinTone={tone}
      resolveEmojiData={resolve}
      onEmojiSelect={({ emoji }) => choose(emoji)}
      className="flex h-92 w-full flex-col"
      style={OWN_FACE}
    >
      <div className="flex gap-2 border-b border-border p-2">
        <EmojiPicker.Search
          autoFocus
          aria-label={t('Search emoji')}
          placeholder={t('Search emoji…')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => enterWhenFound(event, isFound)}
          className="h-8 min-w-0 flex-1 rounded-control border border-border-strong/60 bg-surface-raised px-2.5 coarse:h-11"
        />
        <EmojiPicker.SkinTone>
          {({ skinTone, setSkinTone, skinToneVariations }) => (
            <button
              type="button"
              className="flex size-8 cursor-pointer items-center justify-center rounded-control text-xl hover:bg-hover coarse:size-11"
              aria-label={t('Skin tone: {tone}. Change', { tone: toneName(skinTone) })}
              title={t('Skin tone')}
              onClick={() => {
                const at = skinToneVariations.findIndex((one) => one.skinTone === skinTone)
                const next = skinToneVariations[(at + 1) % skinToneVariations.length]!.skinTone
                keepTone(next)
                setSkinTone(next)
              }}
            >
              {skinToneVariations.find((one) => one.skinTone === skinTone)?.emoji}
            </button>
          )}
        </EmojiPicker.SkinTone>
        {onRemove && (
          <Button variant="ghost" onClick={onRemove}>
            {t('Remove')}
          </Button>
        )}
      </div>
      {search === '' && (
        <nav
          aria-label={t('Emoji categories')}
          className="flex justify-between border-b border-border px-2 py-1"
        >
          {data.categories.map(({ index, label }) => (
            <button
              key={index}
              type="button"
              aria-label={label}
              title={label}
              className="flex size-7 cursor-pointer items-center justify-center rounded-control text-base opacity-75 hover:bg-hover hover:opacity-100"
              onClick={() => goTo(index)}
            >
              {SIGNS[index] ?? '•'}
            </button>
          ))}
        </nav>
      )}
      {search === '' && frequent.length > 0 && (
        <section aria-label={t('Frequently used')} className="border-b border-border px-2 pb-1">
          <p className="px-1 pt-1.5 text-xs font-medium text-text-faint">{t('Frequently used')}</p>
          <div className="flex">
            {frequent.map((emoji) => (
              <button
                key={emoji}
                type="button"
                className="flex size-8 cursor-pointer items-center justify-center rounded-control text-xl hover:bg-hover coarse:size-11"
                onClick={() => choose(emoji)}
              >
                {emoji}
              </button>
            ))}
          </div>
        </section>
      )}
      <EmojiPicker.Viewport ref={viewport} tabIndex={0} className="relative min-h-0 flex-1 -outline-offset-2">
        <EmojiPicker.Empty className="absolute inset-0 flex items-center justify-center text-text-muted">
          {t('No matches')}
        </EmojiPicker.Empty>
        <EmojiPicker.List className="select-none pb-1" components={PARTS} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  )
}

const EmojiSkeleton = () => (
  <div aria-busy="true" className="flex h-92 flex-col gap-3 p-3">
    <Skeleton className="h-8 w-full" />
    <Skeleton className="min-h-0 w-full flex-1" />
  </div>
)

/** How often Enter looks whether the picker has found anything for the words before it, and the most milliseconds between two looks. */
const LOOKS = 20
const LOOKS_WITHIN = 100

/**
 * Enter behind quickly typed words chooses from what was found for them. The picker looks for them only when it has time: Enter comes again
 * once what would be chosen has the words (`isFound`), or after some looks, unless the words have changed by then.
 */
function enterWhenFound(
  event: KeyboardEvent<HTMLInputElement>,
  isFound: (label: string, words: string) => boolean,
): void {
  const field = event.currentTarget
  const words = field.value
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !event.isTrusted || words === '') return
  event.preventDefault()
  const look = (left: number) => {
    if (!field.isConnected || field.value !== words) return
    const chosen = field.closest('[frimousse-root]')?.querySelector('[frimousse-emoji][data-active]')
    if (left > 0 && !isFound(chosen?.getAttribute('aria-label') ?? '', words)) return whenIdle(left - 1)
    field.dispatchEvent(
      new window.KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
    )
  }
  const whenIdle = (left: number): void => {
    const next = () => requestAnimationFrame(() => look(left))
    if (typeof window.requestIdleCallback === 'function')
      window.requestIdleCallback(next, { timeout: LOOKS_WITHIN })
    else setTimeout(next, LOOKS_WITHIN)
  }
  look(LOOKS)
}

/** Is one of the emoji with this label found by these words, as the picker looks for them? */
const finds =
  ({ emojis }: EmojiSet['data']) =>
  (label: string, words: string): boolean => {
    const looked = words.trim().toLowerCase()
    return emojis.some(
      (one) =>
        one.label === label && [label, ...one.tags].some((word) => word.toLowerCase().includes(looked)),
    )
  }

/** The picker counts rows and columns from 0, ARIA from 1. */
function fromOne<Props extends AriaAttributes>(props: Props): Props {
  const { 'aria-rowindex': row, 'aria-colindex': column } = props
  return {
    ...props,
    ...(row !== undefined && { 'aria-rowindex': row + 1 }),
    ...(column !== undefined && { 'aria-colindex': column + 1 }),
  }
}

const PARTS: Partial<EmojiPickerListComponents> = {
  CategoryHeader: ({ category, ...props }) => (
    <div {...props} className="bg-surface-raised px-3 pt-2 pb-1 text-xs font-medium text-text-faint">
      {category.label}
    </div>
  ),
  Row: (props) => <div {...fromOne(props)} className="scroll-my-1 px-2" />,
  Emoji: ({ emoji, ...props }) => (
    <button
      {...fromOne(props)}
      type="button"
      className="flex size-8 cursor-pointer items-center justify-center rounded-control text-xl coarse:size-11 coarse:text-2xl data-[active]:bg-hover"
    >
      {emoji.emoji}
    </button>
  ),
}
