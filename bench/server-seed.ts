import { createHmac } from 'node:crypto'
import * as Y from 'yjs'
import { applyBlocks, createPageDoc, setTitle } from '@/document'
import { projectionOf } from '@/server/collab/projection'
import { openDb } from '@/server/db/db'
import { newId } from '@/shared/ids'
import { mixedBlocks } from './content'

/**
 * Fills a data folder: one person who is signed in, and pages of mixed blocks as a server leaves them. Fifty stand at
 * the top, the others inside the first. Prints what the measurement needs.
 */
const { DATA_DIR = '', AUTH_SECRET = '', PAGES = '1000', BLOCKS = '100' } = process.env
const TOP = 50
const { db } = await openDb({ dataDir: DATA_DIR, databaseUrl: null })
const now = new Date().toISOString()
const userId = newId()
const token = newId()
const podId = newId()

await db
  .insertInto('user')
  .values({
    id: userId,
    name: 'Bench',
    email: 'bench@example.org',
    emailVerified: 1,
    image: null,
    username: null,
    createdAt: now,
    updatedAt: now,
  })
  .execute()
await db
  .insertInto('session')
  .values({
    id: newId(),
    userId,
    token,
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    ipAddress: null,
    userAgent: null,
    passwordGrantUntil: null,
    createdAt: now,
    updatedAt: now,
  })
  .execute()
await db
  .insertInto('pod')
  .values({ id: podId, name: 'Pod', is_personal: 1, created_by: userId, created_at: now })
  .execute()
await db
  .insertInto('pod_member')
  .values({ pod_id: podId, user_id: userId, role: 'owner', created_at: now })
  .execute()

const doc = createPageDoc()
setTitle(doc, 'A working page')
applyBlocks(doc, mixedBlocks(Number(BLOCKS)))
const state = Y.encodeStateAsUpdate(doc)
const projection = projectionOf(doc)
const pages = Array.from({ length: Number(PAGES) }, () => newId())
await db.transaction().execute(async (trx) => {
  for (const [i, id] of pages.entries()) {
    await trx
      .insertInto('document')
      .values({
        id,
        pod_id: podId,
        parent_id: i < TOP ? null : (pages[0] ?? null),
        position: `a${String(i).padStart(6, '0')}`,
        ...projection,
        icon: null,
        archived_at: null,
        archived_root: null,
        cover_image: null,
        background_gradient: null,
        ai_summary: null,
        status: 'none',
        is_published: 0,
        cover_fit: 'cover',
        text_style: 'default',
        lock_page: 0,
        small_text: 0,
        full_width: 0,
        toc: 1,
        tags: '[]',
        created_by: userId,
        created_at: now,
        updated_by: userId,
        updated_at: now,
      })
      .execute()
    await trx
      .insertInto('document_snapshot')
      .values({ document_id: id, up_to: 0, state, created_at: now })
      .execute()
  }
})
await db.destroy()
const signature = createHmac('sha256', AUTH_SECRET).update(token).digest('base64')
const cookie = `sheaf.session_token=${encodeURIComponent(`${token}.${signature}`)}`
process.stdout.write(`${JSON.stringify({ url: '', cookie, token, userId, pages })}\n`)
