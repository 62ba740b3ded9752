import type { Document, Hocuspocus } from '@hocuspocus/server'
import type * as Y from 'yjs'
import type { Block } from '@/blocks'
import { layoutIsKnown, type PageContent, settledPage } from '@/document'
import type { Db } from '@/server/db/db'
import type { SharedWork } from '@/server/workers/job-queue'
import { type AskedWork, isUnmade } from '@/server/workers/worker-pool'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { askPage, LONG, SHORT, sizeOf, sizeOfBytes } from './ask-page'
import { blocksOf } from './blocks-as-json'
import { AccessDenied, type Context } from './edit-authorizer'
import type { LivePage } from './live-page'
import type { LivePages } from './live-pages'
import { noRoomError } from './page-memory'
import { bytesOf, readStored, readStoredSize } from './page-store'
import type { PlannedFrom, pageWork, StoredBytes } from './page-work'
import type { ToldPage, ToldWish } from './told-page'

type PageWork = typeof pageWork
type PageJob<Name extends keyof PageWork> = Parameters<PageWork[Name]>[0]

export interface ReadDeps {
  db: Db
  hocuspocus: Hocuspocus<Context>
  /** Who has used up their share of the time waits (`SocketServer`). */
  sockets: {
    charge<T>(people: readonly (string | null)[], act: () => T): T
    rested(userId: string | null): Promise<void>
  }
  /** The bookkeeping of this document; none when it has left memory. */
  pageOf(document: Document): LivePage | undefined
  /** This person (null: the server itself) waits for a page to be loaded. */
  awaits(documentId: string, userId: string | null): void
}

/** How often a page that keeps leaving memory is loaded again for one call. */
const LOAD_ROUNDS = 5
export const UNREADABLE = () => t('The page could not be read. Please try again.')

/** Opens pages for the server itself, and reads what they say. The person who asks is charged with the time of it. */
export class PageReader {
  constructor(private readonly deps: ReadDeps) {}

  /**
   * Runs `act` on the page in memory, loading it first for this person (null: the server itself), and keeps it there meanwhile. Throws
   * `AppError('not-found')` when there is no such page, `AppError('unavailable')` when it cannot be read.
   */
  async withPage<T>(
    documentId: string,
    userId: string | null,
    act: (document: Document, page: LivePage) => Promise<T> | T,
  ): Promise<T> {
    for (let round = 0; round < LOAD_ROUNDS; round++) {
      const document = await this.loaded(documentId, userId)
      const page = this.deps.pageOf(document)
      // It left memory between being found and being used: the next round loads it freshly.
      if (!page) continue
      if (page.givesWay) throw noRoomError()
      const visit = {}
      document.addDirectConnection()
      page.entered(visit, null, userId)
      try {
        return await act(document, page)
      } finally {
        document.removeDirectConnection()
        page.left(visit)
      }
    }
    throw new AppError('unavailable', UNREADABLE())
  }

  /** {@link LivePages.read} */
  read<T>(documentId: string, read: (doc: Y.Doc) => T): Promise<T> {
    return this.withPage(documentId, null, (document) => {
      requireKnownLayout(document)
      return read(document)
    })
  }

  /** {@link LivePages.content} */
  async content(documentId: string, userId: string | null): Promise<PageContent> {
    const isOpen = this.deps.hocuspocus.documents.has(documentId)
    const size = isOpen ? 0 : await this.storedSize(documentId)
    // What is not in memory is read from the disk alone, unless it stands in an older layout, or is short.
    const read = size > SHORT && (await this.contentOf(documentId, size, userId))
    if (read) return read
    return this.withPage(documentId, userId, async (document, page) => {
      requireKnownLayout(document)
      const size = this.sizeFor(userId, page)
      const read = size > SHORT ? await this.contentOf(documentId, size, userId, page.signal) : null
      return read ?? this.charge(userId, () => settledPage(document))
    })
  }

  /** {@link LivePages.told} */
  async told(documentId: string, userId: string, wish: ToldWish): Promise<ToldPage> {
    const job = async () => ({ stored: await this.stored(documentId), wish })
    // Writing Markdown takes long also where little is stored.
    const ask = (signal?: AbortSignal) => askPage('told', job, LONG, userId, signal)
    const told = await ask()
    if (told) return told
    // What stands in an older layout is brought over by being loaded.
    return this.withPage(documentId, userId, async (document, page) => {
      requireKnownLayout(document)
      const brought = await ask(page.signal)
      if (!brought) throw new AppError('unavailable', UNREADABLE())
      return brought
    })
  }

