import { createStore } from '@/shared/store'
import { useStore } from '@/ui/use-store'

const open = createStore(false)

/** Opens the window "API Settings" (product.md 2.32), or closes it. */
export const showApiSettings: (isOpen: boolean) => void = open.set

/** Is it open? */
export const useApiSettings = (): boolean => useStore(open)
