import { Hono, type Context as HonoContext } from 'hono'
import type { ZodType } from 'zod'
import { ResetPassword, SendCode, SetPassword, SignIn, VerifyEmail } from '@/features/accounts/inputs'
import { isOAuthProvider, type OAuthProvider, safeCallback } from '@/features/accounts/model'
import type { Auth } from '@/features/accounts/server/auth'
import { knownBrowsers } from '@/features/accounts/server/known-browser'
import {
  resetPassword,
  type SignedIn,
  type SignInContext,
  sendPasswordReset,
  sendVerification,
  setPassword,
  signIn,
  signOut,
  verifyEmail,
} from '@/features/accounts/server/sign-in.service'
import type { Services } from '@/server/context'
import type { HttpEnv, Routes } from '@/server/http/http'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'

type Ctx = HonoContext<HttpEnv>

/** The sign-in routes of product.md 7.42; there are no others. */
export function authRoutes(services: Services, auth: Auth): Routes {
  const browsers = knownBrowsers(auth.options.secret, services.config.publicUrl.startsWith('https:'))
  const contextOf = (c: Ctx): SignInContext => ({
    ...services,
    auth,
    caller: c.get('caller'),
    userAgent: c.req.header('user-agent') ?? null,
    cookies: c.req.header('cookie') ?? null,
    browsers,
  })
  const routes = new Hono<HttpEnv>()
  routes.post('/api/auth/signin', async (c) => {
    const { email, password } = await readBody(c, SignIn)
    return welcome(c, await signIn(contextOf(c), email, password))
  })
  routes.post('/api/auth/send-verification', async (c) => {
    const { email } = await readBody(c, SendCode)
    await sendVerification(contextOf(c), email)
    return c.json({ ok: true })
  })
  routes.post('/api/auth/verify-email', async (c) => {
    const { email, code } = await readBody(c, VerifyEmail)
    return welcome(c, await verifyEmail(contextOf(c), email, code))
  })
  routes.post('/api/auth/set-password', async (c) => {
    const { email, password } = await readBody(c, SetPassword)
    return welcome(c, await setPassword(contextOf(c), email, password))
  })
  routes.post('/api/auth/send-password-reset', async (c) => {
    const { email } = await readBody(c, SendCode)
    await sendPasswordReset(contextOf(c), email)
    return c.json({ ok: true })
  })
  routes.post('/api/auth/verify-password-reset', async (c) => {
    return welcome(c, await resetPassword(contextOf(c), await readBody(c, ResetPassword)))
  })
  routes.post('/api/auth/signout', async (c) => {
    for (const cookie of await signOut(contextOf(c), c.req.raw.headers)) {
      c.header('set-cookie', cookie, { append: true })
    }
    return c.json({ ok: true })
  })
  routes.get('/api/auth/:provider/login', (c) => explainProvider(c, services))
  routes.get('/api/auth/:provider/callback', (c) => explainProvider(c, services))
  return routes
}

function welcome(c: Ctx, { user, setCookies }: SignedIn): Response {
  for (const cookie of setCookies) c.header('set-cookie', cookie, { append: true })
  return c.json({ user })
}

async function readBody<T>(c: Ctx, schema: ZodType<T>): Promise<T> {
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

/** Back to the sign-in screen with the reason why this provider cannot be used here. */
function explainProvider(c: Ctx, { config }: Services): Response {
  const provider = c.req.param('provider') ?? ''
  if (!isOAuthProvider(provider)) throw new AppError('not-found', t('There is nothing at this address.'))
  const query = new URLSearchParams({ error: providerError(provider, config[provider] !== null) })
  const callbackUrl = safeCallback(c.req.query('callbackUrl'))
  if (callbackUrl !== '/') query.set('callbackUrl', callbackUrl)
  return c.redirect(`/login?${query}`)
}

const providerError = (provider: OAuthProvider, isConfigured: boolean): string =>
  `${provider}-${isConfigured ? 'unavailable' : 'not-configured'}`
