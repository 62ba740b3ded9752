import { ZipFile } from 'yazl'
import { fileNameOf } from '@/features/interchange/model'
import { headersOf, streamOf } from '@/features/interchange/server/export.service'
import {
  Branch,
  drained,
  freeName,
  type Planned,
  type TakenNames,
  takenNames,
  ZipFiles,
} from '@/features/interchange/server/export-branch'
import type { ExportInput } from '@/features/interchange/server/export-pages'
import { type SentFile, whileSent } from '@/features/interchange/server/sent-file'
import { yieldToEventLoop } from '@/server/collab/yield-to-event-loop'
import type { SignedInContext } from '@/server/context'
import { t } from '@/shared/i18n'
import * as queries from './account-copy.queries'

/** How often somebody may take a copy in an hour. */
const PER_HOUR = 10

const JSON_PAGES: Omit<ExportInput, 'documentId'> = {
  format: 'json',
  subPages: true,
  options: { discussions: true, suggestions: true },
}
const MARKDOWN_PAGES: Omit<ExportInput, 'documentId'> = { format: 'markdown', subPages: true, options: {} }

/**
 * Everything that an account has, as a `.zip`: the pages of all its pods and those shared with it, with what lies in them, as JSON with
 * comments and suggestions (`pages/`, which an import takes back) and as Markdown (`markdown/`), files, comments, chats, stash, and what is
 * set (`account.json`). What cannot be read is left out and named there. It is sent while it is written. Throws `rate-limited` for more
 * copies than somebody may take in an hour, and like `whileSent`.
 */
export const copyAccount = (ctx: SignedInContext, signal: AbortSignal): Promise<SentFile> =>
  whileSent(ctx, 'zip', async () => {
    const { user } = ctx.caller
    await ctx.limits.take(`account-copy:${user.id}`, PER_HOUR, 3_600)
    const pages = await queries.listPages(ctx.db, user.id)
    const zip = new ZipFile()
    const body = streamOf(zip, signal)
    const closed = new AbortController()
    body.once('close', () => closed.abort())
    const copy = new AccountCopy(ctx, zip, pages, AbortSignal.any([signal, closed.signal]))
    void copy.write().catch((error) => {
      if (!copy.signal.aborted) ctx.log.error({ err: error }, 'the copy of an account broke off')
      body.destroy(error)
    })
    const day = new Date().toISOString().slice(0, 10)
    return { body, headers: headersOf(fileNameOf(t('Sheaf {day}', { day }), 'zip'), 'application/zip') }
  })

class AccountCopy {
  private readonly files = new ZipFiles()
  private readonly leftOut: { page: string; title: string }[] = []
  private readonly filesLeftOut: string[] = []

  constructor(
    private readonly ctx: SignedInContext,
    private readonly zip: ZipFile,
    private readonly pages: readonly queries.CopiedPage[],
    readonly signal: AbortSignal,
  ) {}

  async write(): Promise<void> {
    const { db, caller } = this.ctx
    const { id: userId } = caller.user
    const asJson = await this.addPages(JSON_PAGES, 'pages/')
    await this.addPages(MARKDOWN_PAGES, 'markdown/')
    const uploads = await queries.listFiles(db, userId)
    const paths = new Map<string, string>()
    for (const row of uploads) {
      const { path, isNew } = this.files.pathOf(row)
      paths.set(row.id, path)
      if (isNew) await this.addFile(asJson, path, row)
      await drained(this.zip, this.signal)
    }
    const recordings = await queries.listRecordings(db, userId)
    this.addJson('comments.json', await queries.listComments(db, userId))
    const stash = await queries.listStash(db, userId)
    // The blocks are JSON already, up to twenty megabytes of them.
    const items = stash.map(({ blocks, ...row }) => `${JSON.stringify(row).slice(0, -1)},"blocks":${blocks}}`)
    this.zip.addBuffer(Buffer.from(`[${items.join(',\n')}]\n`), 'stash.json')
    const taken = takenNames()
    for (const chat of await queries.listChats(db, userId)) {
      const messages = await queries.listMessages(db, chat.id)
      this.addJson(`chats/${freeName(chat.title, taken)}.json`, { ...chat, messages })
      await drained(this.zip, this.signal)
    }
    await this.addAccount(
      recordings.map(({ fileId, ...row }) => ({ ...row, path: paths.get(fileId) ?? null })),
    )
    this.zip.addBuffer(Buffer.from(`${aboutCopy()}\n`), 'README.txt')
    this.addJson('sheaf.json', asJson.manifest)
    this.zip.end()
  }

