import { lostOrDoubled, storedDoc, storedWords, Tab, until, wordsOf } from '@test/collab'
import {
  onEachDatabase,
  refusal,
  refusalWords,
  startTestServer,
  type TestPerson,
  type TestServer,
} from '@test/server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { applyUpdate, encodeStateAsUpdate } from 'yjs'
import { plainTextOf } from '@/blocks'
import type { Block } from '@/blocks/kit/block'
import {
  applyBlocks,
  chosenSids,
  decide,
  planEdit,
  ReadingView,
  readTitle,
  Suggestions,
  settledBlocks,
  settledText,
  suggestPage,
  suggestTitle,
} from '@/document'
import { PageIndex } from '@/document/page-index/page-index'
import { suggestionsOf } from '@/document/review/suggestions'
import { deleteText, insertText, writingBy } from '@/document/write/operations'
import { packState } from '@/server/collab/packed-state'
import { LIMITS } from '@/shared/limits'
import { NOT_THERE } from '@/shared/not-there'
import { diffPages } from '../diff/diff-pages'
import { VERSION_WORDS, VERSIONS } from '../model'
import { saveResting, sweepVersions } from './versions.jobs'
import { saveVersion } from './versions.service'

const paragraph = (id: string, text: string): Block => ({ id, kind: 'paragraph', text: [{ text }] })
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

