import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/**
 * Adds `auth.api.startSession`: a session for somebody who has shown who they are in a way that the library does not
 * know. It can be called by our code only, since the library's own router is never exposed.
 */
export const startSession = () =>
  ({
    id: 'start-session',
    endpoints: {
      startSession: createAuthEndpoint(
        '/start-session',
        { method: 'POST', body: z.object({ userId: z.string() }), metadata: { SERVER_ONLY: true } },
        async (c) => {
          const user = await c.context.internalAdapter.findUserById(c.body.userId)
          if (!user) throw c.error('NOT_FOUND')
          const session = await c.context.internalAdapter.createSession(user.id)
          await setSessionCookie(c, { session, user })
          return c.json({ user: { id: user.id, email: user.email, name: user.name } })
        },
      ),
    },
  }) satisfies BetterAuthPlugin
