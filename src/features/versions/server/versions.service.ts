import { webcrypto } from 'node:crypto'
import { requireRoom } from '@/blocks/page-size'
import type { PageContent } from '@/document'
import { historySince } from '@/server/access/page-access'
import { readPermitted, requirePage } from '@/server/access/require-page'
import { packState } from '@/server/collab/packed-state'
import { sayingOf } from '@/server/collab/page-work'
import type { Services, SignedInContext } from '@/server/context'
import type { VersionRow } from '@/server/db/schema'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import { LIMITS } from '@/shared/limits'
import type { PageAction } from '@/shared/permissions'
import type { PageDiff } from '../diff/model'
import type { CreateVersion, DiffVersions, ListVersions, RenameVersion, RestoreBlock } from '../inputs'
import {
  type PageVersion,
  VERSION_WORDS,
  VERSIONS,
  type VersionList,
  type VersionReason,
  type VersionWithContent,
} from '../model'
import { withBlock } from '../with-block'
import { askDiff, askRich } from './ask-version'
import type { ComparedSide } from './version-work'
import * as queries from './versions.queries'

type Context = Pick<SignedInContext, 'db' | 'live' | 'caller' | 'limits' | 'underWay'>

/** How many versions a person can save or restore in a minute. */
const PER_MINUTE = 60

const now = () => new Date().toISOString()

/** The page's versions, the newest first. Throws like `requirePage`. */
export async function listVersions(ctx: Context, { documentId, cursor }: ListVersions): Promise<VersionList> {
  const { facts } = await requirePage(ctx, documentId, 'history')
  const [createdAt, id] = cursor?.split(' ') ?? []
  const rows = await queries.listVersions(ctx.db, documentId, {
    before: createdAt && id ? { createdAt, id } : null,
    limit: VERSIONS.pageSize + 1,
    since: await historySince(ctx.db, ctx.caller.user.id, { id: documentId, level: facts.level }),
  })
  const shown = rows.slice(0, VERSIONS.pageSize)
  const last = rows.length > VERSIONS.pageSize ? shown.at(-1) : undefined
  return {
    versions: await present(ctx, shown),
    nextCursor: last ? `${last.created_at} ${last.id}` : null,
  }
}

/** One version with what it says. */
export async function getVersion(ctx: Context, versionId: string): Promise<VersionWithContent> {
  const row = await requireVersion(ctx, versionId, 'history')
  const { blocks } = await contentOfRow(ctx, row)
  // It may have been read after minutes in a queue.
  await requireVersion(ctx, versionId, 'history')
  return { ...(await presentOne(ctx, row.id)), contentRich: blocks }
}

/** Saves the page as it reads now; one that reads like the newest version is that version, which gets the name. */
export async function createVersion(
  ctx: Context,
  { documentId, name = null, reason }: CreateVersion,
): Promise<PageVersion> {
  await requirePage(ctx, documentId, 'edit')
  await ctx.limits.take(`version:${ctx.caller.user.id}`, PER_MINUTE, 60)
  const id = await saveVersion(ctx, { documentId, reason, by: ctx.caller.user.id, name })
  // Everybody who has the history open sees it there.
  ctx.live.tellChanged([documentId])
  return presentOne(ctx, id)
}

interface Saving {
  documentId: string
  reason: VersionReason
  /** Who is asking: the author of a page that nobody has edited. */
  by: string | null
  name?: string | null
}

/**
 * Saves a page as it reads now, and answers the version: before an import, a rewrite, or by hand. Nothing is saved twice:
 * a page that reads like its newest version is that version. The caller has made sure that the caller may edit the page.
 */
export async function saveVersion(services: Pick<Services, 'db' | 'live'>, saving: Saving): Promise<string> {
  const readAt = now()
  const content = await services.live.content(saving.documentId, saving.by)
  const json = JSON.stringify(content.blocks)
  return keepContent(services, { ...saving, title: content.title, json, currentAt: readAt })
}

