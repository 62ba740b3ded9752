import { failureWords, queryClient, rpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import type { StashItem, StashPage } from '../model'
import { addLocal, deleteLocal, localItems, restoreLocal, searchItems } from './local-stash'

/** Where a person's stash is: on the server, or for a visitor in this browser. */
export interface StashStore {
  list(q: string, cursor?: string): Promise<StashPage>
  add(item: Omit<StashItem, 'id' | 'createdAt'>): Promise<StashItem>
  remove(item: StashItem): Promise<void>
  restore(item: StashItem): Promise<void>
}

const onServer: StashStore = {
  list: (q, cursor) => rpc.stash.items.query({ q, ...(cursor === undefined ? {} : { cursor }) }),
  add: (item) => rpc.stash.add.mutate(item),
  remove: async ({ id }) => void (await rpc.stash.delete.mutate({ id })),
  restore: async ({ id }) => void (await rpc.stash.restore.mutate({ id })),
}

const inBrowser: StashStore = {
  list: async (q) => ({ items: searchItems(localItems(localStorage), q), nextCursor: null }),
  add: async (item) => addLocal(localStorage, item),
  remove: async ({ id }) => deleteLocal(localStorage, id),
  restore: async (item) => restoreLocal(localStorage, item),
}

export const stashStore = (isSignedIn: boolean): StashStore => (isSignedIn ? onServer : inBrowser)

/** The query of a person's stash; every search of it begins so. */
export const stashKey = (userId: string | null) => ['stash', userId]

/** Something was added or taken out. */
export const stashChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['stash'] })

/** What went wrong, in words for the person. */
export const wordsOf = (error: unknown): string => {
  const isPlain = error instanceof Error && error.constructor === Error
  return isPlain ? error.message : failureWords(error, t('The stash did not answer. Try again.'))
}
