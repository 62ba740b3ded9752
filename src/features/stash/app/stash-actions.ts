import { Archive } from 'lucide-react'
import { type Action, registerActions } from '@/app/actions'
import { type OfferedAction, offerBlockActions } from '@/editor/offered-actions'
import { type OpenPage, openPage } from '@/editor/open-pages'
import { toast } from '@/ui/toast'
import type { StashItem } from '../model'
import { type StashStore, stashChanged, wordsOf } from './stash-store'
import { isStashShown, showStash } from './stash-window'

/** Somebody may write in the blocks while they are being kept: they are then kept again as they are. */
const ATTEMPTS = 3
/** What the stash says takes the place of what it said before. */
const TOAST = 'stash'

/** What the page on the screen is called. */
const titleOf = ({ dom }: OpenPage['view']): string => {
  const article = dom.closest('article')
  return (article?.getAttribute('aria-label') ?? article?.querySelector('h1')?.textContent ?? '').trim()
}

/** Keeps the selected blocks in the stash, and only then takes them off their page. */
async function moveToStash({ view, host }: OpenPage, store: StashStore): Promise<void> {
  const { selectedBlocks, takeOff } = await import('./page-blocks')
  const fromPath = host().pagePath ?? location.pathname
  try {
    let taken = selectedBlocks(view.state)
    for (let attempt = 0; taken && attempt < ATTEMPTS; attempt++) {
      const item = await store.add({ blocks: taken.blocks, fromPath, fromTitle: titleOf(view) })
      if (view.isDestroyed) return
      if (takeOff(view, taken)) {
        toast.success('Moved to stash', {
          id: TOAST,
          action: { label: 'Open stash', onClick: () => showStash(true) },
        })
        view.focus()
        return
      }
      await store.remove(item)
      taken = selectedBlocks(view.state)
    }
    toast.error('These blocks are being changed by somebody else. Try again in a moment.')
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

const isEditable = () => openPage()?.view.editable === true

/** Offers the stash in the block menu and in the palette, until the returned function is called. */
export function offerStash(store: StashStore): () => void {
  const move: OfferedAction = {
    id: 'stash.move',
    label: 'Move to stash',
    icon: Archive,
    keywords: ['stash', 'aside', 'later', 'drawer', 'shelf'],
    run: (page) => void moveToStash(page, store),
  }
  const actions: Action[] = [
    {
      id: 'stash.move',
      label: 'Move blocks to stash',
      icon: Archive,
      section: 'Editor',
      keywords: ['aside', 'later', 'drawer'],
      enabled: isEditable,
      run: () => {
        const page = openPage()
        if (page) void moveToStash(page, store)
      },
    },
    {
      id: 'stash.show',
      label: 'Show or hide the stash',
      icon: Archive,
      section: 'View',
      keywords: ['aside', 'drawer', 'put back'],
      run: () => showStash(!isStashShown()),
    },
  ]
  const withdrawn = [offerBlockActions([move]), registerActions(actions)]
  return () => {
    for (const withdraw of withdrawn) withdraw()
  }
}