  private async addPages(input: Omit<ExportInput, 'documentId'>, folder: string): Promise<Branch> {
    const plan = await planPages(this.pages, folder)
    const leaveOut = ({ id, title }: Planned, error: unknown) => {
      this.ctx.log.warn({ err: error, documentId: id }, 'a page is left out of the copy of an account')
      if (!this.leftOut.some(({ page }) => page === id)) this.leftOut.push({ page: id, title })
    }
    const branch = new Branch(this.ctx, { ...input, documentId: '' }, plan, this.signal, this.files, leaveOut)
    while (!branch.isDone)
      for (const { path, content } of await branch.writeNext()) {
        if (Buffer.isBuffer(content)) this.zip.addBuffer(content, path)
        else await this.addFile(branch, path, content.file)
        await drained(this.zip, this.signal)
      }
    return branch
  }

  /** A file whose bytes are lost does not take the rest away: it is named. */
  private async addFile(branch: Branch, path: string, file: Parameters<Branch['addFile']>[2]): Promise<void> {
    if (await branch.addFile(this.zip, path, file)) return
    this.ctx.log.warn({ file: file.id }, 'a file without bytes is left out of the copy of an account')
    this.filesLeftOut.push(path)
  }

  private async addAccount(recordings: readonly object[]): Promise<void> {
    const kept = await queries.readBelongings(this.ctx.db, this.ctx.caller.user.id)
    const { user, picture, preferences, ...belongings } = kept
    const { language, timeZone, dateFormat, hourFormat, weekStart, image, ...profile } = user
    const picturePath = picture ? `profile-picture.${picture.type.split('/')[1]}` : null
    if (picture && picturePath) this.zip.addBuffer(Buffer.from(picture.bytes), picturePath)
    this.addJson('account.json', {
      ...{ format: 'sheaf-account', version: 1, copiedAt: new Date().toISOString() },
      profile: { ...profile, picture: picturePath ?? image },
      settings: { language, timeZone, dateFormat, hourFormat, weekStart },
      notifications: preferences && {
        ...(JSON.parse(preferences.choices) as object),
        timeZone: preferences.timeZone,
      },
      ...belongings,
      recordings,
      pagesLeftOut: this.leftOut,
      filesLeftOut: this.filesLeftOut,
    })
  }

  private addJson(path: string, value: unknown): void {
    this.zip.addBuffer(Buffer.from(`${JSON.stringify(value, null, 1)}\n`), path)
  }
}

/** Pages with what lies in them, a folder for each pod; one of which the person does not see the parent stands at the top. Gives way to others. */
export async function planPages(pages: readonly queries.CopiedPage[], folder: string): Promise<Planned[]> {
  const seen = new Set(pages.map(({ id }) => id))
  const below = Map.groupBy(pages, ({ parentId }) =>
    parentId !== null && seen.has(parentId) ? parentId : null,
  )
  const planned: Planned[] = []
  const takenBy = new Map<string, TakenNames>()
  const visit = async (page: queries.CopiedPage, parent: number | null, within: string) => {
    await yieldToEventLoop()
    const taken = takenBy.get(within) ?? takenNames()
    takenBy.set(within, taken)
    const path = within + freeName(page.title, taken)
    const at = planned.push({ id: page.id, title: page.title, parent, path }) - 1
    for (const child of below.get(page.id) ?? []) await visit(child, at, `${path}/`)
  }
  for (const page of below.get(null) ?? []) {
    const pod = page.isOwn ? page.pod : t('Shared with me')
    await visit(page, null, `${folder}${freeName(pod, takenNames())}/`)
  }
  return planned
}

const aboutCopy = (): string =>
  [
    t('This is a copy of everything in your account.'),
    t(
      'pages: your pages as JSON, with comments and suggestions. Import this .zip in Sheaf to get them back.',
    ),
    t('markdown: the same pages as Markdown, for other programs.'),
    t('files: pictures, files and recordings.'),
    t('comments.json, chats, stash.json: what you wrote in comments, chats and the stash.'),
    t(
      'account.json: your profile, settings, friends, memories and prompts. It names pages that could not be read.',
    ),
    t('Pages in the trash are not in it.'),
  ].join('\n\n')
