import { useReducer } from 'react'
import { type AuthEvent, type AuthState, authStep, startAuth } from './auth-flow'
import { Problem } from './auth-form'
import { CreateAccountView, SignInView } from './entry-views'
import { ResetCodeView, ResetRequestView, SetPasswordView, VerificationSentView } from './recovery-views'
import { SecondFactorView } from './second-factor-view'

export interface AuthViewsProps {
  start: 'sign-in' | 'create-account' | 'second-factor'
  /** A path on our own origin; where providers send people back to. */
  callbackUrl: string
  /** Why a provider sent somebody back here, in words. */
  problem?: string | null
  /** Somebody is signed in now, with a password. */
  onDone(): Promise<void>
}

/** What every view is given. */
export interface AuthViewProps {
  state: AuthState
  dispatch(event: AuthEvent): void
  callbackUrl: string
  onDone(): Promise<void>
}

const VIEWS = {
  'sign-in': SignInView,
  'create-account': CreateAccountView,
  'verification-sent': VerificationSentView,
  'reset-request': ResetRequestView,
  'reset-code': ResetCodeView,
  'set-password': SetPasswordView,
  'second-factor': SecondFactorView,
} as const

/** The way in, from the first view to being signed in (product.md 2.15–2.21). */
export function AuthViews({ start, callbackUrl, problem, onDone }: AuthViewsProps) {
  const [state, dispatch] = useReducer(authStep, start, startAuth)
  const View = VIEWS[state.view]
  return (
    <div className="flex flex-col gap-4">
      {state.view === start && <Problem>{problem}</Problem>}
      <View key={state.view} state={state} dispatch={dispatch} callbackUrl={callbackUrl} onDone={onDone} />
    </div>
  )
}
