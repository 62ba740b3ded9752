import { Check } from 'lucide-react'
import { t } from '@/shared/i18n'
import type { Store } from '@/shared/store'
import { type SaveState as State, saveStateText, signInWords } from './save-state'
import { useStore } from './use-live-page'

const FALLBACK: State = { kind: 'saving' }

const TONES: Partial<Record<State['kind'], string>> = {
  'not-saved': 'text-danger',
  'signed-out': 'text-danger',
  offline: 'text-warning',
}

/** A sentence may be cut off where there is no room, and is read out whole; a word or two never is. */
const isSentence = ({ kind }: State): boolean => kind === 'not-saved' || kind === 'signed-out'

interface SaveStateProps {
  saveState: Store<State>
  /** Where somebody whose session is over signs in again. */
  signInHref: string
  className?: string
}

/** The quiet word that tells how safe what was typed is; a sentence when something is in the way (rulings 0 and 8). */
export function SaveState({ saveState, signInHref, className }: SaveStateProps) {
  const state = useStore(saveState, FALLBACK)
  return (
    <span
      role="status"
      aria-label={t('Save state')}
      data-state={state.kind}
      title={isSentence(state) ? saveStateText(state) : undefined}
      className={`text-xs ${isSentence(state) ? 'min-w-0 shrink! truncate' : 'whitespace-nowrap'} ${TONES[state.kind] ?? 'text-text-faint'} ${className ?? ''}`}
    >
      {state.kind === 'signed-out' ? (
        <SignInAgain unsent={state.unsent} href={signInHref} />
      ) : (
        <>
          {/* On a phone the room is the title's. */}
          {state.kind === 'saved' && <Check aria-hidden className="size-4 sm:hidden" />}
          <span className={state.kind === 'saved' ? 'max-sm:sr-only' : ''}>{saveStateText(state)}</span>
        </>
      )}
    </span>
  )
}

function SignInAgain({ unsent, href }: { unsent: number; href: string }) {
  const { before, link, after } = signInWords(unsent)
  return (
    <>
      {before}
      <a href={href} className="underline">
        {link}
      </a>
      {after}
    </>
  )
}
