import { expect, test } from 'vitest'
import { type AuthEvent, type AuthState, authStep, digitsOf, startAuth } from './auth-flow'

const walk = (start: AuthState, ...events: AuthEvent[]) => events.reduce(authStep, start)

test('4.14 sign-up goes through the verification and the code to the password', () => {
  const start = startAuth('create-account')
  const sent = authStep(start, { type: 'verification-sent', email: 'ada@example.org' })
  expect(sent).toMatchObject({ view: 'verification-sent', email: 'ada@example.org' })
  expect(authStep(sent, { type: 'email-verified' })).toMatchObject({
    view: 'set-password',
    purpose: 'sign-up',
  })
})

test('4.14 a reset keeps its code until the password is set, and asks again when it is refused', () => {
  const typed = walk(
    startAuth('sign-in'),
    { type: 'forgot-password', email: 'ada@example.org' },
    { type: 'reset-sent', email: 'ada@example.org' },
    { type: 'code-typed', code: '123456' },
  )
  expect(typed).toEqual({ view: 'set-password', purpose: 'reset', email: 'ada@example.org', code: '123456' })
  expect(authStep(typed, { type: 'code-refused' })).toMatchObject({
    view: 'reset-code',
    code: '',
    email: 'ada@example.org',
  })
})

test('2.21 going back to sign-in forgets everything', () => {
  const deep: AuthState = { view: 'set-password', email: 'ada@example.org', purpose: 'reset', code: '123456' }
  expect(authStep(deep, { type: 'back-to-sign-in' })).toEqual(startAuth('sign-in'))
})

test('5.12 a code is the six digits of whatever was typed or pasted', () => {
  expect(digitsOf('123 456', 6)).toBe('123456')
  expect(digitsOf('Your code: 123456.', 6)).toBe('123456')
  expect(digitsOf('12345678', 6)).toBe('123456')
  expect(digitsOf('abc', 6)).toBe('')
})
