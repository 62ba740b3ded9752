import './live.css'

export type { PeersState } from '@/editor/peers/peers-host'
export { type LivePage, openLivePage } from './live-page'
export type { Rescue, RescueKeeper } from './rescue'
export { SaveState } from './save-state-label'
export type { PageAccess } from './situation'
export { useLivePage, useStore } from './use-live-page'
export { presentOthers, usePresence } from './use-presence'
