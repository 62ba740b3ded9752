import { Check, CloudOff } from 'lucide-react'
import { t } from '@/shared/i18n'
import type { Store } from '@/shared/store'
import { toast } from '@/ui/toast'
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
  const isQuiet = state.kind === 'saving' || state.kind === 'saved'
  return (
    <span
      role="status"
      aria-label={isQuiet ? `${t('Save state')}: ${saveStateText(state)}` : t('Save state')}
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
          {state.kind === 'offline' && <Unsent count={state.unsent} />}
          {isSentence(state) ? (
            // Where it is cut off and nothing can hover, it is pressed to be read.
            <button type="button" className="max-w-full truncate" onClick={() => toast(saveStateText(state))}>
              {saveStateText(state)}
            </button>
          ) : (
            // What is in the way is said; that each burst of typing is saved would drown all else that is read out.
            <span
              aria-hidden={isQuiet || undefined}
              className={SHORT.includes(state.kind) ? 'max-sm:sr-only' : ''}
            >
              {saveStateText(state)}
            </span>
          )}
        </>
      )}
    </span>
  )
}

const SHORT: readonly State['kind'][] = ['saved', 'offline']

const Unsent = ({ count }: { count: number }) => (
  <span aria-hidden className="flex items-center gap-1 sm:hidden">
    <CloudOff className="size-4" />
    {/* Not one more word of what is said. */}
    {count > 0 && <span data-count={count} className="unsent-count" />}
  </span>
)

function SignInAgain({ unsent, href }: { unsent: number; href: string }) {
  const { before, link, after } = signInWords(unsent)
  return (
    <>
      <span className="max-sm:sr-only">{before}</span>
      <a href={href} className="underline">
        {link}
      </a>
      <span className="max-sm:sr-only">{after}</span>
    </>
  )
}
