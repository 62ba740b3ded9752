import type { Services } from '@/server/context'
import type { Db } from '@/server/db/db'
import { settleGiven } from '@/server/files/settled-files'
import { newId } from '@/shared/ids'
import { findShownFile } from './file-pages'
import * as queries from './files.queries'
import { copyPreviews } from './previews.queries'
import { insertWithinQuota } from './quota'

interface CopyContext extends Pick<Services, 'db' | 'files' | 'config' | 'lease'> {
  caller: { user: { id: string } }
}

interface Page {
  id: string
  pod_id: string
}

interface Copy {
  id: string
  pages: Page[]
}

/**
 * Copies of the files that copied pages show, so that each page has its own: a person who sees the copy sees its files, and
 * they stay when the original is deleted. Nobody sees them before {@link keep}; a server that is killed meanwhile
 * removes them at its next start, as any file that was not received to its end.
 */
export class FileCopies {
  private readonly copies = new Map<string, Copy | null>()

  constructor(private readonly ctx: CopyContext) {}

  /**
   * Makes the copy of a file that a page shows, for the copy of that page, which is going to be; a file that several pages
   * show is copied once. Does nothing for one that the page only names (R68). The caller has to see the page. Throws
   * `too-large` when the caller or the pod has no room for it.
   */
  async add(fileId: string, from: string, to: Page): Promise<void> {
    const { db, files, caller, config } = this.ctx
    const row = await findShownFile(db, from, fileId)
    if (row?.state !== 'ready') return
    const made = this.copies.get(fileId)
    if (made !== undefined) {
      made?.pages.push(to)
      return
    }
    this.copies.set(fileId, null)
    const id = newId()
    await insertWithinQuota(db, config.quota, {
      ...row,
      id,
      document_id: null,
      pod_id: to.pod_id,
      uploaded_by: caller.user.id,
      state: 'processing',
      created_at: new Date().toISOString(),
      let_go_at: null,
      received_by: this.ctx.lease.id,
    })
    this.copies.set(fileId, { id, pages: [to] })
    if (!(await files.copy(fileId, id))) await this.drop(fileId, id)
  }

  /** The copy's id; null when the file was not copied. */
  idOf(fileId: string): string | null {
    return this.copies.get(fileId)?.id ?? null
  }

  /** Gives the copies to their pages, in the transaction that makes these. */
  async keep(trx: Db): Promise<void> {
    const uploaded_by = this.ctx.caller.user.id
    for (const [fileId, copy] of this.copies) {
      if (!copy) continue
      await queries.keepCopy(trx, { id: copy.id, uploaded_by }, copy.pages)
      await copyPreviews(trx, fileId, copy.id)
    }
    const given = [...this.copies.values()].flatMap(
      (copy) => copy?.pages.map((page) => ({ id: copy.id, page: page.id })) ?? [],
    )
    for (const [page, files] of Map.groupBy(given, (one) => one.page))
      await settleGiven(
        trx,
        page,
        files.map(({ id }) => id),
      )
  }

  /** Removes every copy: the pages are not made. */
  async discard(): Promise<void> {
    for (const [fileId, copy] of this.copies) if (copy) await this.drop(fileId, copy.id)
  }

  private async drop(fileId: string, id: string): Promise<void> {
    this.copies.set(fileId, null)
    await this.ctx.files.remove(id)
    await queries.deleteFile(this.ctx.db, id)
  }
}
