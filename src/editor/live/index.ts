import './live.css'

export { type LivePage, openLivePage, type PageAccess } from './live-page'
export { forgetLocalPages, unsentPages } from './local-pages'
export { type SaveState as SaveStateValue, saveStateText } from './save-state'
export { SaveState } from './save-state-label'
export type { Store } from './store'
export { type UseLivePage, useLivePage, useStore } from './use-live-page'
export { usePresence } from './use-presence'
