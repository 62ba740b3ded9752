import './live.css'

export { type LivePage, openLivePage } from './live-page'
export { SaveState } from './save-state-label'
export { useLivePage } from './use-live-page'
export { usePresence } from './use-presence'
