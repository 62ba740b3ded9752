import { plainDigits } from '../model'

/** The views of the login screen (product.md 2.15–2.20), and the question for a second factor. */
export type AuthView =
  | 'sign-in'
  | 'create-account'
  | 'verification-sent'
  | 'reset-request'
  | 'reset-code'
  | 'set-password'
  | 'second-factor'

/** Where somebody is on the way in. `code` is kept after a reset code was typed: the server takes it with the password. */
export interface AuthState {
  view: AuthView
  email: string
  /** What set-password ends: a new account, or a reset. */
  purpose: 'sign-up' | 'reset'
  code: string
}

export type AuthEvent =
  | { type: 'back-to-sign-in' }
  | { type: 'sign-up' }
  | { type: 'forgot-password'; email: string }
  | { type: 'verification-sent'; email: string }
  | { type: 'reset-sent'; email: string }
  | { type: 'email-verified' }
  | { type: 'code-typed'; code: string }
  | { type: 'code-refused' }
  | { type: 'second-factor-asked' }

export const startAuth = (view: 'sign-in' | 'create-account' | 'second-factor'): AuthState => ({
  view,
  email: '',
  purpose: 'sign-up',
  code: '',
})

/** The next view (product.md 4.14). Going back to sign-in forgets everything (2.21). */
export function authStep(state: AuthState, event: AuthEvent): AuthState {
  switch (event.type) {
    case 'back-to-sign-in':
      return startAuth('sign-in')
    case 'sign-up':
      return startAuth('create-account')
    case 'forgot-password':
      return { view: 'reset-request', email: event.email, purpose: 'reset', code: '' }
    case 'verification-sent':
      return { view: 'verification-sent', email: event.email, purpose: 'sign-up', code: '' }
    case 'reset-sent':
      return { view: 'reset-code', email: event.email, purpose: 'reset', code: '' }
    case 'email-verified':
      return { ...state, view: 'set-password' }
    case 'code-typed':
      return { ...state, view: 'set-password', code: event.code }
    case 'code-refused':
      return { ...state, view: state.purpose === 'reset' ? 'reset-code' : 'verification-sent', code: '' }
    case 'second-factor-asked':
      return startAuth('second-factor')
  }
}

/** Keeps the digits of what was typed or pasted ("123 456", "Your code: 123456") up to the length of a code. */
export const digitsOf = (text: string, length: number): string =>
  plainDigits(text).replace(/\D/g, '').slice(0, length)
