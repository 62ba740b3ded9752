import { showPanel } from '@/app/panels'
import type { OpenPage } from '@/editor/open-pages'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import type { StashItem } from '../model'
import { followUndo } from './follow-undo'
import type { MoveEnd } from './move-blocks'
import { type StashStore, stashChanged, stashStore, wordsOf } from './stash-store'
import { STASH_PANEL } from './stash-window'

/** What the stash says takes the place of what it said before. */
const TOAST = 'stash'

/** What the page on the screen is called. */
const titleOf = ({ dom }: OpenPage['view']): string => {
  const article = dom.closest('article')
  return (article?.getAttribute('aria-label') ?? article?.querySelector('h1')?.textContent ?? '').trim()
}

/** What is said when the blocks were not moved. */
const NOT_MOVED: Readonly<Record<Exclude<MoveEnd, 'moved' | 'nothing'>, string>> = {
  get changing() {
    return t('These blocks are being changed by somebody else. Try again in a moment.')
  },
  get closed() {
    return t('The page was left before its blocks were in the stash. They are still on it.')
  },
  get 'not-exact'() {
    return t('The stash cannot keep these blocks exactly as they are, so they stay on the page.')
  },
  get 'in-both'() {
    return t('The blocks are still on their page, and a copy of them is in the stash.')
  },
}

/** Keeps the selected blocks in the stash, and only then takes them off their page. */
export async function moveToStash({ view, host }: OpenPage, isSignedIn: boolean): Promise<void> {
  try {
    const [{ selectedBlocks, extractBlocks }, { moveBlocks }] = await Promise.all([
      import('@/editor/clipboard/extract-blocks'),
      import('./move-blocks'),
    ])
    const end = await moveBlocks(
      {
        path: host().pagePath ?? location.pathname,
        title: () => titleOf(view),
        selected: () => selectedBlocks(view.state),
        extractBlocks: (taken) => extractBlocks(view, taken, t('Moved to stash')),
        isClosed: () => view.isDestroyed,
      },
      stashStore(isSignedIn),
    )
    if (end === 'moved') {
      toast.success(t('Moved to stash'), {
        id: TOAST,
        action: { label: t('Open stash'), onClick: () => showPanel(STASH_PANEL) },
      })
      view.focus()
    } else if (end !== 'nothing') toast.error(NOT_MOVED[end])
  } catch (error) {
    toast.error(wordsOf(error))
  } finally {
    await stashChanged()
  }
}

/** Takes an item out of the stash, and offers to have it there again, in these words. */
export async function removeItem(
  store: StashStore,
  item: StashItem,
  [said, offer]: readonly [said: string, offer: string],
): Promise<void> {
  try {
    await store.remove(item)
    toast.success(said, {
      id: TOAST,
      action: {
        label: offer,
        onClick: () => {
          void store
            .restore(item)
            .catch((error: unknown) => toast.error(wordsOf(error)))
            .then(stashChanged)
        },
      },
    })
  } catch (error) {
    toast.error(wordsOf(error))
  } finally {
    await stashChanged()
  }
}

/**
 * Takes an item out of the stash whose blocks stand on a page now, under these ids. They go back when that is undone there, and out again
 * when it is done anew.
 */
export async function takeOut(
  store: StashStore,
  item: StashItem,
  page: OpenPage,
  ids: readonly string[],
): Promise<void> {
  const removing = removeItem(store, item, [t('Put back'), t('Keep in stash')])
  let last = removing
  const then = (act: () => Promise<void>) => {
    last = last
      .then(act)
      .catch((error: unknown) => void toast.error(wordsOf(error)))
      .then(stashChanged)
  }
  followUndo(page, ids, {
    gone: () => then(() => store.restore(item)),
    back: () => then(() => store.remove(item)),
  })
  await removing
}
