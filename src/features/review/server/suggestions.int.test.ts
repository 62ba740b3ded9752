import { storedDoc, Tab, until } from '@test/collab'
import { pngPicture } from '@test/pictures'
import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import WebSocket from 'ws'
import * as Y from 'yjs'
import {
  chosenSids,
  decide,
  markedIndex,
  Suggestions,
  suggestionsOf,
  suggestPage,
  withSuggestions,
} from '@/document'
import type { PageIndex } from '@/document/page-index/page-index'
import { deleteText, insertText, setKind, writingBy } from '@/document/write/operations'
import { PageUndo } from '@/document/write/undo'
import { inChunks } from '@/server/db/in-chunks'
import { newId } from '@/shared/ids'
import { LEVELS, type Level } from '@/shared/permissions'
import { NOT_HERE, VISIT_PATH } from '@/shared/visits'

onEachDatabase('suggestions on record', (database) => {
  let server: TestServer
  let ada: TestPerson
  let bea: TestPerson
  let eve: TestPerson
  let id: string
  const tabs: Tab[] = []
  const sockets: WebSocket[] = []

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
    bea = await server.signUp()
    eve = await server.signUp()
  })
  beforeEach(async () => {
    await db().deleteFrom('rate_limit').execute()
    const contentRich = [
      { id: 'a', kind: 'paragraph', text: [{ text: 'Pour slowly.' }] },
      { id: 'b', kind: 'paragraph', text: [{ text: 'Wait.' }] },
    ]
    id = (await rpc(ada).document.create.mutate({ title: 'Tea', contentRich })).id
  })
  afterEach(() => {
    for (const tab of tabs.splice(0)) tab.close()
    for (const socket of sockets.splice(0)) socket.terminate()
  })
  afterAll(() => server.close())

  const rpc = (person: TestPerson) => server.rpc(person.cookie)
  const db = () => server.services.db
  const pending = async (person = ada) =>
    (await rpc(person).suggestion.suggestions.query({ documentId: id })).suggestions
  const history = async (person = ada) =>
    (await rpc(person).suggestion.history.query({ documentId: id })).suggestions
  const content = async () => JSON.stringify((await rpc(ada).document.document.query({ id })).contentRich)
  const sid = (name: string, person = ada) => `${person.user.id} ${name}`

  /** What the person does to the page becomes a suggestion of theirs, by hand or by a model. */
  function suggest(doc: Y.Doc, name: string, act: (index: PageIndex) => void, via?: string): void {
    const by = { sid: sid(name), at: 1, words: 4_000_000, ...(via && { via }) }
    withSuggestions(doc, (suggestions) => {
      const index = markedIndex(doc, suggestions)
      writingBy(
        (_, edit) => suggestPage(index, suggestions, edit, by),
        () => act(index),
      )
      index.close()
    })
  }
  function decideHere(doc: Y.Doc, sids: string[], isAccepted: boolean): void {
    const suggestions = new Suggestions(doc)
    const index = markedIndex(doc, suggestions)
    decide(index, suggestions, chosenSids(suggestions, sids), isAccepted, 'me')
    index.close()
    suggestions.close()
  }
  /** Hears what somebody is told of a page that they read settled. */
  function listen(page: string, cookie: string) {
    const heard = { count: 0, bytes: '', code: 0 }
    const address = `${server.url.replace('http', 'ws')}${VISIT_PATH}${page}`
    const socket = new WebSocket(address, { headers: { cookie, origin: server.url } })
    sockets.push(socket)
    socket.on('message', (data) => {
      heard.count++
      heard.bytes += String(data)
    })
    socket.on('close', (code) => {
      heard.code = code
    })
    socket.on('error', () => undefined)
    return heard
  }
  async function open(person = ada): Promise<Tab> {
    const url = `${server.url.replace('http', 'ws')}/collab`
    const tab = new Tab(url, { ...person.user, sessionId: '', cookie: person.cookie }, id)
    tabs.push(tab)
    await tab.saved()
    return tab
  }
  /** Three suggestions of Ada: a replacement, words, and a kind by a model. */
  async function threeSuggestions(): Promise<Tab> {
    const tab = await open()
    const { doc } = tab.page
    suggest(doc, 'one', (index) => {
      deleteText(index, 'a', 5, 11)
      insertText(index, 'a', 11, 'gently')
    })
    suggest(doc, 'three', (index) => setKind(index, 'b', 'heading'), 'a-model')
    suggest(doc, 'two', (index) => insertText(index, 'b', 4, ' long'))
    await tab.saved()
    await until('three on record', async () => (await pending()).length === 3)
    return tab
  }

  it('3.8 4.12 what is suggested is on record with what it would do, by whom and by which model, until it is decided', async () => {
    const tab = await threeSuggestions()
    expect(await pending()).toMatchObject([
      {
        suggestionId: sid('one'),
        userId: ada.user.id,
        author: { name: ada.user.name },
        model: null,
        state: 'pending',
        summary: { type: 'replace', text: 'slowly', newText: 'gently', blocks: ['a'] },
        decidedBy: null,
      },
      { suggestionId: sid('three'), model: 'a-model', summary: { changes: [{ change: 'setKind' }] } },
      { suggestionId: sid('two'), summary: { type: 'insert', newText: 'long' } },
    ])
    const { doc } = tab.page
    const undo = new PageUndo(doc, 'me')
    decideHere(doc, [sid('one')], true)
    decideHere(doc, [sid('two')], false)
    await tab.saved()
    await until('the decisions', async () => (await history()).length === 2)
    const states = async () =>
      Object.fromEntries((await history()).map((one) => [one.suggestionId, [one.state, one.decidedBy?.id]]))
    // She took back her own.
    expect(await states()).toEqual({
      [sid('one')]: ['accepted', ada.user.id],
      [sid('two')]: ['withdrawn', ada.user.id],
    })
    undo.undo()
    await tab.saved()
    await until('them to be pending again', async () => (await pending()).length === 3)
    expect(await history()).toEqual([])
    undo.destroy()
  })

  it('a program accepts and rejects: by name, of an author, or all; with the right of who asks', async () => {
    await threeSuggestions()
    await rpc(ada).share.invite.mutate({
      id,
      username: (await rpc(bea).user.getSettings.query()).username as string,
      level: 'edit',
    })
    const { invites } = await rpc(bea).share.invites.query()
    await rpc(bea).share.acceptInvite.mutate({ id: invites[0]!.id })
    const { suggestion } = rpc(bea)
    expect(await suggestion.accept.mutate({ documentId: id, suggestionIds: [sid('one')] })).toEqual({
      changed: true,
    })
    expect(await content()).toContain('Pour gently.')
    expect(await suggestion.reject.mutate({ documentId: id, suggestionIds: [sid('three')] })).toEqual({
      changed: true,
    })
    expect(await history()).toMatchObject([
      { suggestionId: sid('three'), state: 'rejected', decidedBy: { id: bea.user.id, name: bea.user.name } },
      { suggestionId: sid('one'), state: 'accepted', decidedBy: { id: bea.user.id } },
    ])
    expect(await suggestion.accept.mutate({ documentId: id, userId: eve.user.id })).toEqual({
      changed: false,
    })
    expect(await suggestion.accept.mutate({ documentId: id, suggestionIds: [sid('one')] })).toEqual({
      changed: false,
    })
    expect(await suggestion.accept.mutate({ documentId: id, all: true })).toEqual({ changed: true })
    expect(await content()).toContain('Wait long.')
    expect(await pending()).toEqual([])
    expect((await suggestionsOf(await storedDoc(db(), id))).size).toBe(0)
    for (const wrong of [
      {},
      { all: true, userId: eve.user.id },
      { suggestionIds: [] },
      { suggestionIds: ['x'] },
    ])
      await expect(suggestion.accept.mutate({ documentId: id, ...wrong } as never)).rejects.toThrow()
  })

  it('what was decided without the page is taken back once, also after others have written on, and by nobody else', async () => {
    const tab = await threeSuggestions()
    const before = await content()
    const { suggestion } = rpc(ada)
    const names = (all: string[]) => ({ documentId: id, suggestionIds: all.map((name) => sid(name)) })
    for (const isAccepted of [true, false]) {
      const all = names(['one', 'two', 'three'])
      await suggestion[isAccepted ? 'accept' : 'reject'].mutate(all)
      expect(await pending()).toEqual([])
      insertText(
        markedIndex(tab.page.doc, new Suggestions(tab.page.doc)),
        'a',
        0,
        isAccepted ? 'Now: ' : 'So: ',
      )
      await tab.saved()
      await expect(rpc(eve).suggestion.takeBack.mutate({ ...all, isAccepted })).rejects.toThrow()
      await expect(suggestion.takeBack.mutate({ ...all, isAccepted: !isAccepted })).rejects.toThrow(
        'too long ago',
      )
      await suggestion.takeBack.mutate({ ...all, isAccepted })
      expect((await pending()).map(({ suggestionId }) => suggestionId)).toEqual(all.suggestionIds.toSorted())
      await expect(suggestion.takeBack.mutate({ ...all, isAccepted })).rejects.toThrow('too long ago')
    }
    expect(await content()).toBe(before.replace('Pour', 'So: Now: Pour'))
    await suggestion.accept.mutate({ documentId: id, all: true })
    expect(await content()).toContain('So: Now: Pour gently.')
    expect(await content()).toContain('Wait long.')
  })

  it('what a killed server had only logged is on record once after the next start, decisions as well', async () => {
    /** Writes an edit as a server leaves it that is killed right after it has stored it. */
    const logOnly = async (act: (doc: Y.Doc) => void) => {
      const doc = await storedDoc(db(), id)
      const before = Y.encodeStateVector(doc)
      act(doc)
      await db()
        .insertInto('document_update')
        .values({
          document_id: id,
          data: Buffer.from(Y.encodeStateAsUpdate(doc, before)),
          user_id: ada.user.id,
          created_at: new Date().toISOString(),
        })
        .execute()
      await server.restart()
    }
    await logOnly((doc) => {
      suggest(doc, 'one', (index) => insertText(index, 'a', 4, ' it'))
      suggest(doc, 'two', (index) => deleteText(index, 'b', 0, 4))
    })
    await until('both on record', async () => (await pending()).length === 2)
    await logOnly((doc) => decideHere(doc, [sid('one'), sid('two')], true))
    await until('the decisions', async () => (await history()).length === 2)
    expect(await pending()).toEqual([])
    expect((await history()).map(({ state, decidedBy }) => [state, decidedBy])).toEqual([
      ['accepted', null],
      ['accepted', null],
    ])
    // Suggested and decided in one breath.
    await logOnly((doc) => {
      suggest(doc, 'six', (index) => insertText(index, 'a', 0, 'Now '))
      decideHere(doc, [sid('six')], true)
    })
    await until('it', async () => (await history()).length === 3)
    expect((await history()).find(({ suggestionId }) => suggestionId === sid('six'))).toMatchObject({
      state: 'accepted',
      summary: null,
    })
    await rpc(ada).suggestion.decided.mutate({ documentId: id, suggestionIds: [sid('one')] })
    expect((await history()).find(({ suggestionId }) => suggestionId === sid('one'))?.decidedBy?.id).toBe(
      ada.user.id,
    )
    const rows = await db().selectFrom('suggestion_log').selectAll().where('document_id', '=', id).execute()
    expect(rows.map((row) => row.sid).sort()).toEqual([sid('one'), sid('six'), sid('two')])
  })

  it('R20 each role reads and decides what its level says, strangers nothing, and viewers nothing where the owner hides it', async () => {
    await threeSuggestions()
    const username = (await rpc(bea).user.getSettings.query()).username as string
    const one = { documentId: id, suggestionIds: [sid('nowhere')] }
    const own = { documentId: id, suggestionIds: [sid('none', bea)] }
    const tries: [Level, string, (person: TestPerson) => Promise<unknown>][] = [
      ['view', 'suggestions', (p) => rpc(p).suggestion.suggestions.query({ documentId: id })],
      ['view', 'history', (p) => rpc(p).suggestion.history.query({ documentId: id })],
      ['edit', 'accept', (p) => rpc(p).suggestion.accept.mutate(one)],
      ['edit', 'accept own', (p) => rpc(p).suggestion.accept.mutate(own)],
      ['edit', 'reject', (p) => rpc(p).suggestion.reject.mutate(one)],
      ['suggest', 'withdraw', (p) => rpc(p).suggestion.reject.mutate(own)],
      [
        'suggest',
        'withdraw all',
        (p) => rpc(p).suggestion.reject.mutate({ documentId: id, userId: p.user.id }),
      ],
      ['edit', 'reject all', (p) => rpc(p).suggestion.reject.mutate({ documentId: id, userId: eve.user.id })],
      ['edit', 'decided', (p) => rpc(p).suggestion.decided.mutate(one)],
      ['manage', 'hide', (p) => rpc(p).suggestion.hideReview.mutate({ documentId: id, isHidden: true })],
    ]
    const code = (asked: Promise<unknown>) =>
      asked.then(
        () => 'done',
        (error: { data?: { appCode?: string } }) => error.data?.appCode,
      )
    for (const [, name, act] of tries) expect([name, await code(act(eve))]).toEqual([name, 'not-found'])
    await rpc(ada).share.invite.mutate({ id, username, level: 'view' })
    const { invites } = await rpc(bea).share.invites.query()
    await rpc(bea).share.acceptInvite.mutate({ id: invites[0]!.id })
    for (const level of LEVELS) {
      await db().deleteFrom('rate_limit').execute()
      await rpc(ada).share.setRole.mutate({ id, userId: bea.user.id, level })
      for (const [needed, name, act] of tries) {
        const may = LEVELS.indexOf(level) >= LEVELS.indexOf(needed)
        expect(await code(act(bea)), `${level} ${name}`).toBe(may ? 'done' : 'forbidden')
      }
    }
    await rpc(ada).suggestion.accept.mutate({ documentId: id, suggestionIds: [sid('one')] })
    expect((await pending(bea)).length).toBe(2)
    for (const [level, isHidden, seen] of [
      ['view', true, 0],
      ['comment', true, 2],
      ['view', false, 2],
    ] as const) {
      await rpc(ada).share.setRole.mutate({ id, userId: bea.user.id, level })
      await rpc(ada).suggestion.hideReview.mutate({ documentId: id, isHidden })
      const list = await rpc(bea).suggestion.suggestions.query({ documentId: id })
      expect([level, list.suggestions.length, list.isHidden]).toEqual([
        level,
        seen,
        level === 'view' && isHidden,
      ])
      const past = await rpc(bea).suggestion.history.query({ documentId: id })
      // What was suggested before she was let in is not hers to read.
      expect([level, past.suggestions.length]).toEqual([level, 0])
    }
    expect((await history()).length).toBe(1)
  })

  it('R20 a viewer from whom the review is hidden gets the settled page and never its document; with the switch off, the document again', async () => {
    await threeSuggestions()
    const username = (await rpc(bea).user.getSettings.query()).username as string
    await rpc(ada).share.invite.mutate({ id, username, level: 'view' })
    const { invites } = await rpc(bea).share.invites.query()
    await rpc(bea).share.acceptInvite.mutate({ id: invites[0]!.id })
    const access = (tab: Tab) => tab.page.access.get()
    const look = (): Tab => {
      const url = `${server.url.replace('http', 'ws')}/collab`
      const tab = new Tab(url, { ...bea.user, sessionId: '', cookie: bea.cookie }, id)
      tabs.push(tab)
      return tab
    }
    const seen = look()
    await until('the review to be there', () => suggestionsOf(seen.page.doc).size > 0)
    const settled = () => rpc(bea).share.settled.query({ id })
    await expect(settled()).rejects.toMatchObject({ data: { appCode: 'conflict' } })

    await rpc(ada).suggestion.hideReview.mutate({ documentId: id, isHidden: true })
    await until('the socket to be told', () => access(seen) === 'none')
    const fresh = look()
    await until('a new one to be refused', () => access(fresh) === 'none')
    expect(fresh.page.doc.share.size === 0 || suggestionsOf(fresh.page.doc).size === 0).toBe(true)
    expect(fresh.text).not.toMatch(/slowly|gently/)
    const page = await settled()
    expect(page).toMatchObject({ title: 'Tea', level: 'view' })
    expect(JSON.stringify(page)).toContain('Pour slowly.')
    expect(JSON.stringify(page)).not.toMatch(/gently|long/)
    // She is told that the page has changed, and nothing of it; nobody else is.
    const news = listen(id, bea.cookie)
    await until('the socket to be open', () => news.count === 1)
    const other = listen(id, eve.cookie)
    await until('a stranger to be turned away', () => other.code === NOT_HERE)
    const before = news.count
    await rpc(ada).document.update.mutate({ id, title: 'Green tea' })
    await until('word of the edit', () => news.count > before)
    expect(news.bytes).not.toMatch(/Green|gently/)
    expect(await settled()).toMatchObject({ title: 'Green tea' })
    // Nobody else, and nobody who takes part in the review, is answered in its place.
    await expect(rpc(eve).share.settled.query({ id })).rejects.toMatchObject({
      data: { appCode: 'not-found' },
    })
    await rpc(ada).share.setRole.mutate({ id, userId: bea.user.id, level: 'comment' })
    await until('the socket to be closed', () => news.code === NOT_HERE)
    await expect(settled()).rejects.toMatchObject({ data: { appCode: 'conflict' } })
    await rpc(ada).share.setRole.mutate({ id, userId: bea.user.id, level: 'view' })

    await rpc(ada).suggestion.hideReview.mutate({ documentId: id, isHidden: false })
    const again = look()
    await until('the review to be there again', () => suggestionsOf(again.page.doc).size > 0)
  })

  it('R21 viewers from whom the review is hidden see the files of the settled page and its cover, and no others', async () => {
    const username = (await rpc(bea).user.getSettings.query()).username as string
    await rpc(ada).share.invite.mutate({ id, username, level: 'view' })
    const { invites } = await rpc(bea).share.invites.query()
    await rpc(bea).share.acceptInvite.mutate({ id: invites[0]!.id })
    const upload = async (name: string) => {
      const answer = await fetch(`${server.url}/api/files?page=${id}&name=${name}`, {
        method: 'POST',
        headers: { origin: server.url, cookie: ada.cookie },
        body: new Uint8Array(pngPicture(8, 8)),
      })
      return (await answer.json()) as { id: string; url: string }
    }
    const [shown, cover, said] = [
      await upload('shown.png'),
      await upload('cover.png'),
      await upload('said.png'),
    ]
    const picture = { id: 'pic', kind: 'image', attributes: { url: shown.url, name: 'shown.png' } }
    await rpc(ada).document.appendBlocks.mutate({ id, blocks: [picture] })
    await rpc(ada).document.update.mutate({ id, coverImage: cover.url })
    const seenBy = async (person: TestPerson) => {
      const { files } = await rpc(person).file.files.query({ limit: 20, search: '' })
      const bytes = await Promise.all(
        [shown, cover, said].map(
          async ({ url }) =>
            (await fetch(new URL(url, server.url), { headers: { cookie: person.cookie } })).status,
        ),
      )
      return { names: files.map(({ name }) => name).sort(), bytes }
    }
    const all = { names: ['cover.png', 'said.png', 'shown.png'], bytes: [200, 200, 200] }
    expect(await seenBy(bea)).toEqual(all)
    await rpc(ada).suggestion.hideReview.mutate({ documentId: id, isHidden: true })
    expect(await seenBy(bea)).toEqual({ names: ['cover.png', 'shown.png'], bytes: [200, 200, 404] })
    expect(await seenBy(ada)).toEqual(all)
    await rpc(ada).share.setRole.mutate({ id, userId: bea.user.id, level: 'comment' })
    expect(await seenBy(bea)).toEqual(all)
  })

  it('R67 what a page that hides its review shows of hundreds of files takes one look at each, and none at its text', async () => {
    const username = (await rpc(bea).user.getSettings.query()).username as string
    await rpc(ada).share.invite.mutate({ id, username, level: 'view' })
    const { invites } = await rpc(bea).share.invites.query()
    await rpc(bea).share.acceptInvite.mutate({ id: invites[0]!.id })
    await rpc(ada).suggestion.hideReview.mutate({ documentId: id, isHidden: true })
    const { pod_id } = await db()
      .selectFrom('document')
      .select('pod_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const created_at = new Date().toISOString()
    const ids = Array.from({ length: 600 }, () => newId())
    const about = {
      document_id: id,
      pod_id,
      uploaded_by: ada.user.id,
      name: 'unseen',
      name_folded: 'unseen',
      type: 'text/plain',
    }
    const files = ids.map((one) => ({
      ...about,
      id: one,
      size: 1,
      state: 'ready' as const,
      created_at,
      let_go_at: null,
      received_by: null,
    }))
    await inChunks(ids, async (chunk) => {
      const some = files.filter((file) => chunk.includes(file.id))
      await db().insertInto('file').values(some).execute()
      const given = chunk.map((file_id) => ({
        file_id,
        document_id: id,
        is_shown: 1,
        decided_by: ada.user.id,
        created_at,
      }))
      await db().insertInto('file_page').values(given).execute()
    })
    const content_rich = JSON.stringify([
      { id: 'a', kind: 'paragraph', text: [{ text: 'tea '.repeat(2_500_000) }] },
    ])
    await db().updateTable('document').set({ content_rich }).where('id', '=', id).execute()
    const begun = performance.now()
    const { files: seen } = await rpc(bea).file.files.query({ limit: 20, search: 'unseen' })
    expect(seen).toEqual([])
    expect(performance.now() - begun).toBeLessThan(2_000)
  }, 120_000)

  it('hostile names, models and values are kept as what they are, and many come in parts', async () => {
    const tab = await open()
    const { doc } = tab.page
    const parts = suggestionsOf(doc)
    doc.transact(() => {
      for (let n = 0; n < 210; n++) {
        parts.set(sid(`n${String(n).padStart(3, '0')}`), { at: 1, via: 'a\0b\ud800' })
        parts.set(`${sid(`n${String(n).padStart(3, '0')}`)} / a x${n}`, { to: 'v'.repeat(300), was: null })
      }
      doc.getMap('meta').set('layout', 2)
    })
    await tab.saved(30_000)
    await until('a first part', async () => (await pending()).length === 200)
    const list = await rpc(ada).suggestion.suggestions.query({ documentId: id })
    expect(list.suggestions[0]?.model).toBe('ab\ufffd')
    const rest = await rpc(ada).suggestion.suggestions.query({ documentId: id, cursor: list.nextCursor! })
    expect([rest.suggestions.length, rest.nextCursor]).toEqual([10, null])
    await rpc(ada).suggestion.reject.mutate({ documentId: id, all: true })
    const past = await rpc(ada).suggestion.history.query({ documentId: id })
    const more = await rpc(ada).suggestion.history.query({ documentId: id, cursor: past.nextCursor! })
    expect(new Set([...past.suggestions, ...more.suggestions].map((one) => one.suggestionId)).size).toBe(210)
    await expect(rpc(ada).suggestion.history.query({ documentId: id, cursor: 'x' })).rejects.toThrow()
  })
})
