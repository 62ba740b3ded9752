import './live.css'

export { type LivePage, openLivePage, type PageAccess } from './live-page'
export type { Rescue } from './rescue'
export { SaveState } from './save-state-label'
export { useLivePage, useStore } from './use-live-page'
export { usePresence } from './use-presence'
