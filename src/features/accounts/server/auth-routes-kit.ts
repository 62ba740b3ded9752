import type { Context as HonoContext } from 'hono'
import type { ZodType } from 'zod'
import type { Arrival, SignInContext } from '@/features/accounts/server/sign-in.service'
import type { HttpEnv } from '@/server/http/http'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'

type Ctx = HonoContext<HttpEnv>

/** What the sign-in routes share. */
export interface AuthRouteParts {
  contextOf(c: Ctx): SignInContext
}

/** Answers who has signed in, or `{ secondFactor: true }` to somebody who has to show one first. */
export function welcome(c: Ctx, { user, isAsked, setCookies }: Arrival): Response {
  for (const cookie of setCookies) c.header('set-cookie', cookie, { append: true })
  return c.json(isAsked ? { secondFactor: true } : { user })
}

/** The body of a request, checked. Throws `bad-input` in words for the person. */
export async function readBody<T>(c: Ctx, schema: ZodType<T>): Promise<T> {
  let body: unknown
  try {
    body = JSON.parse(await c.req.text())
  } catch (error) {
    throw new AppError('bad-input', t('The request is not valid JSON.'), { cause: error })
  }
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const message =
    issue?.code === 'invalid_type'
      ? t('Please give {path}', { path: issue.path.join('.') || 'an object' })
      : issue?.message
  throw new AppError('bad-input', message ?? t('The request is not right.'))
}
