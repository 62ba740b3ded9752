import { createStore } from '@/shared/store'
import { useStore } from '@/ui/use-store'

const open = createStore<string | null>(null)

/** Opens the publish panel of a page, or closes it (`null`). */
export const showPublish: (pageId: string | null) => void = open.set

/** Is the publish panel of this page open? */
export function usePublishShown(pageId: string): boolean {
  return useStore(open) === pageId
}
