import { Hono, type Context as HonoContext } from 'hono'
import {
  AddPasskey,
  ChangePassword,
  OneCode,
  Proof,
  SecondFactor,
  SignInWithPasskey,
} from '@/features/accounts/inputs'
import { type AuthRouteParts, readBody, welcome } from '@/features/accounts/server/auth-routes-kit'
import { changePassword } from '@/features/accounts/server/change-password.service'
import {
  addPasskey,
  askForPasskey,
  beginPasskey,
  signInWithPasskey,
} from '@/features/accounts/server/passkeys.service'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  type OwnerContext,
  renewRecoveryCodes,
  showSecondFactor,
} from '@/features/accounts/server/second-factor.service'
import type { HttpEnv, Routes } from '@/server/http/http'
import { onceGone } from '@/server/http/once-gone'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'

/** An answer that was sent is with the browser by then, which comes back with the cookie in it. */
const ON_ITS_WAY_MS = 2_000

/** Passwords, second factors and passkeys: signing in with them, and setting them up. */
export function waysInRoutes({ contextOf }: AuthRouteParts): Routes {
  const routes = new Hono<HttpEnv>()
  const ownerOf = (c: HonoContext<HttpEnv>): OwnerContext => {
    const ctx = contextOf(c)
    const { user, sessionId } = ctx.caller
    if (!user || sessionId === null) throw new AppError('signed-out', t('Please sign in to do this.'))
    return { ...ctx, caller: { ...ctx.caller, user, sessionId } }
  }
  /** The session goes on with another cookie. What is open with the one before ends when their browser has been given it. */
  const withNewCookie = (c: HonoContext<HttpEnv>, { setCookies }: { setCookies: string[] }) => {
    const { live, caller } = ownerOf(c)
    for (const cookie of setCookies) c.header('set-cookie', cookie, { append: true })
    onceGone(c.env.outgoing, () => {
      setTimeout(() => live.comeAnew(caller.user.id), ON_ITS_WAY_MS).unref()
    })
    return c.json({ ok: true })
  }
  routes.post('/api/auth/change-password', async (c) => {
    const ctx = ownerOf(c)
    return withNewCookie(c, await changePassword(ctx, await readBody(c, ChangePassword)))
  })
  routes.post('/api/auth/second-factor', async (c) => {
    return welcome(c, await showSecondFactor(contextOf(c), await readBody(c, SecondFactor)))
  })
  routes.post('/api/auth/second-factor/begin', async (c) => {
    const ctx = ownerOf(c)
    return c.json(await beginSecondFactor(ctx, (await readBody(c, Proof)).password))
  })
  routes.post('/api/auth/second-factor/confirm', async (c) => {
    const ctx = ownerOf(c)
    return withNewCookie(c, await confirmSecondFactor(ctx, (await readBody(c, OneCode)).code))
  })
  routes.post('/api/auth/second-factor/end', async (c) => {
    const ctx = ownerOf(c)
    await endSecondFactor(ctx, (await readBody(c, OneCode)).code)
    return c.json({ ok: true })
  })
  routes.post('/api/auth/second-factor/recovery-codes', async (c) => {
    const ctx = ownerOf(c)
    return c.json(await renewRecoveryCodes(ctx, await readBody(c, Proof)))
  })
  routes.post('/api/auth/passkeys/begin', async (c) => {
    const ctx = ownerOf(c)
    return c.json(await beginPasskey(ctx, await readBody(c, Proof)))
  })
  routes.post('/api/auth/passkeys/add', async (c) => {
    const ctx = ownerOf(c)
    return c.json(await addPasskey(ctx, await readBody(c, AddPasskey)), 201)
  })
  routes.post('/api/auth/passkeys/ask', async (c) => c.json(await askForPasskey(contextOf(c))))
  routes.post('/api/auth/passkeys/signin', async (c) => {
    const { response } = await readBody(c, SignInWithPasskey)
    return welcome(c, await signInWithPasskey(contextOf(c), response))
  })
  return routes
}
