import { TRPCClientError } from '@trpc/client'
import { AppError, type AppErrorCode } from '@/shared/errors'
import { t } from '@/shared/i18n'

/** The kinds of failure that the screen in place of the content tells apart. */
export type FailureKind = 'not-found' | 'no-access' | 'offline' | 'server-down' | 'other'

const RATE_LIMITED = () => t('Rate limit exceeded. Please try again later.')
const UNREACHABLE = () => t('The server cannot be reached. Please try again in a moment.')
const OFFLINE = () => t('You are offline. Please try again when you are connected.')

/** The stable code of a failure (rulings 7), the server's or our own; `null` when it is not told in our words. */
export function appCodeOf(error: unknown): AppErrorCode | null {
  if (error instanceof AppError) return error.code
  if (!(error instanceof TRPCClientError)) return null
  const code: unknown = error.data?.appCode
  return typeof code === 'string' ? (code as AppErrorCode) : null
}

/**
 * Is a part of the application missing because it could not be downloaded? Such a part stays missing in this document;
 * only loading the page again asks for it again.
 */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload/i.test(error.message)

/** Did the request not get through at all? */
function isUnreachable(error: unknown): boolean {
  if (error instanceof TRPCClientError) return error.data == null
  if (isMissingPart(error)) return true
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message)
}

/** Sorts a failure into the screens of rulings 2. */
export function failureKind(error: unknown, online: boolean = navigator.onLine): FailureKind {
  if (isUnreachable(error)) return online ? 'server-down' : 'offline'
  switch (appCodeOf(error)) {
    case 'not-found':
      return 'not-found'
    case 'forbidden':
    case 'signed-out':
      return 'no-access'
    case 'unavailable':
      return 'server-down'
    default:
      return 'other'
  }
}

/**
 * A failure in words for the person. `fallback` is the sentence of product.md 8 for what was tried; the server's own
 * words win where it sent any, and whatever speaks of a limit becomes the sentence of product.md 8.3.
 */
export function failureWords(error: unknown, fallback: string, online: boolean = navigator.onLine): string {
  if (isUnreachable(error)) return online ? UNREACHABLE() : OFFLINE()
  const code = appCodeOf(error)
  const message = error instanceof Error ? error.message : ''
  if (code === 'rate-limited' || /limit/i.test(message)) return RATE_LIMITED()
  if (code === null || code === 'internal') return fallback
  return message || fallback
}