  /** {@link LivePages.review} */
  review(documentId: string, userId: string | null): ReturnType<LivePages['review']> {
    return this.withPage(documentId, userId, async (document, page) => {
      requireKnownLayout(document)
      const job = async () => ({ stored: await this.stored(documentId) })
      const size = this.sizeFor(userId, page)
      const asked = this.ask('carried', job, size, userId, userId, page.signal)
      const { title, pieces, review, anchors } = await asked
      return { title, blocks: await this.blocksIn(pieces, userId), review, anchors }
    })
  }

  /** {@link LivePages.plan} */
  plan(
    documentId: string,
    userId: string | null,
    wanted: (before: PageContent) => PageContent,
  ): Promise<PlannedFrom> {
    return this.withPage(documentId, userId, async (document, page) => {
      requireKnownLayout(document)
      const stored = await this.stored(documentId)
      const long = Math.max(this.sizeFor(userId, page), sizeOf(stored))
      const read = await this.contentIn({ stored }, long, userId, page.signal)
      const before = read ?? this.charge(userId, () => settledPage(document))
      const { title, blocks } = wanted(before)
      const saying = { title, rich: JSON.stringify(blocks) }
      const size = Math.max(long, saying.rich.length)
      const job = { stored, wanted: saying }
      const { update, after } = await this.ask('planFrom', job, size, userId, userId, page.signal)
      return { before, update, after }
    })
  }

  /** What a page says, from what is stored of it when its turn has come; null when it stands in a layout that is not known here. */
  private async contentOf(
    documentId: string,
    size: number,
    userId: string | null,
    signal?: AbortSignal,
  ): Promise<PageContent | null> {
    return this.contentIn(async () => ({ stored: await this.stored(documentId) }), size, userId, signal)
  }

  /** What the page says; null for one that this program cannot read. */
  private async contentIn(
    job: AskedWork<{ stored: StoredBytes }>,
    size: number,
    userId: string | null,
    signal?: AbortSignal,
  ): Promise<PageContent | null> {
    const { title, pieces, isKnown } = await this.ask('content', job, size, userId, userId, signal)
    return isKnown ? { title, blocks: await this.blocksIn(pieces, userId) } : null
  }

  /** What `pageWork` has written of a page. */
  private blocksIn(pieces: readonly string[], userId: string | null): Promise<Block[]> {
    return blocksOf(pieces, (read) => this.charge(userId, read))
  }

  private async storedSize(documentId: string): Promise<number> {
    const size = await readStoredSize(this.deps.db, documentId)
    if (size === null) throw new AppError('not-found', t('This page does not exist.'))
    return sizeOfBytes(size)
  }

  /** What is stored of a page now: all that the page in memory holds, and what is about to be applied there. */
  async stored(documentId: string): Promise<StoredBytes> {
    const stored = await readStored(this.deps.db, documentId)
    if (!stored) throw new AppError('not-found', t('This page does not exist.'))
    return bytesOf(stored)
  }

  private async loaded(documentId: string, userId: string | null): Promise<Document> {
    try {
      if (!this.deps.hocuspocus.documents.has(documentId)) this.deps.awaits(documentId, userId)
      const config = { isAuthenticated: true, readOnly: false }
      return await this.deps.hocuspocus.createDocument(
        documentId,
        new Request('http://localhost'),
        'server',
        config,
      )
    } catch (error) {
      if (error instanceof AccessDenied && error.reason === 'not-found') {
        throw new AppError('not-found', t('This page does not exist.'), { cause: error })
      }
      if (error instanceof AccessDenied && error.reason === 'no-room') throw noRoomError(error)
      throw new AppError('unavailable', UNREADABLE(), { cause: error })
    }
  }

  /** {@link askPage}; what is gone through here, because it is short, is charged. */
  async ask<Name extends keyof PageWork & string>(
    name: Name,
    job: AskedWork<PageJob<Name>>,
    size: number,
    userId: string | null,
    by: string | null | SharedWork = userId,
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<PageWork[Name]>>> {
    const work = size <= SHORT && isUnmade(job) ? ((await job()) as PageJob<Name>) : job
    return this.charge(userId, () => askPage(name, work, size, by, signal))
  }

  /** How much of the page there is to go through; looking at it for that is charged. */
  sizeFor(userId: string | null, page: LivePage): number {
    return this.charge(userId, () => page.size)
  }

  charge<T>(userId: string | null, act: () => T): T {
    return this.deps.sockets.charge([userId], act)
  }
}

export function requireKnownLayout(document: Y.Doc): void {
  if (layoutIsKnown(document)) return
  throw new AppError(
    'unavailable',
    t('This page was written by a newer version of Sheaf. It opens again when this server is updated.'),
  )
}
