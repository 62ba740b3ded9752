import { Hono, type Context as HonoContext } from 'hono'
import { avatarAt } from '@/features/accounts/avatar'
import { PICTURE_BYTES } from '@/features/accounts/picture'
import { findPicture, tooManyBytes, uploadPicture } from '@/features/accounts/server/profile-picture.service'
import type { Services } from '@/server/context'
import type { HttpEnv, Routes } from '@/server/http/http'
import { mostBytes } from '@/server/http/read-json'
import { sentBytes, untakenOf } from '@/server/http/sent-bytes'
import { refuseIfFull } from '@/server/http/unsent-answers'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { drawAvatar } from './draw-avatar'

/** What stands under the address of an avatar never changes: the address says all of it. */
const FOREVER = 'public, max-age=31536000, immutable'
/** A picture of one's own never changes either, but it can be taken away: it is forgotten after a day. */
const A_DAY = 'private, max-age=86400, immutable'
/** Opened by itself a picture is a document: nothing in it runs or loads anything. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/**
 * `GET /api/avatars/<kind>/<seed>/<colors>.svg`: a drawn avatar (`docs/decisions/avatars.md`). For everybody: it says nothing of anybody.
 * `GET /api/avatars/own/<id>`: a person's own picture, for everybody who has been shown its address.
 * `POST /api/avatars`: the body becomes the caller's own picture.
 */
export function avatarsRoutes(services: Services): Routes {
  const app = new Hono<HttpEnv>()
  app.get('/api/avatars/:kind/:seed/:file', (c) => {
    const { kind, seed, file } = c.req.param()
    const choice = file.endsWith('.svg') ? avatarAt(kind, seed, file.slice(0, -'.svg'.length)) : null
    if (!choice) return c.notFound()
    return c.body(drawAvatar(choice), 200, {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': FOREVER,
      'content-security-policy': POLICY,
    })
  })
  app.get('/api/avatars/own/:id', async (c) => {
    const picture = await findPicture(services.db, c.req.param('id'))
    if (!picture) return c.notFound()
    // Read for this receiver alone. Nothing is awaited between this and counting.
    const untaken = untakenOf(c)
    refuseIfFull(untaken)
    untaken.hold(picture.bytes.byteLength)
    return c.body(sentBytes(picture.bytes), 200, {
      'content-type': picture.type,
      'cache-control': A_DAY,
      'content-security-policy': POLICY,
    })
  })
  app.post('/api/avatars', mostBytes(PICTURE_BYTES, tooManyBytes), async (c) =>
    c.json(await receive(c, services), 201),
  )
  return app
}

async function receive(c: HonoContext<HttpEnv>, services: Services): Promise<{ profileImageUrl: string }> {
  const { user, sessionId, ...caller } = c.get('caller')
  if (!user || sessionId === null) throw new AppError('signed-out', t('Please sign in to do this.'))
  const bytes = new Uint8Array(await c.req.arrayBuffer())
  return uploadPicture({ ...services, caller: { ...caller, user, sessionId } }, bytes)
}
