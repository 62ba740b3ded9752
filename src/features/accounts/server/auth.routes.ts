import { Hono, type Context as HonoContext } from 'hono'
import { Proof, ResetPassword, SendCode, SetPassword, SignIn, VerifyEmail } from '@/features/accounts/inputs'
import { isOAuthProvider, type OAuthProvider, safeCallback } from '@/features/accounts/model'
import type { Auth } from '@/features/accounts/server/auth'
import { readBody, welcome } from '@/features/accounts/server/auth-routes-kit'
import { knownBrowsers } from '@/features/accounts/server/known-browser'
import {
  beginLinking,
  beginOAuth,
  endOAuth,
  type OAuthContext,
  type Onward,
} from '@/features/accounts/server/oauth.service'
import { oauthClients } from '@/features/accounts/server/oauth-providers'
import {
  resetPassword,
  type SignInContext,
  sendPasswordReset,
  sendVerification,
  setPassword,
  signIn,
  signOut,
  verifyEmail,
} from '@/features/accounts/server/sign-in.service'
import { waysInRoutes } from '@/features/accounts/server/ways-in.routes'
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
  routes.route('/', waysInRoutes({ contextOf }))
  const clients = oauthClients(services.config)
  const oauthOf = (c: Ctx): OAuthContext => ({ ...contextOf(c), clients })
  routes.get('/api/auth/:provider/login', async (c) => {
    const callbackUrl = safeCallback(c.req.query('callbackUrl'))
    const onward = await beginOAuth(oauthOf(c), providerOf(c), { callbackUrl, linkSession: null })
    return c.redirect(withCookies(c, onward))
  })
  routes.get('/api/auth/:provider/callback', async (c) => {
    return c.redirect(withCookies(c, await endOAuth(oauthOf(c), providerOf(c), new URL(c.req.url).search)))
  })
  // A POST, and so from our own pages only: a stranger's page could link an account of the stranger's.
  routes.post('/api/auth/:provider/link', async (c) => {
    const provider = providerOf(c)
    const ctx = oauthOf(c)
    const { user, sessionId } = ctx.caller
    if (!user || !sessionId) throw new AppError('signed-out', t('Please sign in to do this.'))
    const owner = { ...ctx, caller: { ...ctx.caller, user, sessionId } }
    const onward = await beginLinking(owner, provider, await readBody(c, Proof))
    return c.json({ to: withCookies(c, onward) })
  })
  return routes
}

function providerOf(c: Ctx): OAuthProvider {
  const provider = c.req.param('provider') ?? ''
  if (!isOAuthProvider(provider)) throw new AppError('not-found', t('There is nothing at this address.'))
  return provider
}

/** Sets the cookies of an answer that leads on; returns where to. */
function withCookies(c: Ctx, { to, setCookies }: Onward): string {
  for (const cookie of setCookies) c.header('set-cookie', cookie, { append: true })
  return to
}
