import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/** Begins a session for somebody; the path tells the ways apart. */
const beginSession = (path: string) =>
  createAuthEndpoint(
    path,
    { method: 'POST', body: z.object({ userId: z.string() }), metadata: { SERVER_ONLY: true } },
    async (c) => {
      const user = await c.context.internalAdapter.findUserById(c.body.userId)
      if (!user) throw c.error('NOT_FOUND')
      const session = await c.context.internalAdapter.createSession(user.id)
      await setSessionCookie(c, { session, user })
      return c.json({ user: { id: user.id, email: user.email, name: user.name }, token: session.token })
    },
  )

/** Where somebody gets in who has shown one thing of two, such as an account elsewhere. */
export const START_SESSION = '/start-session'

/**
 * Adds `auth.api.startSession`: a session for somebody who has shown who they are in a way that the library does not know; it is
 * asked for a second factor. `startProvenSession` is for who has shown enough. Both can be called by our code only, since the
 * library's own router is never exposed.
 */
export const startSession = () =>
  ({
    id: 'start-session',
    endpoints: {
      startSession: beginSession(START_SESSION),
      startProvenSession: beginSession('/start-proven-session'),
    },
  }) satisfies BetterAuthPlugin
