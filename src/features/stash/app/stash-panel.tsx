import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Archive, CornerDownLeft, GripVertical, Trash2 } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { RightPanel } from '@/app/right-panel'
import { StaticBlocks } from '@/blocks/static-blocks'
import type { PanelProps } from '@/editor/contribution'
import { useDragIn } from '@/editor/drag-in'
import { onOpenPages, openPage } from '@/editor/open-pages'
import { t } from '@/shared/i18n'
import { Button, IconButton } from '@/ui/button'
import { useFormats } from '@/ui/formats'
import { passFocusFrom } from '@/ui/pass-focus'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast'
import type { StashItem } from '../model'
import { localItems } from './local-stash'
import { isExact } from './move-blocks'
import { removeItem, takeOut } from './stash-actions'
import { type StashStore, stashChanged, stashKey, stashStore, wordsOf } from './stash-store'
import { STASH_PANEL } from './stash-window'
import './stash.css'

/** Milliseconds after the last key until the stash is searched. */
const SEARCH_DELAY = 200

/** Is there a page that blocks can be put on? */
const useCanPutBack = (): boolean =>
  useSyncExternalStore(onOpenPages, () => openPage()?.view.editable === true)

/** Those that are on their way: a second press would put the same blocks there again. */
const onTheWay = new Set<string>()

async function putBack(store: StashStore, item: StashItem, pos: number | null): Promise<void> {
  if (onTheWay.has(item.id)) return
  onTheWay.add(item.id)
  try {
    await putBackOnce(store, item, pos)
  } finally {
    onTheWay.delete(item.id)
  }
}

async function putBackOnce(store: StashStore, item: StashItem, pos: number | null): Promise<void> {
  const { view: aimedAt } = openPage() ?? {}
  const { putOn } = await import('./put-on')
  // The page may have been left, or closed to writing, while the code came.
  const page = openPage()
  const ids = page && page.view === aimedAt && page.view.editable ? putOn(page.view, item.blocks, pos) : null
  if (!page || !ids) {
    toast.error(t('Open a page that you may edit, and put it back there.'))
    return
  }
  await takeOut(store, item, page, ids)
}