interface Keeping extends Saving {
  title: string
  /** Its blocks as JSON. */
  json: string
  /** When the page read like this. */
  currentAt: string
}

/** Makes sure that there is a newest version with this content, and answers it. */
export async function keepContent({ db }: Pick<Services, 'db'>, keeping: Keeping): Promise<string> {
  const { documentId, reason, by, name = null, title, json, currentAt } = keeping
  const head = Buffer.byteLength(`${title}\n`)
  // Of a very long page neither the digest nor the packing is for the thread that answers everybody.
  const bytes = new TextEncoder().encode(`${title}\n${json}`)
  const hash = Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('base64url')
  const packed = await packState(bytes.subarray(head))
  return db.transaction().execute(async (trx) => {
    const latest = await queries.findLatest(trx, documentId)
    if (latest?.hash === hash && (name === null || latest.name === null || latest.name === name)) {
      await queries.updateVersion(trx, latest.id, {
        current_at: currentAt > latest.current_at ? currentAt : latest.current_at,
        ...(name === null ? {} : { name }),
      })
      return latest.id
    }
    const editors = await queries.listEditors(trx, documentId, latest?.current_at ?? '')
    const createdAt = now()
    const id = newId()
    await queries.insertVersion(trx, {
      id,
      document_id: documentId,
      title: title.replaceAll('\0', '').toWellFormed(),
      content: packed,
      hash,
      name,
      reason,
      authors: JSON.stringify(editors.length > 0 || by === null ? editors : [by]),
      // Two in one millisecond keep their order.
      created_at: latest && latest.created_at >= createdAt ? after(latest.created_at) : createdAt,
      current_at: currentAt,
      undo_state: null,
      undone_at: null,
    })
    return id
  })
}

const after = (time: string): string => new Date(Date.parse(time) + 1).toISOString()

/** What a restore answers. */
export interface Restored {
  documentId: string
  /** False: the page read like that already. */
  changed: boolean
  /** The version of the page before, with which `undoRestore` takes this back; null when nothing changed. */
  undoVersionId: string | null
}

/** Makes the page read as in a version, by a forward edit that merges with those who are typing (rulings 4, R47). */
export async function restoreVersion(ctx: Context, versionId: string): Promise<Restored> {
  const row = await requireVersion(ctx, versionId, 'edit')
  const content = await contentOfRow(ctx, row)
  return restore(ctx, row.document_id, () => content)
}

/** Makes one block read as in a version, and leaves the rest of the page. */
export async function restoreBlock(ctx: Context, { versionId, blockId }: RestoreBlock): Promise<Restored> {
  const row = await requireVersion(ctx, versionId, 'edit')
  const version = await contentOfRow(ctx, row)
  return restore(ctx, row.document_id, ({ title, blocks }) => {
    const restored = withBlock(blocks, version.blocks, blockId)
    if (!restored) throw new AppError('not-found', VERSION_WORDS.blockNotThere)
    return { title, blocks: restored }
  })
}

/** How many restores of a person are under way: each holds its page. */
const AT_ONCE = 4
const TOO_QUICK = () => t('You are operating too quickly, please try again later.')
/** How often a restore is worked out anew when others write the very same words meanwhile. */
const ROUNDS = 5

/**
 * The edit is worked out on the page as it stands now, the page before it and what an undo needs are stored, and then the
 * edit is merged with whatever others have written meanwhile. Restores of a page run one after the other: the words that
 * two bring back would be there twice.
 */
async function restore(
  ctx: Context,
  documentId: string,
  wanted: (before: PageContent) => PageContent,
): Promise<Restored> {
  const person = ctx.caller.user.id
  await ctx.limits.take(`version:${person}`, PER_MINUTE, 60)
  return ctx.underWay.within(`restores:${person}`, AT_ONCE, TOO_QUICK(), () => {
    return inTurn(ctx, documentId, () => tryRestores(ctx, documentId, wanted))
  })
}