onEachDatabase('versions', (database) => {
  let server: TestServer
  let owner: TestPerson
  let other: TestPerson
  let id: string
  const tabs: Tab[] = []

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    owner = await server.signUp()
    other = await server.signUp()
  })
  beforeEach(async () => {
    id = (await pages().create.mutate({ title: 'Plans' })).id
  })
  afterEach(() => {
    for (const tab of tabs.splice(0)) tab.close()
  })
  afterAll(() => server.close())

  const pages = () => server.rpc(owner.cookie).document
  const versions = (person = owner) => server.rpc(person.cookie).version
  const list = async () => (await versions().documentVersions.query({ documentId: id })).versions
  const write = (...contentRich: Block[]) => pages().update.mutate({ id, contentRich })
  const save = (name?: string) => versions().createVersion.mutate({ documentId: id, name })
  const content = async () => (await pages().document.query({ id })).contentRich
  const words = async () => storedWords(server.services.db, id)
  const open = (person = owner) => {
    const url = `${server.url.replace('http', 'ws')}/collab`
    const tab = new Tab(url, { ...person.user, sessionId: '', cookie: person.cookie }, id)
    tabs.push(tab)
    return tab
  }
  /** Makes it as if the page had last been changed so long ago. */
  const lookAt = (ms: number) => saveResting(server.services, new Date(Date.now() + ms))

  it('7.14 a version holds the page as it read, with title and author, and restoring it brings that back', async () => {
    const old: Block[] = [
      paragraph('a', 'First'),
      { id: 'q', kind: 'blockquote', children: [paragraph('b', 'Quoted')] },
      { id: 'f', kind: 'fromTheFuture', attributes: { deep: [1, 'two'] } },
    ]
    await write(...old)
    const saved = await save('Draft')
    expect(saved).toMatchObject({
      title: 'Plans',
      name: 'Draft',
      reason: 'manual',
      username: owner.user.name,
      authors: [{ id: owner.user.id }],
    })
    await pages().update.mutate({ id, title: 'Other plans', contentRich: [paragraph('c', 'New')] })
    expect(await versions().version.query({ versionId: saved.id })).toMatchObject({ contentRich: old })
    const restored = await versions().restoreVersion.mutate({ versionId: saved.id })
    expect(restored).toMatchObject({ documentId: id, changed: true })
    const page = await pages().document.query({ id })
    expect({ title: page.title, contentRich: page.contentRich }).toEqual({ title: 'Plans', contentRich: old })
    const [before] = await list()
    expect(before).toMatchObject({ id: restored.undoVersionId, reason: 'before-restore', canUndo: true })
    await versions().undoRestore.mutate({ versionId: restored.undoVersionId! })
    expect(await pages().document.query({ id })).toMatchObject({
      title: 'Other plans',
      contentRich: [paragraph('c', 'New')],
    })
    expect(await refusalWords(versions().undoRestore.mutate({ versionId: restored.undoVersionId! }))).toBe(
      VERSION_WORDS.nothingToUndo,
    )
  })

  it('7.14 nothing is saved twice: what reads like the newest version is that version', async () => {
    await write(paragraph('a', 'First'))
    const first = await save()
    expect((await save()).id).toBe(first.id)
    expect(await save('Named later')).toMatchObject({ id: first.id, name: 'Named later' })
    const same = await versions().restoreVersion.mutate({ versionId: first.id })
    expect(same).toEqual({ documentId: id, changed: false, undoVersionId: null })
    expect(await list()).toHaveLength(1)
    await write(paragraph('a', 'Second'))
    const importing = { documentId: id, reason: 'before-import', by: owner.user.id } as const
    const saved = await saveVersion(server.services, importing)
    expect((await list()).map((version) => [version.id, version.reason])).toEqual([
      [saved, 'before-import'],
      [first.id, 'manual'],
    ])
  })

  it('R47 an old version is restored while five type, and that is undone: nobody loses a later word', async () => {
    const old = ['a', 'b', 'c', 'd', 'e'].map((block) => paragraph(block, `old ${block}`))
    await write(...old)
    const version = await save()
    await write(paragraph('a', 'changed a'), paragraph('x', 'added x'), paragraph('c', 'old c'))
    const five = Array.from({ length: 5 }, () => open())
    await Promise.all(five.map((tab) => tab.saved()))
    /** Everybody writes into the title and into blocks that are there for them, and makes one. */
    let count = 0
    const tokens: string[] = []
    const typeAll = () => {
      for (const [who, tab] of five.entries()) {
        const token = `‹${who}.${count++}›`
        const blocks = settledBlocks(tab.page.doc)
        const at = count % Math.max(1, blocks.length)
        const typed = blocks.map((block, index) =>
          index === at ? { ...block, text: [...(block.text ?? []), { text: token }] } : block,
        )
        applyBlocks(
          tab.page.doc,
          count % 4 === 0 ? [...typed, paragraph(`n${count}`, `‹${who}-${count}›`)] : typed,
        )
        tokens.push(token, tab.write())
        if (count % 4 === 0) tokens.push(`‹${who}-${count}›`)
      }
    }
    const all = async () => Promise.all(five.map((tab) => tab.saved()))
    // Typed before anybody asked for the restore: gone with it, and back when it is undone.
    typeAll()
    await all()
    const earlier = tokens.splice(0)
    const restoring = versions().restoreVersion.mutate({ versionId: version.id })
    // While it is under way: before it, and gone with it, or after it.
    for (let round = 0; round < 4; round++) {
      typeAll()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const { undoVersionId } = await restoring
    earlier.push(...tokens.splice(0))
    // After it, also by those who have not heard of it yet.
    typeAll()
    typeAll()
    await all()
    expect(lostOrDoubled(tokens, await words())).toEqual({ lost: [], doubled: [] })
    for (const { text } of old)
      expect(await words()).toContain(text![0] && 'text' in text![0] && text![0].text)
    const undoing = versions().undoRestore.mutate({ versionId: undoVersionId! })
    for (let round = 0; round < 6; round++) {
      typeAll()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await undoing
    await all()
    expect(lostOrDoubled([...earlier, ...tokens], await words())).toEqual({ lost: [], doubled: [] })
    expect(await words()).toContain('added x')
    await until('all to agree', async () => {
      const stored = JSON.stringify(settledBlocks(await storedDoc(server.services.db, id)))
      return five.every((tab) => JSON.stringify(settledBlocks(tab.page.doc)) === stored)
    })
  })

  it('R47 two tabs restore the same version at once, and again: no word stands there twice', async () => {
    const old = [paragraph('a', 'alpha words'), paragraph('b', 'beta words')]
    await write(...old)
    const version = await save()
    for (let round = 0; round < 3; round++) {
      await pages().update.mutate({
        id,
        title: `Title ${round}`,
        contentRich: [paragraph('a', `New ${round}`)],
      })
      const answers = await Promise.all(
        Array.from({ length: 3 }, () => versions().restoreVersion.mutate({ versionId: version.id })),
      )
      const page = await pages().document.query({ id })
      expect({ title: page.title, contentRich: page.contentRich }).toEqual({
        title: 'Plans',
        contentRich: old,
      })
      expect(answers.filter(({ changed }) => changed)).toHaveLength(1)
    }
  })

  it('R67 no more than four restores of a person are under way at once; the next is refused, and goes later', async () => {
    await write(paragraph('a', 'alpha'))
    const { id: versionId } = await save()
    await write(paragraph('a', 'ALPHA'))
    const restore = () => versions().restoreVersion.mutate({ versionId })
    // Restores of a page wait for each other: while this one has its turn, none ends.
    let end = () => {}
    const before = new Promise<void>((resolve) => {
      end = resolve
    })
    const held = server.services.underWay.inTurn(`restore:${id}`, () => before)
    const refused: string[] = []
    const answers = Array.from({ length: 6 }, () =>
      restore().then(
        ({ changed }) => changed,
        ({ message }: Error) => void refused.push(message),
      ),
    )
    await expect.poll(() => refused.length, { timeout: 10_000 }).toBe(2)
    for (const words of refused) expect(words).toContain('try again later')
    end()
    await held
    const settled = await Promise.all(answers)
    expect(settled.filter((changed) => changed === true)).toHaveLength(1)
    expect(settled.filter((changed) => changed === false)).toHaveLength(3)
    expect(await content()).toEqual([paragraph('a', 'alpha')])
    expect(await restore()).toMatchObject({ changed: false })
  })

  it('R47 a restore beside a call that writes the same words: they stand there once', async () => {
    await write(paragraph('a', 'alpha words'), paragraph('b', 'beta words'))
    const version = await save()
    for (let round = 0; round < 4; round++) {
      await write(paragraph('a', `Quite other text ${round}`))
      await Promise.all([
        versions().restoreVersion.mutate({ versionId: version.id }),
        write(paragraph('a', 'alpha words'), paragraph('b', 'beta words')),
      ])
      expect(await content()).toEqual([paragraph('a', 'alpha words'), paragraph('b', 'beta words')])
    }
  })

  it('R47 going back by restoring the version before ends the undo, which would bring its words twice', async () => {
    await write(paragraph('a', 'alpha'))
    const old = await save()
    const later = [paragraph('a', 'ALPHA quite other text'), paragraph('n', 'Later')]
    await write(...later)
    const first = await versions().restoreVersion.mutate({ versionId: old.id })
    await versions().restoreVersion.mutate({ versionId: first.undoVersionId! })
    expect(await content()).toEqual(later)
    expect(await list()).toMatchObject([{ canUndo: true }, { id: first.undoVersionId, canUndo: false }, {}])
    const undoing = versions().undoRestore.mutate({ versionId: first.undoVersionId! })
    expect(await refusalWords(undoing)).toBe(VERSION_WORDS.nothingToUndo)
    expect(await content()).toEqual(later)
  })

  it('R47 an undo brings no words that have come back in another way, and does nothing where all have', async () => {
    await write(paragraph('a', 'alpha'))
    const old = await save()
    const later = [paragraph('a', 'ALPHA quite other text'), paragraph('n', 'Later')]
    await write(...later)
    const first = await versions().restoreVersion.mutate({ versionId: old.id })
    await write(...later)
    expect(await versions().undoRestore.mutate({ versionId: first.undoVersionId! })).toMatchObject({
      changed: false,
    })
    expect(await content()).toEqual(later)
    const second = await versions().restoreVersion.mutate({ versionId: old.id })
    await write(paragraph('m', 'Mine'), ...later)
    await versions().undoRestore.mutate({ versionId: second.undoVersionId! })
    const words = JSON.stringify(await content())
    for (const once of ['ALPHA quite other text', 'Later', 'Mine'])
      expect([once, words.split(once).length - 1]).toEqual([once, 1])
  })

  it('R11 R47 an undo that a kill cut off can be asked for again; one that is under way cannot', async () => {
    await write(paragraph('a', 'old'))
    const saved = await save()
    await write(paragraph('a', 'new'))
    const { undoVersionId } = await versions().restoreVersion.mutate({ versionId: saved.id })
    const claimed = (minutesAgo: number) =>
      server.services.db
        .updateTable('version')
        .set({ undone_at: new Date(Date.now() - minutesAgo * 60_000).toISOString() })
        .where('id', '=', undoVersionId!)
        .execute()
    await claimed(1)
    expect((await list())[0]).toMatchObject({ id: undoVersionId, canUndo: false })
    expect(await refusalWords(versions().undoRestore.mutate({ versionId: undoVersionId! }))).toBe(
      VERSION_WORDS.nothingToUndo,
    )
    await claimed(11)
    expect((await list())[0]).toMatchObject({ id: undoVersionId, canUndo: true })
    await versions().undoRestore.mutate({ versionId: undoVersionId! })
    expect(await content()).toEqual([paragraph('a', 'new')])
    expect((await list())[0]).toMatchObject({ canUndo: false })
  })

  it('R11 R47 an undo of a restore that a kill kept from the page is refused, and leaves nothing behind', async () => {
    const later = paragraph('a', 'ALPHA quite other text')
    await write(later)
    const { id: versionId } = await save()
    const { db, live } = server.services
    const state = await live.read(id, (doc) => encodeStateAsUpdate(doc))
    const { after } = planEdit(state, (before) => ({ ...before, blocks: [paragraph('a', 'alpha')] }))
    const undo_state = await packState(after)
    await db.updateTable('version').set({ undo_state }).where('id', '=', versionId).execute()
    expect(await list()).toMatchObject([{ canUndo: true }])
    expect(await refusalWords(versions().undoRestore.mutate({ versionId }))).toBe(VERSION_WORDS.nothingToUndo)
    expect(await content()).toEqual([later])
    expect(await live.read(id, (doc) => doc.store.pendingStructs)).toBeNull()
    expect(await list()).toMatchObject([{ canUndo: false }])
  })

  it('R10 a tab 30 days old comes back after a restore: merged, nothing reverted, nothing twice', async () => {
    await write(paragraph('a', 'First'), paragraph('b', 'Second'))
    const version = await save()
    const sleeper = open()
    await sleeper.saved()
    sleeper.page.destroy()
    // What it typed before it slept and never sent, as its browser keeps it.
    const kept = sleeper.page.doc
    applyBlocks(kept, [
      paragraph('a', 'First and mine'),
      paragraph('b', 'Second'),
      paragraph('d', 'Mine alone'),
    ])
    await write(paragraph('b', 'Second, changed'), paragraph('e', 'Late'))
    await versions().restoreVersion.mutate({ versionId: version.id })
    await server.services.live.edit(id, owner.user.id, (doc) => {
      applyBlocks(doc, [...settledBlocks(doc), paragraph('f', 'After the restore')])
    })
    await server.services.live.edit(id, owner.user.id, (doc) => applyUpdate(doc, encodeStateAsUpdate(kept)))
    const now = await words()
    for (const once of ['First', 'Second', ' and mine', 'Mine alone', 'After the restore'])
      expect([once, now.split(once).length - 1]).toEqual([once, 1])
    for (const gone of ['changed', 'Late']) expect(now).not.toContain(gone)
    const fresh = open()
    await until('what everybody sees', () => wordsOf(fresh.page.doc).trim() === now.trim())
  })

  it('7.14 one block is restored where it stands, or where it stood when it is gone; the rest stays', async () => {
    const toggle = (...children: Block[]): Block => ({ id: 't', kind: 'toggle', children })
    await write(
      paragraph('a', 'First'),
      toggle(paragraph('s', 'Title'), paragraph('i', 'Inside')),
      paragraph('z', 'Last'),
    )
    const version = await save()
    await write(paragraph('z', 'Last, changed'), paragraph('a', 'First, changed'))
    await versions().restoreBlock.mutate({ versionId: version.id, blockId: 'a' })
    expect(await content()).toEqual([paragraph('z', 'Last, changed'), paragraph('a', 'First')])
    const { undoVersionId } = await versions().restoreBlock.mutate({ versionId: version.id, blockId: 't' })
    expect((await content())!.map((block) => block.id)).toEqual(['z', 'a', 't'])
    await versions().undoRestore.mutate({ versionId: undoVersionId! })
    expect((await content())!.map((block) => block.id)).toEqual(['z', 'a'])
    expect(
      await refusalWords(versions().restoreBlock.mutate({ versionId: version.id, blockId: 'nowhere' })),
    ).toBe(VERSION_WORDS.blockNotThere)
  })

  it('a restore, its undo, a restored block and a call that writes the page leave pending what is suggested', async () => {
    await write(paragraph('a', 'Pour slowly.'), paragraph('b', 'Wait.'))
    const version = await save()
    await write(paragraph('a', 'Pour it slowly now.'), paragraph('b', 'Wait a little.'))
    const tab = open()
    await tab.saved()
    const { doc } = tab.page
    const suggestions = new Suggestions(doc)
    const index = new PageIndex(doc, undefined, undefined, new ReadingView(suggestions, 'marked'))
    const by = { sid: `${owner.user.id} one`, at: 1, words: 4_000_000 }
    writingBy(
      (_, edit) => suggestPage(index, suggestions, edit, by),
      () => {
        // "Pour [hot water]… [slowly]".
        insertText(index, 'a', 4, ' hot water')
        deleteText(index, 'a', 17, 24)
      },
    )
    suggestTitle(suggestions, 'proposed', 'Tea plans', by)
    await tab.saved()
    const keys = () => [...suggestionsOf(doc).keys()].sort()
    const before = keys()
    const marked = () => JSON.stringify(index.blocks())
    const holds = async (...blocks: Block[]) => {
      expect(await content()).toEqual(blocks)
      await until('the tab to follow', () => settledText(doc) === plainTextOf(blocks))
      expect(keys()).toEqual(before)
      expect(marked()).toContain(' hot water')
      expect(readTitle(suggestions, 'proposed')).toContain('Tea')
    }
    await holds(paragraph('a', 'Pour it slowly now.'), paragraph('b', 'Wait a little.'))
    const restored = await versions().restoreVersion.mutate({ versionId: version.id })
    await holds(paragraph('a', 'Pour slowly.'), paragraph('b', 'Wait.'))
    await versions().undoRestore.mutate({ versionId: restored.undoVersionId! })
    await holds(paragraph('a', 'Pour it slowly now.'), paragraph('b', 'Wait a little.'))
    await versions().restoreBlock.mutate({ versionId: version.id, blockId: 'a' })
    await holds(paragraph('a', 'Pour slowly.'), paragraph('b', 'Wait a little.'))
    await pages().update.mutate({
      id,
      title: 'Later plans',
      contentRich: [paragraph('a', 'Pour very slowly.')],
    })
    await holds(paragraph('a', 'Pour very slowly.'))
    expect((await pages().document.query({ id })).title).toBe('Later plans')
    decide(index, suggestions, chosenSids(suggestions, suggestions.sids), true)
    await tab.saved()
    expect(JSON.stringify(await content())).toContain('Pour hot water')
    index.close()
    suggestions.close()
  })

  it('3.5 a page that has been left alone for ten minutes since it was changed is saved, once', async () => {
    await write(paragraph('a', 'First'))
    await lookAt((VERSIONS.idleMinutes - 1) * MINUTE)
    expect(await list()).toEqual([])
    await lookAt((VERSIONS.idleMinutes + 1) * MINUTE)
    expect(await list()).toMatchObject([
      { reason: 'automatic', name: null, username: owner.user.name, title: 'Plans' },
    ])
    await lookAt((VERSIONS.idleMinutes + 2) * MINUTE)
    // What is not content is not saved.
    await pages().update.mutate({ id, status: 'completed' })
    await lookAt((VERSIONS.idleMinutes + 3) * MINUTE)
    expect(await list()).toHaveLength(1)
    await write(paragraph('a', 'Second'))
    await lookAt((VERSIONS.idleMinutes + 4) * MINUTE)
    expect(await list()).toHaveLength(2)
    // An empty page that never said anything has no history.
    const empty = await pages().create.mutate({ title: '' })
    await lookAt((VERSIONS.idleMinutes + 5) * MINUTE)
    expect((await versions().documentVersions.query({ documentId: empty.id })).versions).toEqual([])
  })

  it('3.5 a version says whose work it is: everybody who has edited since the one before', async () => {
    const { db } = server.services
    const { pod_id } = await db
      .selectFrom('document')
      .select('pod_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const now = new Date().toISOString()
    const member = { pod_id, user_id: other.user.id, role: 'owner', created_at: now } as const
    await db.insertInto('pod_member').values(member).execute()
    await write(paragraph('a', 'First'))
    await server.rpc(other.cookie).document.update.mutate({ id, contentRich: [paragraph('a', 'Second')] })
    const both = await save()
    expect(both.authors.map((author) => author.id)).toEqual([other.user.id, owner.user.id])
    await write(paragraph('a', 'Third'))
    expect((await save()).authors.map((author) => author.id)).toEqual([owner.user.id])
    await db
      .deleteFrom('pod_member')
      .where('pod_id', '=', pod_id)
      .where('user_id', '=', other.user.id)
      .execute()
  })

  it('3.5 versions without a name go after 90 days, named ones and those of a living page stay', async () => {
    await write(paragraph('a', 'First'))
    const named = await save('Keep me')
    await write(paragraph('a', 'Second'))
    const plain = await save()
    await write(paragraph('a', 'Third'))
    const last = await save()
    const ids = async () => (await list()).map((version) => version.id)
    const at = (days: number) => new Date(Date.now() + days * DAY)
    await sweepVersions(server.services.db, at(LIMITS.versionDays - 1))
    expect(await ids()).toEqual([last.id, plain.id, named.id])
    await sweepVersions(server.services.db, at(LIMITS.versionDays + 1))
    // How the page has read since then stays, and is not saved anew as if somebody had changed it.
    expect(await ids()).toEqual([last.id, named.id])
    await saveResting(server.services, at(LIMITS.versionDays + 1), true)
    expect(await ids()).toEqual([last.id, named.id])
    // Without its name it would go with the next sweep: that is for those who may delete it.
    await server.services.db
      .updateTable('version')
      .set({ created_at: at(-LIMITS.versionDays - 1).toISOString() })
      .where('id', '=', named.id)
      .execute()
    const { pod_id } = await server.services.db
      .selectFrom('document')
      .select('pod_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { db } = server.services
    const member = {
      pod_id,
      user_id: other.user.id,
      role: 'member',
      created_at: new Date().toISOString(),
    } as const
    await db.insertInto('pod_member').values(member).execute()
    const theirs = versions(other)
    await theirs.rename.mutate({ versionId: named.id, name: 'Keep it' })
    expect((await refusal(theirs.rename.mutate({ versionId: named.id, name: null }))).code).toBe('forbidden')
    await db
      .deleteFrom('pod_member')
      .where('user_id', '=', other.user.id)
      .where('pod_id', '=', pod_id)
      .execute()
    await versions().rename.mutate({ versionId: named.id, name: null })
    await pages().archive.mutate({ id })
    await pages().delete.mutate({ id })
    const left = server.services.db.selectFrom('version').select('id').where('document_id', '=', id)
    expect(await left.execute()).toEqual([])
  })

  it('R20 R21 somebody who may not see the page learns nothing of its versions; who may only read it restores nothing', async () => {
    await write(paragraph('a', 'Secret'))
    const mine = await save('Secret name')
    const theirs = versions(other)
    const one = { versionId: mine.id }
    const refused = [
      theirs.version.query(one),
      theirs.restoreVersion.mutate(one),
      theirs.restoreBlock.mutate({ ...one, blockId: 'a' }),
      theirs.rename.mutate({ ...one, name: 'Mine' }),
      theirs.delete.mutate(one),
      theirs.undoRestore.mutate(one),
    ]
    expect(new Set(await Promise.all(refused.map(refusalWords)))).toEqual(new Set([VERSION_WORDS.notThere]))
    expect(await refusalWords(theirs.documentVersions.query({ documentId: id }))).toBe(NOT_THERE())
    const page = await server.rpc(other.cookie).document.create.mutate({ title: 'Theirs' })
    // A version of mine is not there for a page of theirs.
    const diff = theirs.diff.query({ documentId: page.id, from: mine.id, to: null })
    expect(await refusalWords(diff)).toBe(VERSION_WORDS.notThere)
    await write(paragraph('a', 'Changed'))
    await pages().update.mutate({ id, lockPage: true })
    expect(await list()).toHaveLength(1)
    const locked = [
      versions().restoreVersion.mutate(one),
      versions().createVersion.mutate({ documentId: id }),
      versions().rename.mutate({ ...one, name: 'Other' }),
    ]
    expect(new Set(await Promise.all(locked.map(refusalWords)))).toEqual(
      new Set(['This page is locked. Unlock it to change it.']),
    )
    expect(await content()).toEqual([paragraph('a', 'Changed')])
  })

  it('R67 two versions of a long page are compared in a thread of its own, while others are answered', async () => {
    const lines = (of: string) =>
      Array.from({ length: 3_000 }, (_, at) =>
        paragraph(`b${at}`, `Line ${at} ${of} with some more words to compare`),
      )
    await write(...lines('before'))
    const { id: from } = await save('Before')
    await write(...lines('after'))
    const { id: to } = await save('After')
    const diff = () => versions().diff.query({ documentId: id, from, to, full: false })
    const work = async <T>(act: () => Promise<T>): Promise<[number, T]> => {
      const before = process.threadCpuUsage()
      const result = await act()
      const { user, system } = process.threadCpuUsage(before)
      return [user + system, result]
    }
    // The worker's program is made when it is first needed; here that is not what is measured.
    await diff()
    const [asked, found] = await work(diff)
    expect(found.counts).toEqual({ added: 0, removed: 0, moved: 0, changed: 3_000 })
    const sides = [lines('before'), lines('after')].map((blocks) => ({ title: 'Plans', blocks }))
    const [here, same] = await work(async () => diffPages(sides[0]!, sides[1]!, { full: false }))
    expect(same.counts).toEqual(found.counts)
    expect(asked).toBeLessThan(here)
  })

  it('3.5 more versions than are given at once come in pages, the newest first', async () => {
    const { db } = server.services
    const saved = await save()
    const row = await db
      .selectFrom('version')
      .selectAll()
      .where('id', '=', saved.id)
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: VERSIONS.pageSize + 5 }, (_, index) => ({
      ...row,
      id: `${id}-${index}`,
      created_at: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(index / 2))).toISOString(),
    }))
    await db.insertInto('version').values(rows).execute()
    const first = await versions().documentVersions.query({ documentId: id })
    expect(first.versions).toHaveLength(VERSIONS.pageSize)
    const rest = await versions().documentVersions.query({ documentId: id, cursor: first.nextCursor! })
    expect(rest.nextCursor).toBeNull()
    const all = [...first.versions, ...rest.versions]
    expect(new Set(all.map((version) => version.id)).size).toBe(VERSIONS.pageSize + 6)
    const times = all.map((version) => version.createdAt)
    expect(times).toEqual(times.toSorted().reverse())
  })
})
