import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { isDiskFull } from './disk-full'

const SQLITE_CONSTRAINT = 19
const POSTGRES_CONSTRAINTS = /^23...$/

/** Did either database refuse a row itself (its page is gone, say), while it goes on taking others? */
export function isConstraintError(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, errcode } = current as { code?: unknown; errcode?: unknown }
    // SQLite's extended codes carry the plain one in their lowest byte.
    if (typeof errcode === 'number' && (errcode & 0xff) === SQLITE_CONSTRAINT) return true
    if (typeof code === 'string' && POSTGRES_CONSTRAINTS.test(code)) return true
  }
  return false
}

/** The error to tell a person about, or `null` when it is a mistake of ours that only the log should describe. */
export function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (isDiskFull(error)) {
    return new AppError(
      'unavailable',
      t('The server has no space left on its disk, so this was not saved.'),
      {
        cause: error,
      },
    )
  }
  if (isUnstorable(error))
    return new AppError('bad-input', t('There is a character in this that cannot be kept.'), { cause: error })
  return null
}

/** What PostgreSQL answers to a text with a NUL in it; only a crafted call has one. */
const NO_TEXT = '22021'

function isUnstorable(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if ((current as { code?: unknown }).code === NO_TEXT) return true
  return false
}

/** What a person reads when the mistake is ours. */
export const INTERNAL_MESSAGE = () => t('Something went wrong on the server. Please try again.')