async function tryRestores(
  ctx: Context,
  documentId: string,
  wanted: (before: PageContent) => PageContent,
): Promise<Restored> {
  for (let round = 0; round < ROUNDS; round++) {
    const restored = await tryRestore(ctx, documentId, wanted)
    if (restored) return restored
  }
  throw new AppError('conflict', VERSION_WORDS.beingRewritten)
}

/** Null: somebody has written some of the same words meanwhile, so it has to be worked out anew. */
async function tryRestore(
  ctx: Context,
  documentId: string,
  wanted: (before: PageContent) => PageContent,
): Promise<Restored | null> {
  const userId = ctx.caller.user.id
  const readAt = now()
  const { before, update, after } = await ctx.live.plan(documentId, userId, (before) => {
    const content = wanted(before)
    requireRoom(content.blocks, before.blocks)
    return content
  })
  if (!update) return { documentId, changed: false, undoVersionId: null }
  const undoVersionId = await keepContent(ctx, {
    documentId,
    reason: 'before-restore',
    by: userId,
    title: before.title,
    json: JSON.stringify(before.blocks),
    currentAt: readAt,
  })
  await queries.keepUndo(ctx.db, undoVersionId, documentId, after)
  let outcome: Awaited<ReturnType<typeof ctx.live.change>>
  try {
    const change = { update, before: sayingOf(before), wanted: sayingOf(wanted(before)) }
    outcome = await ctx.live.change(documentId, userId, { do: 'merge', ...change }, () =>
      requirePage(ctx, documentId, 'edit'),
    )
  } catch (error) {
    await queries.updateVersion(ctx.db, undoVersionId, { undo_state: null })
    throw error
  }
  if (outcome !== 'conflict') {
    ctx.live.tellChanged([documentId])
    return { documentId, changed: true, undoVersionId }
  }
  await queries.updateVersion(ctx.db, undoVersionId, { undo_state: null })
  return null
}

/**
 * Takes a restore back: what it took away is there again, what it brought is gone, and what anybody has written since
 * stays (R47). What is there again already is not brought twice. Throws `conflict` when it was done already, when another
 * restore came later, and when the restore never reached the page.
 */
export async function undoRestore(ctx: Context, versionId: string): Promise<Restored> {
  const version = await requireVersion(ctx, versionId, 'edit')
  const { document_id: documentId } = version
  // Before the undo is claimed, because it may have to wait for its turn in a worker.
  const wanted = { title: version.title, rich: await askRich(version.content, ctx.caller.user.id) }
  return inTurn(ctx, documentId, async () => {
    const isOurs = await queries.claimUndo(ctx.db, versionId, new Date())
    const row = isOurs ? await queries.findVersion(ctx.db, versionId) : null
    if (!row?.undo_state) throw new AppError('conflict', VERSION_WORDS.nothingToUndo)
    let outcome: Awaited<ReturnType<typeof ctx.live.change>>
    try {
      const change = { do: 'take-back', from: row.undo_state, wanted } as const
      outcome = await ctx.live.change(documentId, ctx.caller.user.id, change, () =>
        requirePage(ctx, documentId, 'edit'),
      )
    } catch (error) {
      await queries.updateVersion(ctx.db, versionId, { undone_at: null })
      throw error
    }
    await queries.updateVersion(ctx.db, versionId, { undo_state: null })
    if (outcome === 'conflict') throw new AppError('conflict', VERSION_WORDS.nothingToUndo)
    return { documentId, changed: outcome === 'changed', undoVersionId: null }
  })
}

/** Runs what is done with one page one after the other. */
const inTurn = <T>({ underWay }: Context, documentId: string, act: () => Promise<T>): Promise<T> =>
  underWay.inTurn(`restore:${documentId}`, act)

/**
 * Gives a version a name, with which it is kept for ever, or takes its name away. One that is older than any without a name goes with it,
 * so that takes the right to delete it.
 */