/** The stash beside the page (rulings 2): what was moved aside, to be put back anywhere. */
export default function StashPanel({ userId }: PanelProps) {
  const store = stashStore(userId !== null)
  const [q, setQ] = useState('')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(q), SEARCH_DELAY)
    return () => clearTimeout(timer)
  }, [q])
  const query = useInfiniteQuery({
    queryKey: [...stashKey(userId), asked],
    queryFn: ({ pageParam }) => store.list(asked, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
  const items = query.data?.pages.flatMap((page) => page.items) ?? []

  return (
    <RightPanel
      id={STASH_PANEL}
      title={t('Stash')}
      icon={Archive}
      initial={320}
      className="stash-panel"
      onClosed={() => openPage()?.view.focus()}
    >
      <div className="px-3 pb-2">
        <input
          type="search"
          aria-label={t('Search the stash')}
          placeholder={t('Search the stash')}
          className="stash-search"
          value={q}
          onChange={(event) => setQ(event.target.value)}
        />
      </div>
      {userId !== null && <BringAlong store={store} />}
      <div className="min-h-0 flex-1 overflow-y-auto px-3 pb-4" aria-busy={query.isPending}>
        {query.isPending ? (
          ['h-24', 'h-16', 'h-20'].map((height) => <Skeleton key={height} className={`mb-3 ${height}`} />)
        ) : query.isLoadingError ? (
          <div role="alert" className="px-1 py-4 text-sm text-text-muted">
            <p className="mb-2">{wordsOf(query.error)}</p>
            <Button size="sm" onClick={() => void query.refetch()}>
              {t('Try again')}
            </Button>
          </div>
        ) : items.length === 0 ? (
          <p className="px-1 py-4 text-sm text-text-muted">
            {asked === ''
              ? t('Nothing is stashed. Choose “Move to stash” in the menu of a block, and it waits here.')
              : t('No results')}
          </p>
        ) : (
          <ul aria-label={t('Stashed blocks')} className="flex flex-col gap-3">
            {items.map((item) => (
              <li key={item.id}>
                <Card item={item} store={store} />
              </li>
            ))}
          </ul>
        )}
        {query.hasNextPage && (
          <Button
            size="sm"
            variant="ghost"
            className="mt-3 w-full"
            disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {query.isFetchNextPageError ? t('Try again') : t('Show more')}
          </Button>
        )}
      </div>
    </RightPanel>
  )
}

/** Some words of an item, to tell its buttons apart. */
function nameOf({ blocks }: StashItem): string {
  const words = (list: StashItem['blocks']): string =>
    list
      .map(
        ({ text = [], children = [] }) =>
          text.map((piece) => ('text' in piece ? piece.text : '')).join('') || words(children),
      )
      .join(' ')
      .trim()
  return words(blocks).slice(0, 60) || t('block without text')
}

function Card({ item, store }: { item: StashItem; store: StashStore }) {
  const formats = useFormats()
  const canPutBack = useCanPutBack()
  const startDrag = useDragIn({ preview: '.stash-preview', onDrop: (pos) => void putBack(store, item, pos) })
  const name = nameOf(item)
  return (
    <article className="stash-card" aria-label={name}>
      <div className="page-body stash-preview" inert>
        <StaticBlocks blocks={item.blocks} />
      </div>
      <footer className="stash-facts">
        <p className="me-auto min-w-0 truncate">
          <Link to="/$documentId" params={{ documentId: item.fromPath.slice(1) }} className="hover:underline">
            {item.fromTitle || t('Untitled')}
          </Link>
          {' · '}
          <time dateTime={item.createdAt}>{formats.dateTime(item.createdAt)}</time>
        </p>
        {canPutBack && (
          <>
            <button
              type="button"
              tabIndex={-1}
              className="stash-grip"
              aria-label={t('Drag “{name}” to the page', { name })}
              title={t('Drag to the page')}
              onPointerDown={startDrag}
            >
              <GripVertical aria-hidden size={16} />
            </button>
            <IconButton
              label={t('Insert “{name}” here', { name })}
              onClick={() => void putBack(store, item, null)}
            >
              <CornerDownLeft aria-hidden />
            </IconButton>
          </>
        )}
        <IconButton
          label={t('Delete “{name}”', { name })}
          onClick={({ currentTarget }) => {
            const row = currentTarget.closest('li')
            const beside = row?.nextElementSibling ?? row?.previousElementSibling
            passFocusFrom(row, beside?.querySelector<HTMLElement>('footer button:last-of-type') ?? null)
            void removeItem(store, item, [t('Deleted from the stash'), t('Undo')])
          }}
        >
          <Trash2 aria-hidden />
        </IconButton>
      </footer>
    </article>
  )
}

/** What somebody stashed in this browser before they signed in can be taken along. */
function BringAlong({ store }: { store: StashStore }) {
  const [count, setCount] = useState(() => localItems(localStorage).length)
  const [isBusy, setBusy] = useState(false)
  if (count === 0) return null
  const bring = async () => {
    setBusy(true)
    const here = stashStore(false)
    try {
      for (const item of localItems(localStorage).reverse()) {
        const { blocks, fromPath, fromTitle } = item
        const kept = await store.add({ blocks, fromPath, fromTitle })
        if (!isExact(kept, blocks)) {
          await store.remove(kept)
          throw new Error(t('These blocks cannot be kept exactly as they are, so they stay in this browser.'))
        }
        await here.remove(item)
      }
    } catch (error) {
      toast.error(wordsOf(error))
    }
    setCount(localItems(localStorage).length)
    setBusy(false)
    await stashChanged()
  }
  return (
    <div className="mx-3 mb-2 flex items-center gap-2 rounded-control bg-hover px-3 py-2 text-sm">
      <p className="me-auto">
        {t('{count, plural, one {# item is} other {# items are}} in this browser only.', { count })}
      </p>
      <Button size="sm" disabled={isBusy} onClick={() => void bring()}>
        {t('Keep them')}
      </Button>
    </div>
  )
}
