import { createStore } from '@/shared/store'

/** Are the next words offered while somebody writes? The code of the copilot says so once it is there. */
export const copilotOn = createStore(false)
