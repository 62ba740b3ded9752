import type { Caller, Services, SignedInContext } from '@/server/context'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'

/** The context of the caller of a route about files. Throws `signed-out` for a visitor. */
export function signedIn(services: Services, caller: Caller): SignedInContext {
  const { user, sessionId } = caller
  if (!user || sessionId === null) throw new AppError('signed-out', t('Sign in to keep and see files.'))
  return { ...services, caller: { ...caller, user, sessionId } }
}
