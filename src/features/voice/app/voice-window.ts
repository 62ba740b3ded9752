import { createStore } from '@/shared/store'
import { useStore } from '@/ui/use-store'

const open = createStore(false)

/** Opens the voice chat, or closes it. */
export const showVoiceChat: (isOpen: boolean) => void = open.set

/** Is it open? */
export const useVoiceChat = (): boolean => useStore(open)
