import { type SaveState as State, saveStateText } from './save-state'
import type { Store } from './store'
import { useStore } from './use-live-page'

const FALLBACK: State = { kind: 'saving' }

/** The quiet word that tells how safe what was typed is; a sentence when something is in the way (rulings 0 and 8). */
export function SaveState({ saveState, className }: { saveState: Store<State>; className?: string }) {
  const state = useStore(saveState, FALLBACK)
  const tone =
    state.kind === 'not-saved' ? 'text-danger' : state.kind === 'offline' ? 'text-warning' : 'text-text-faint'
  return (
    <span
      role="status"
      aria-label="Save state"
      data-state={state.kind}
      className={`text-xs ${tone} ${className ?? ''}`}
    >
      {saveStateText(state)}
    </span>
  )
}
