import { Hono } from 'hono'
import type { Services } from '@/server/context'
import type { HttpEnv, Routes } from '@/server/http/http'
import { AppError } from '@/shared/errors'
import { OpenLink } from '../inputs'
import { SHARE_WORDS } from '../model'
import { openVisit } from './visits.service'

/** A token in its JSON, with room for spaces. */
const MOST_BYTES = 200

/**
 * `POST /api/visits` with `{ "token": … }`: the browser holds this secret link from now on (a cookie), and the answer names its page.
 * A route and no call, because calls set no cookies.
 */
export function visitsRoutes(services: Services): Routes {
  const app = new Hono<HttpEnv>()
  app.post('/api/visits', async (c) => {
    const stated = Number(c.req.header('content-length') ?? Number.POSITIVE_INFINITY)
    // What is no token is answered like one that opens nothing.
    const asked = stated <= MOST_BYTES ? OpenLink.safeParse(parseJson(await c.req.text())) : null
    if (!asked?.success || !('token' in asked.data)) throw new AppError('not-found', SHARE_WORDS.linkGone)
    const { id, cookie } = await openVisit(services, {
      token: asked.data.token,
      ip: c.get('caller').ip,
      cookies: c.req.header('cookie'),
    })
    c.header('set-cookie', cookie)
    return c.json({ id })
  })
  return app
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
