import { createStore } from '@/shared/store'
import { useStore } from '@/ui/use-store'

/** The window of this feature that is open: at most one. */
export type InterchangeWindow =
  | { kind: 'import'; parentDocumentId: string | null }
  | { kind: 'export'; page: { id: string; title: string } }

const open = createStore<InterchangeWindow | null>(null)

/** Opens a window of this feature, or closes it (`null`). */
export const showInterchange: (next: InterchangeWindow | null) => void = open.set

/** Which window is open. */
export const useInterchangeWindow = (): InterchangeWindow | null => useStore(open)
