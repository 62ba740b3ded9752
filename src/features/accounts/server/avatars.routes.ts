import { Hono } from 'hono'
import { avatarAt } from '@/features/accounts/avatar'
import type { HttpEnv, Routes } from '@/server/http/http'
import { drawAvatar } from './draw-avatar'

/** What stands under the address of an avatar never changes: the address says all of it. */
const FOREVER = 'public, max-age=31536000, immutable'

/**
 * `GET /api/avatars/<kind>/<seed>/<colors>.svg`: a drawn avatar (`docs/decisions/avatars.md`). For everybody: it says nothing of anybody.
 */
export function avatarsRoutes(): Routes {
  const app = new Hono<HttpEnv>()
  app.get('/api/avatars/:kind/:seed/:file', (c) => {
    const { kind, seed, file } = c.req.param()
    const choice = file.endsWith('.svg') ? avatarAt(kind, seed, file.slice(0, -'.svg'.length)) : null
    if (!choice) return c.notFound()
    return c.body(drawAvatar(choice), 200, {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': FOREVER,
      // Opened by itself it is a document: nothing in it runs or loads anything.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
  })
  return app
}