export async function renameVersion(ctx: Context, { versionId, name }: RenameVersion): Promise<PageVersion> {
  const { document_id, created_at } = await requireVersion(ctx, versionId, 'edit')
  await ctx.limits.take(`version:${ctx.caller.user.id}`, PER_MINUTE, 60)
  const isOld = Date.parse(created_at) < Date.now() - LIMITS.versionDays * 86_400_000
  if (name === null && isOld) await requireVersion(ctx, versionId, 'manage')
  await queries.updateVersion(ctx.db, versionId, { name })
  ctx.live.tellChanged([document_id])
  return presentOne(ctx, versionId)
}

/** Deletes a version for good. */
export async function deleteVersion(ctx: Context, versionId: string): Promise<{ id: string }> {
  const { document_id } = await requireVersion(ctx, versionId, 'manage')
  await queries.deleteVersion(ctx.db, versionId)
  ctx.live.tellChanged([document_id])
  return { id: versionId }
}

/** What differs between two versions of a page, or one and the page now. Throws `not-found` for another page's version. */
export async function diffVersions(
  ctx: Context,
  { documentId, from, to, full }: DiffVersions,
): Promise<PageDiff> {
  const sideOf = async (versionId: string | null): Promise<ComparedSide> => {
    if (versionId === null) return ctx.live.content(documentId, ctx.caller.user.id)
    const row = await requireVersion(ctx, versionId, 'history')
    if (row.document_id !== documentId) throw new AppError('not-found', VERSION_WORDS.notThere)
    return { title: row.title, packed: row.content }
  }
  const compare = async () =>
    askDiff({ from: await sideOf(from), to: await sideOf(to), full }, ctx.caller.user.id)
  return readPermitted(ctx, documentId, 'history', compare)
}

const contentOfRow = async (
  { caller }: Pick<Context, 'caller'>,
  { title, content }: Pick<VersionRow, 'title' | 'content'>,
): Promise<PageContent> => ({
  title,
  // Written by `keepContent` alone, from the blocks of a page.
  blocks: JSON.parse(await askRich(content, caller.user.id)) as PageContent['blocks'],
})

/**
 * A version whose page the caller may do this with. One of somebody else's page, and one from before they were let in, is
 * answered like none.
 */
async function requireVersion(ctx: Context, id: string, action: PageAction): Promise<VersionRow> {
  const row = await queries.findVersion(ctx.db, id)
  if (!row) throw new AppError('not-found', VERSION_WORDS.notThere)
  const gone = () => new AppError('not-found', VERSION_WORDS.notThere)
  try {
    const { facts } = await requirePage(ctx, row.document_id, action)
    const { document_id: page } = row
    const since = await historySince(ctx.db, ctx.caller.user.id, { id: page, level: facts.level })
    if (since !== null && row.created_at < since) throw gone()
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') throw gone()
    throw error
  }
  return row
}

async function presentOne(ctx: Context, id: string): Promise<PageVersion> {
  const row = await queries.findFacts(ctx.db, id)
  if (!row) throw new AppError('not-found', VERSION_WORDS.notThere)
  return (await present(ctx, [row]))[0]!
}

async function present(ctx: Context, rows: readonly queries.VersionFacts[]): Promise<PageVersion[]> {
  const authorsOf = rows.map(({ authors }) => JSON.parse(authors) as string[])
  const people = await queries.findPeople(ctx.db, [...new Set(authorsOf.flat())])
  return rows.map((row, index) => {
    const authors = authorsOf[index]!.flatMap((id) => {
      const person = people.get(id)
      return person ? [{ id, name: person.name, avatarUrl: person.image }] : []
    })
    return {
      id: row.id,
      documentId: row.document_id,
      title: row.title,
      createdAt: row.created_at,
      username: authors[0]?.name ?? null,
      authors,
      name: row.name,
      reason: row.reason,
      canUndo: row.canUndo && !queries.isUndone(row.undone_at, new Date()),
    }
  })
}
