import { onEachDatabase, refusal, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { TRPCClientError } from '@trpc/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessOf } from '@/server/access/page-access'
import { LIMITS } from '@/shared/limits'
import { NOT_THERE } from '@/shared/not-there'
import { purgeTrash } from './trash.service'

type Rpc = ReturnType<TestServer['rpc']>

onEachDatabase('pages', (database) => {
  let server: TestServer
  let owner: TestPerson
  let other: TestPerson
  let rpc: Rpc
  let theirs: Rpc

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    owner = await server.signUp()
    other = await server.signUp()
    rpc = server.rpc(owner.cookie)
    theirs = server.rpc(other.cookie)
  })
  afterAll(() => server.close())

  const make = async (title: string, parentDocumentId: string | null = null) =>
    (await rpc.document.create.mutate({ title, parentDocumentId })).id
  /** The titles of a parent's pages, in order. */
  const titles = async (parentDocumentId: string | null, as: Rpc = rpc) =>
    (await as.document.documents.query({ parentDocumentId })).documents.map((page) => page.title)
  /** A page with pages inside, so that tests do not see each other's. */
  const folder = async (...inside: string[]) => {
    const id = await make('folder')
    const ids: string[] = []
    for (const title of inside) ids.push(await make(title, id))
    return { id, ids }
  }

  describe('reading', () => {
    it('7.2, 2.22 document.documents lists the pages of a parent in order, and nothing where nothing is inside', async () => {
      const { id, ids } = await folder('one', 'two', 'three')
      expect(await titles(id)).toEqual(['one', 'two', 'three'])
      expect(await titles(ids[0] as string)).toEqual([])
      const { documents } = await rpc.document.documents.query({ parentDocumentId: null })
      const parent = documents.find((page) => page.id === id)
      expect(parent).toMatchObject({
        title: 'folder',
        parentDocumentId: null,
        hasChildren: true,
        isShared: false,
        isFavorite: false,
        isTemplate: false,
      })
      expect((await rpc.document.documents.query({ parentDocumentId: id })).documents[0]?.hasChildren).toBe(
        false,
      )
    })

    it('7.3 document.document answers the page with its content, its path and what the caller may do', async () => {
      const top = await make('Top')
      const middle = await make('Middle', top)
      const blocks = [
        { id: 'b1', kind: 'heading', attributes: { level: 2 }, text: [{ text: 'Hello' }] },
        {
          id: 'b2',
          kind: 'paragraph',
          text: [{ text: 'two ' }, { text: 'words', marks: [{ kind: 'bold' }] }],
        },
      ]
      const made = await rpc.document.create.mutate({
        parentDocumentId: middle,
        title: 'Leaf',
        contentRich: blocks,
        icon: '🌿',
      })
      const page = await rpc.document.document.query({ id: made.id })
      expect(page).toMatchObject({
        title: 'Leaf',
        icon: '🌿',
        isArchived: false,
        isPublished: false,
        privacy: 'private',
        fullWidth: false,
        coverImage: null,
        aiSummary: null,
        tags: [],
        status: 'none',
        contentRich: blocks,
        createdBy: owner.user.name,
        updatedBy: owner.user.name,
        path: [
          { id: top, title: 'Top' },
          { id: middle, title: 'Middle' },
        ],
        level: 'manage',
      })
      const without = { id: made.id, content: false }
      expect((await rpc.document.document.query(without)).contentRich).toBeNull()
      expect((await rpc.document.update.mutate({ ...without, icon: '🍃' })).contentRich).toBeNull()
      expect((await rpc.document.archive.mutate(without)).contentRich).toBeNull()
      expect((await rpc.document.update.mutate({ ...without, isFavorite: true })).isFavorite).toBe(true)
      expect((await rpc.document.restore.mutate(without)).contentRich).toBeNull()
      expect((await rpc.document.move.mutate({ ...without, parentDocumentId: null })).contentRich).toBeNull()
    })

    it('3.2 a page without a title is called Untitled', async () => {
      const { id } = await rpc.document.create.mutate({})
      expect((await rpc.document.document.query({ id })).title).toBe('Untitled')
    })

    it('7.4 document.publicDocument knows no page that is not published', async () => {
      const id = await make('private')
      const anonymous = server.rpc()
      expect(await refusal(anonymous.document.publicDocument.query({ id }))).toEqual({
        code: 'not-found',
        words: NOT_THERE(),
      })
    })

    it('7.5 document.allDocuments lists every page outside the trash', async () => {
      const { id, ids } = await folder('listed', 'gone')
      await rpc.document.archive.mutate({ id: ids[1] as string })
      const { documents } = await rpc.document.allDocuments.query({})
      expect(documents.find((page) => page.id === ids[0])).toEqual({
        id: ids[0],
        icon: null,
        title: 'listed',
        updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      })
      expect(documents.map((page) => page.id)).toContain(id)
      expect(documents.map((page) => page.id)).not.toContain(ids[1])
    })

    it('document.tree gives the whole shape in one call', async () => {
      const { id, ids } = await folder('inside')
      const { documents } = await rpc.document.tree.query({})
      const page = documents.find((one) => one.id === ids[0])
      expect(page).toMatchObject({ parentDocumentId: id, title: 'inside', hasChildren: false })
      expect(page?.position).not.toBe('')
      expect(documents.find((one) => one.id === id)?.hasChildren).toBe(true)
    })
  })

  describe('changing', () => {
    it('S6 document.create is refused in words to who has made too many pages in a minute, and to nobody else', async () => {
      const eager = await server.signUp()
      const as = server.rpc(eager.cookie)
      await as.document.create.mutate({})
      const counted = server.services.db.updateTable('rate_limit').set({ count: 600 })
      const { numUpdatedRows } = await counted
        .where('key', 'like', 'create-page:%')
        .where('count', '=', 1)
        .executeTakeFirstOrThrow()
      expect(Number(numUpdatedRows)).toBe(1)
      const answer = await refusal(as.document.create.mutate({}))
      expect(answer.code).toBe('rate-limited')
      expect(answer.words).toMatch(/Please try again in/)
      await make('By somebody else')
    })

    it('7.6 document.create puts a page last among its siblings and answers it', async () => {
      const { id } = await folder('first')
      const page = await rpc.document.create.mutate({ parentDocumentId: id })
      expect(page).toMatchObject({ parentDocumentId: id, contentRich: [], wordCount: 0 })
      expect(await titles(id)).toEqual(['first', 'Untitled'])
    })

    it('7.7 document.move puts a page into another, before or after a sibling, or last', async () => {
      const { id, ids } = await folder('a', 'b', 'c')
      const [a, b, c] = ids as [string, string, string]
      await rpc.document.move.mutate({ id: c, parentDocumentId: id, beforeId: a })
      expect(await titles(id)).toEqual(['c', 'a', 'b'])
      await rpc.document.move.mutate({ id: c, parentDocumentId: id, afterId: a })
      expect(await titles(id)).toEqual(['a', 'c', 'b'])
      await rpc.document.move.mutate({ id: a, parentDocumentId: id })
      expect(await titles(id)).toEqual(['c', 'b', 'a'])
      const moved = await rpc.document.move.mutate({ id: a, parentDocumentId: b })
      expect(moved.path.map((page) => page.id)).toEqual([id, b])
      expect(await titles(b)).toEqual(['a'])
      const top = await rpc.document.move.mutate({ id: a, parentDocumentId: null })
      expect(top.parentDocumentId).toBeNull()
    })

    it('5.5 a page does not move onto itself, beside itself or into its own descendant', async () => {
      const { id, ids } = await folder('child')
      const grandchild = await make('grandchild', ids[0])
      for (const to of [
        { parentDocumentId: id },
        { parentDocumentId: grandchild },
        { parentDocumentId: null, beforeId: id },
        { parentDocumentId: null, afterId: id },
      ])
        expect(await refusal(rpc.document.move.mutate({ id, ...to }))).toMatchObject({ code: 'bad-input' })
      expect(await titles(id)).toEqual(['child'])
    })

    it('a page moves beside a page only where that one is', async () => {
      const one = await folder('a')
      const two = await folder('b')
      const call = rpc.document.move.mutate({
        id: two.ids[0] as string,
        parentDocumentId: two.id,
        beforeId: one.ids[0],
      })
      expect(await refusal(call)).toMatchObject({ code: 'conflict' })
    })

    it('4.1 any status may be set directly, and no other value', async () => {
      const id = await make('status')
      for (const status of ['overdue', 'completed', 'blocked', 'in-progress', 'not-started', 'none'] as const)
        expect((await rpc.document.update.mutate({ id, status })).status).toBe(status)
      const call = rpc.document.update.mutate({ id, status: 'archived' as 'none' })
      expect(await refusal(call)).toMatchObject({ code: 'bad-input' })
    })

    it('7.8 document.update changes what is given and leaves the rest', async () => {
      const id = await make('Before')
      const fields = {
        icon: '🎈',
        coverImage: 'misty',
        coverFit: 'contain' as const,
        backgroundGradient: 'aurora',
        textStyle: 'serif' as const,
        smallText: true,
        fullWidth: true,
        toc: false,
      }
      const changed = await rpc.document.update.mutate({ id, title: 'After', ...fields })
      expect(changed).toMatchObject({ title: 'After', ...fields, lockPage: false })
      const again = await rpc.document.update.mutate({ id, icon: null })
      expect(again).toMatchObject({ title: 'After', ...fields, icon: null })
      expect((await rpc.document.documents.query({})).documents.find((page) => page.id === id)?.title).toBe(
        'After',
      )
    })

    it('7.8 contentRich replaces the blocks, keeps unknown kinds and writes nothing when equal', async () => {
      const id = await make('content')
      const blocks = [
        { id: 'x1', kind: 'paragraph', text: [{ text: 'kept' }] },
        { id: 'x2', kind: 'hologram', attributes: { depth: 3 }, text: [{ text: 'later' }] },
      ]
      expect((await rpc.document.update.mutate({ id, contentRich: blocks })).contentRich).toEqual(blocks)
      /** The number of the page's last edit, whether it is still in the log or already folded into a snapshot. */
      const lastEdit = async () => {
        const { db } = server.services
        const updates = await db
          .selectFrom('document_update')
          .select('id')
          .where('document_id', '=', id)
          .execute()
        const folded = await db
          .selectFrom('document_snapshot')
          .select('up_to as id')
          .where('document_id', '=', id)
          .execute()
        return Math.max(...[...updates, ...folded].map((row) => Number(row.id)))
      }
      const before = await lastEdit()
      expect((await rpc.document.update.mutate({ id, contentRich: blocks })).contentRich).toEqual(blocks)
      expect(await lastEdit()).toBe(before)
      expect((await rpc.document.update.mutate({ id, contentRich: [] })).contentRich).toEqual([])
    })

    it('4.2 favourite toggles, is the caller’s own, and is listed', async () => {
      const id = await make('liked')
      expect((await rpc.document.update.mutate({ id, isFavorite: true })).isFavorite).toBe(true)
      await rpc.document.update.mutate({ id, isFavorite: true })
      const liked = async () => (await rpc.document.favorites.query({})).documents.map((page) => page.id)
      expect((await liked()).filter((one) => one === id)).toEqual([id])
      expect((await theirs.document.favorites.query({})).documents).toEqual([])
      expect((await rpc.document.update.mutate({ id, isFavorite: false })).isFavorite).toBe(false)
      expect(await liked()).not.toContain(id)
    })

    it('a locked page is read-only for everybody until it is unlocked', async () => {
      const id = await make('locked')
      expect(await rpc.document.update.mutate({ id, lockPage: true })).toMatchObject({
        lockPage: true,
      })
      expect(await refusal(rpc.document.update.mutate({ id, title: 'x' }))).toMatchObject({ code: 'locked' })
      expect(await refusal(rpc.document.create.mutate({ parentDocumentId: id }))).toMatchObject({
        code: 'locked',
      })
      expect(await accessOf(server.services.db, owner.user.id, id)).toMatchObject({ locked: true })
      await rpc.document.update.mutate({ id, isFavorite: true })
      expect(await rpc.document.update.mutate({ id, lockPage: false, title: 'free' })).toMatchObject({
        lockPage: false,
        title: 'free',
      })
    })

    it('blocks of another page are put behind those of a page, with their ids where it has none of them', async () => {
      const block = (id: string, text: string) => ({ id, kind: 'paragraph', text: [{ text }] })
      const { id } = await rpc.document.create.mutate({ title: 'target', contentRich: [block('a', 'one')] })
      const append = (as: Rpc, blocks: unknown) => as.document.appendBlocks.mutate({ id, blocks })
      expect(await append(rpc, [block('b', 'two')])).toEqual([block('b', 'two')])
      const quote = { id: 'q', kind: 'blockquote', children: [block('a', 'three')] }
      const [again] = await append(rpc, [quote])
      expect(again).toMatchObject({ kind: 'blockquote', children: [{ text: [{ text: 'three' }] }] })
      expect(['a', 'b']).not.toContain(again?.children?.[0]?.id)
      const { contentRich } = await rpc.document.document.query({ id, content: true })
      expect(contentRich?.map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph', 'blockquote'])
      expect(await refusal(append(rpc, []))).toMatchObject({ code: 'bad-input' })
      expect(await refusal(append(theirs, [block('c', 'x')]))).toMatchObject({ code: 'not-found' })
      await rpc.document.update.mutate({ id, lockPage: true })
      expect(await refusal(append(rpc, [block('c', 'x')]))).toMatchObject({ code: 'locked' })
    })

    it('recents are the five pages opened last', async () => {
      const { ids } = await folder('r1', 'r2', 'r3', 'r4', 'r5', 'r6')
      for (const id of ids) await rpc.document.visit.mutate({ id })
      await rpc.document.visit.mutate({ id: ids[2] as string })
      const { documents } = await rpc.document.recents.query()
      expect(documents.map((page) => page.title)).toEqual(['r3', 'r6', 'r5', 'r4', 'r2'])
      await rpc.document.archive.mutate({ id: ids[2] as string })
      expect((await rpc.document.recents.query()).documents[0]?.title).toBe('r6')
      expect((await theirs.document.recents.query()).documents).toEqual([])
    })

    it('what somebody else changed since the last visit is listed, one’s own edits are not', async () => {
      const id = await make('watched')
      await rpc.document.visit.mutate({ id })
      await rpc.document.update.mutate({ id, icon: '👀' })
      const changed = async () => (await rpc.document.changed.query()).documents.map((page) => page.id)
      expect(await changed()).not.toContain(id)
      const at = new Date(Date.now() + 1000).toISOString()
      await server.services.db
        .updateTable('document')
        .set({ updated_by: other.user.id, updated_at: at })
        .where('id', '=', id)
        .execute()
      expect((await rpc.document.changed.query()).documents.find((page) => page.id === id)).toMatchObject({
        title: 'watched',
        updatedAt: at,
        updatedBy: other.user.name,
      })
    })
  })

  describe('the trash', () => {
    it('7.9 document.archive takes the page and what lies in it out of every list', async () => {
      const { id, ids } = await folder('child')
      const page = await rpc.document.archive.mutate({ id })
      expect(page).toMatchObject({ isArchived: true, level: 'manage' })
      expect(await titles(null)).not.toContain(id)
      const { documents } = await rpc.document.tree.query({})
      expect(documents.map((one) => one.id).filter((one) => [id, ...ids].includes(one))).toEqual([])
      expect((await rpc.document.document.query({ id: ids[0] as string })).isArchived).toBe(true)
      await rpc.document.archive.mutate({ id })
    })

    it('7.10, 2.27 document.trash lists what was put there, and searches the titles of all of it', async () => {
      const { id, ids } = await folder('Ünique needle')
      await rpc.document.update.mutate({ id, title: 'Trashed folder', icon: '📁' })
      await rpc.document.archive.mutate({ id })
      const trash = async (q?: string) =>
        (await rpc.document.trash.query(q === undefined ? undefined : { q })).documents
      expect((await trash()).find((page) => page.id === id)).toEqual({
        id,
        title: 'Trashed folder',
        icon: '📁',
        archivedAt: expect.any(String),
        isOwn: true,
      })
      expect((await trash()).map((page) => page.id)).not.toContain(ids[0])
      expect((await trash('üNIQUE')).map((page) => page.id)).toEqual([ids[0]])
      expect(await trash('%')).toEqual([])
      expect(await trash("'; drop table document; --")).toEqual([])
      expect((await theirs.document.trash.query({ q: '' })).documents).toEqual([])
    })

    it('7.11 document.restore brings the subtree back to its place', async () => {
      const { id, ids } = await folder('a', 'b', 'c')
      const inside = await make('inside b', ids[1])
      await rpc.document.archive.mutate({ id: ids[1] as string })
      expect(await titles(id)).toEqual(['a', 'c'])
      expect(await rpc.document.restore.mutate({ id: ids[1] as string })).toMatchObject({
        isArchived: false,
        parentDocumentId: id,
      })
      expect(await titles(id)).toEqual(['a', 'b', 'c'])
      expect(await titles(ids[1] as string)).toEqual(['inside b'])
      expect((await rpc.document.document.query({ id: inside })).isArchived).toBe(false)
      await rpc.document.restore.mutate({ id: ids[1] as string })
    })

    it('7.11 a restored page whose parent is in the trash comes back on the top level', async () => {
      const { id, ids } = await folder('child')
      const inside = await make('inside child', ids[0])
      await rpc.document.archive.mutate({ id })
      const page = await rpc.document.restore.mutate({ id: ids[0] as string })
      expect(page).toMatchObject({ parentDocumentId: null, isArchived: false })
      expect((await rpc.document.document.query({ id: inside })).isArchived).toBe(false)
      expect((await rpc.document.document.query({ id })).isArchived).toBe(true)
    })

    it('what was in the trash before stays there when its parent comes back', async () => {
      const { id, ids } = await folder('early', 'late')
      await rpc.document.archive.mutate({ id: ids[0] as string })
      await rpc.document.archive.mutate({ id })
      await rpc.document.restore.mutate({ id })
      expect(await titles(id)).toEqual(['late'])
      await rpc.document.restore.mutate({ id: ids[0] as string })
      expect(await titles(id)).toEqual(['early', 'late'])
    })

    it('7.11 document.delete removes the page of the trash for good, with its edits', async () => {
      const { id, ids } = await folder('a', 'b')
      await rpc.document.update.mutate({ id, isFavorite: true })
      await rpc.document.visit.mutate({ id })
      const apart = ids[1] as string
      await rpc.document.archive.mutate({ id: apart })
      expect(await refusal(rpc.document.delete.mutate({ id }))).toMatchObject({ code: 'conflict' })
      await rpc.document.archive.mutate({ id })
      expect(await rpc.document.delete.mutate({ id })).toEqual({ id })
      for (const gone of [id, ids[0] as string])
        expect(await refusal(rpc.document.document.query({ id: gone }))).toMatchObject({ code: 'not-found' })
      const { db } = server.services
      for (const table of ['document_update', 'document_snapshot', 'favorite', 'visit'] as const) {
        const rows = await db
          .selectFrom(table)
          .select('document_id')
          .where('document_id', 'in', [id, ids[0] as string])
          .execute()
        expect(rows, table).toEqual([])
      }
      const left = await rpc.document.restore.mutate({ id: apart })
      expect(left).toMatchObject({ title: 'b', parentDocumentId: null })
    })

    it('2.27 document.emptyTrash deletes step by step all that was there, and nothing that went there since', async () => {
      const empty = async (as: Rpc, from: { id: string; archivedAt: string } | undefined) => {
        const done = { deleted: 0, kept: 0, calls: 0 }
        for (let next = from ?? null; next; done.calls += 1) {
          const step = await as.document.emptyTrash.mutate({ from: next })
          done.deleted += step.deleted
          done.kept += step.kept
          next = step.next
        }
        return done
      }
      const trash = async () => (await rpc.document.trash.query({ q: '' })).documents
      await empty(rpc, (await trash())[0])
      expect(await trash()).toEqual([])

      const { id, ids } = await folder('early', 'late')
      await rpc.document.archive.mutate({ id: ids[0] as string })
      await rpc.document.archive.mutate({ id })
      const loose: string[] = []
      for (let at = 0; at < 54; at += 1) loose.push(await make(`loose ${at}`))
      for (const one of loose) await rpc.document.archive.mutate({ id: one })
      // Many that went there in one moment are all found too.
      await server.services.db
        .updateTable('document')
        .set({ archived_at: '2026-02-02T00:00:00.000Z' })
        .where('id', 'in', loose.slice(0, 50))
        .execute()
      const seen = await trash()
      expect(seen).toHaveLength(56)
      await expect.poll(() => new Date().toISOString() > (seen[0]?.archivedAt ?? '')).toBe(true)
      const since = await make('since')
      await rpc.document.archive.mutate({ id: since })

      expect(await empty(theirs, seen[0])).toEqual({ deleted: 0, kept: 0, calls: 1 })
      expect(await trash()).toHaveLength(57)
      expect(await empty(rpc, seen[0])).toEqual({ deleted: 56, kept: 0, calls: 2 })
      expect((await trash()).map((page) => page.id)).toEqual([since])
      for (const gone of [id, ...ids, ...loose.slice(-2)])
        expect(await refusal(rpc.document.document.query({ id: gone }))).toMatchObject({ code: 'not-found' })
      expect(await empty(rpc, seen[0])).toEqual({ deleted: 0, kept: 0, calls: 1 })
    })

    it('6.5 a page in the trash can be read, and neither renamed, changed, moved nor filled', async () => {
      const id = await make('old')
      const elsewhere = await make('elsewhere')
      await rpc.document.archive.mutate({ id })
      expect((await rpc.document.document.query({ id })).title).toBe('old')
      for (const call of [
        () => rpc.document.update.mutate({ id, title: 'new' }),
        () => rpc.document.update.mutate({ id, contentRich: [] }),
        () => rpc.document.update.mutate({ id, icon: '🆕' }),
        () => rpc.document.update.mutate({ id, lockPage: true }),
        () => rpc.document.move.mutate({ id, parentDocumentId: elsewhere }),
        () => rpc.document.move.mutate({ id: elsewhere, parentDocumentId: id }),
        () => rpc.document.create.mutate({ parentDocumentId: id }),
      ])
        expect(await refusal(call())).toMatchObject({ code: 'locked' })
      expect((await rpc.document.document.query({ id })).title).toBe('old')
      expect(await accessOf(server.services.db, owner.user.id, id)).toEqual({
        level: 'manage',
        archived: true,
        locked: false,
      })
    })

    it('the trash is emptied of what went there long ago', async () => {
      const { id, ids } = await folder('child')
      const recent = await make('recent')
      await rpc.document.archive.mutate({ id })
      await rpc.document.archive.mutate({ id: recent })
      const old = '2026-01-01T00:00:00.000Z'
      await server.services.db
        .updateTable('document')
        .set({ archived_at: old })
        .where('archived_root', '=', id)
        .execute()
      expect((await purgeTrash(server.services.db, '2026-01-01T00:00:00.001Z')).sort()).toEqual(
        [id, ...ids].sort(),
      )
      expect(await refusal(rpc.document.document.query({ id }))).toMatchObject({ code: 'not-found' })
      expect((await rpc.document.document.query({ id: recent })).isArchived).toBe(true)
      expect(await purgeTrash(server.services.db, old)).toEqual([])
    })
  })

  describe('who is asking', () => {
    type Call = (as: Rpc, id: string, own: string) => Promise<unknown>
    const calls: Record<string, Call> = {
      document: (as, id) => as.document.document.query({ id }),
      documents: (as, id) => as.document.documents.query({ parentDocumentId: id }),
      create: (as, id) => as.document.create.mutate({ parentDocumentId: id }),
      'move of it': (as, id) => as.document.move.mutate({ id, parentDocumentId: null }),
      'move into it': (as, id, own) => as.document.move.mutate({ id: own, parentDocumentId: id }),
      update: (as, id) => as.document.update.mutate({ id, title: 'x' }),
      favourite: (as, id) => as.document.update.mutate({ id, isFavorite: true }),
      archive: (as, id) => as.document.archive.mutate({ id }),
      restore: (as, id) => as.document.restore.mutate({ id }),
      delete: (as, id) => as.document.delete.mutate({ id }),
      visit: (as, id) => as.document.visit.mutate({ id }),
    }

    it.each(Object.entries(calls))('R20 %s: not mine answers exactly like not there', async (_, call) => {
      const mine = await make('mine')
      const own = (await theirs.document.create.mutate({ title: 'theirs' })).id
      const notMine = await refusal(call(theirs, mine, own))
      expect(notMine).toEqual({ code: 'not-found', words: NOT_THERE() })
      expect(await refusal(call(theirs, 'nosuchpage', own))).toEqual(notMine)
      expect(await rpc.document.document.query({ id: mine })).toMatchObject({
        title: 'mine',
        isFavorite: false,
        isTemplate: false,
      })
      expect(await refusal(call(server.rpc(), mine, own))).toMatchObject({ code: 'signed-out' })
    })

    it('R20 a sibling of somebody else’s tells nothing about itself', async () => {
      const mine = await make('mine')
      const own = (await theirs.document.create.mutate({})).id
      const beside = (beforeId: string) =>
        refusal(theirs.document.move.mutate({ id: own, parentDocumentId: null, beforeId }))
      expect(await beside(mine)).toEqual(await beside('nosuchpage'))
    })

    it('R20 a pod of somebody else’s answers like none', async () => {
      const { podId } = await rpc.document.create.mutate({})
      for (const call of [
        (id: string) => theirs.document.create.mutate({ podId: id }),
        (id: string) => theirs.document.documents.query({ podId: id }),
        (id: string) => theirs.document.tree.query({ podId: id }),
      ]) {
        const notMine = await refusal(call(podId))
        expect(notMine.code).toBe('not-found')
        expect(await refusal(call('nosuchpod'))).toEqual(notMine)
      }
    })

    it('R20 nobody but the owner has a role for the socket', async () => {
      const id = await make('socket')
      const { db } = server.services
      expect(await accessOf(db, owner.user.id, id)).toEqual({
        level: 'manage',
        archived: false,
        locked: false,
      })
      expect((await accessOf(db, other.user.id, id))?.level).toBeNull()
      expect(await accessOf(db, owner.user.id, 'nosuchpage')).toBeNull()
    })
  })

  describe('bad input', () => {
    it('R41 hostile values are refused in words, with nothing changed', async () => {
      const id = await make('safe')
      // What a crafted client sends is not what the types allow.
      const update = rpc.document.update.mutate as (input: object) => Promise<unknown>
      const document = rpc.document.document.query as (input: object) => Promise<unknown>
      let deep: object = { kind: 'blockquote' }
      for (let level = 0; level < 20; level += 1) deep = { kind: 'blockquote', children: [deep] }
      for (const call of [
        () => update({ id, title: 'x'.repeat(LIMITS.title + 1) }),
        () => update({ id, title: { $ne: null } }),
        () => update({ id, icon: '<img src=x onerror=alert(1)>' }),
        () => update({ id, coverImage: 'javascript:alert(1)' }),
        () => update({ id, contentRich: [deep] }),
        () => update({ id, contentRich: 'text' }),
        () => update({ id, isFavorite: 'yes' }),
        () => update({}),
        () => document({ id: '../../etc/passwd' }),
        () => document({ id: ['a'] }),
        () => document({ id: 'x'.repeat(10_000) }),
      ]) {
        const { code, words } = await refusal(call())
        expect(code, `${call} ${words}`).toBe('bad-input')
        expect(words).not.toBe('')
      }
      expect(await rpc.document.document.query({ id })).toMatchObject({ title: 'safe', contentRich: [] })
    })

    it('a title and a text survive quotes, markup, NUL, half emoji and line breaks', async () => {
      const title = `'"; drop table document; -- <b>\u0000\n🪴 \ud83c \u202eRTL`
      const page = await rpc.document.create.mutate({
        title,
        contentRich: [{ id: 'n', kind: 'paragraph', text: [{ text: 'a\u0000b <script>' }] }],
      })
      expect(page.title).toBe(`'"; drop table document; -- <b> 🪴 \ufffd \u202eRTL`)
      expect(page.contentRich).toEqual([{ id: 'n', kind: 'paragraph', text: [{ text: 'ab <script>' }] }])
      const { documents } = await rpc.document.allDocuments.query({})
      expect(documents.find((one) => one.id === page.id)?.title).toBe(page.title)
    })

    it('pages nest as deep as the limit and are refused below, by creating and by moving', async () => {
      const chain: string[] = []
      let refused: string | null = null
      for (let level = 0; level < 60 && refused === null; level += 1) {
        const call = rpc.document.create.mutate({ parentDocumentId: chain.at(-1) ?? null })
        if (level < LIMITS.pageDepth) chain.push((await call).id)
        else refused = (await refusal(call)).words
      }
      expect(chain).toHaveLength(LIMITS.pageDepth)
      expect(refused).toBe('Pages cannot be nested this deeply.')
      const { id } = await folder('one more')
      const deepest = chain.at(-2) as string
      const move = rpc.document.move.mutate({ id, parentDocumentId: deepest })
      expect(await refusal(move)).toMatchObject({ code: 'bad-input' })
      expect((await rpc.document.document.query({ id: chain.at(-1) as string })).path).toHaveLength(
        LIMITS.pageDepth - 1,
      )
    })
  })

  describe('many at once', () => {
    /** No ring, no orphan, no two siblings with one place. */
    async function expectWholeTree() {
      const rows = await server.services.db
        .selectFrom('document')
        .select(['id', 'pod_id', 'parent_id', 'position', 'archived_at', 'archived_root'])
        .execute()
      const byId = new Map(rows.map((row) => [row.id, row]))
      for (const row of rows) {
        const above = new Set([row.id])
        for (let at = row.parent_id; at !== null; at = byId.get(at)?.parent_id ?? null) {
          expect(above.has(at), `ring at ${row.id}`).toBe(false)
          above.add(at)
        }
        if (row.parent_id !== null) expect(byId.has(row.parent_id), `orphan ${row.id}`).toBe(true)
        if (row.archived_at === null && row.parent_id !== null)
          expect(byId.get(row.parent_id)?.archived_at, `${row.id} below the trash`).toBeNull()
        expect(row.archived_at === null).toBe(row.archived_root === null)
      }
      const inPods = rows
        .filter((row) => row.archived_at === null)
        .map((row) => `${row.pod_id} ${row.parent_id} ${row.position}`)
      expect(new Set(inPods).size).toBe(inPods.length)
    }

    it('R42 twenty people move, trash and restore the same pages: no ring, no orphan, no double order', async () => {
      const { id, ids } = await folder('a', 'b', 'c', 'd', 'e', 'f')
      let seed = 42
      const random = (below: number) => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
        return Math.floor((seed / 2_147_483_648) * below)
      }
      const pick = () => ids[random(ids.length)] as string
      const words = new Set<string>()
      const attempt = async (as: Rpc) => {
        const target = pick()
        const call = [
          () => as.document.move.mutate({ id: pick(), parentDocumentId: target }),
          () => as.document.move.mutate({ id: pick(), parentDocumentId: id, beforeId: target }),
          () => as.document.move.mutate({ id: pick(), parentDocumentId: id, afterId: target }),
          () => as.document.move.mutate({ id: pick(), parentDocumentId: id }),
          () => as.document.archive.mutate({ id: target }),
          () => as.document.restore.mutate({ id: target }),
          () => as.document.restore.mutate({ id: pick() }),
        ][random(7)] as () => Promise<unknown>
        await call().catch((error: unknown) => {
          if (!(error instanceof TRPCClientError)) throw error
          words.add(error.data?.appCode)
        })
      }
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          const as = server.rpc(owner.cookie)
          for (let turn = 0; turn < 10; turn += 1) await attempt(as)
        }),
      )
      // Being too late is an ordinary answer; breaking is not.
      expect([...words].filter((code) => !['bad-input', 'conflict', 'locked'].includes(code))).toEqual([])
      await expectWholeTree()
      for (const one of ids) await rpc.document.restore.mutate({ id: one })
      const { documents } = await rpc.document.tree.query({})
      expect(ids.filter((one) => !documents.some((page) => page.id === one))).toEqual([])
      await expectWholeTree()
    })

    it('R42 twenty pages made at once have twenty places', async () => {
      const { id } = await folder()
      await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          server.rpc(owner.cookie).document.create.mutate({ parentDocumentId: id, title: `n${at}` }),
        ),
      )
      expect((await titles(id)).sort()).toHaveLength(20)
      await expectWholeTree()
    })

    it('R42 two moves that would make a ring together: one is refused', async () => {
      const { ids } = await folder('a', 'b')
      const [a, b] = ids as [string, string]
      const results = await Promise.allSettled([
        server.rpc(owner.cookie).document.move.mutate({ id: a, parentDocumentId: b }),
        server.rpc(owner.cookie).document.move.mutate({ id: b, parentDocumentId: a }),
      ])
      expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
      await expectWholeTree()
    })

    it('R42 equal places from elsewhere are repaired by the next move', async () => {
      const { id, ids } = await folder('a', 'b', 'c')
      await server.services.db
        .updateTable('document')
        .set({ position: 'i5' })
        .where('parent_id', '=', id)
        .execute()
      const [a, b] = ids as [string, string]
      await rpc.document.move.mutate({ id: a, parentDocumentId: id, beforeId: b })
      const order = await titles(id)
      expect(order.indexOf('a')).toBe(order.indexOf('b') - 1)
      expect(order).toHaveLength(3)
      await expectWholeTree()
    })
  })
})
