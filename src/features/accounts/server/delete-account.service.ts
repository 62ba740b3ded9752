import { giveUpFilesOfPod } from '@/features/files/server/pod-files'
import { settleAccess } from '@/features/pages/server/inherited-access'
import { lockTrees, removePages } from '@/features/pages/server/tree.service'
import { rankOf } from '@/server/access/level-rank'
import { peopleWith } from '@/server/access/page-access'
import { listAncestorIds } from '@/server/access/pages-above'
import type { SignedInContext } from '@/server/context'
import { afterDeadlock } from '@/server/db/after-deadlock'
import type { Db } from '@/server/db/db'
import { lockPerson } from '@/server/db/lock-person'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import * as queries from './delete-account.queries'

/**
 * Deletes the caller's account for good (product.md 7.25, R48). `email` is what they typed: their address, letter for letter. What they
 * have alone goes: pages that nobody else has, the files of these, pods without anybody else. What others have stays, without their
 * name: pages that are shared or in a common pod, and comments. Shared pages that nobody else owns go to one who may edit them. Their
 * sockets close within a second.
 *
 * Throws `bad-input` for another address, and `conflict` for the last owner of a pod that has other people in it.
 */
export async function deleteAccount(ctx: SignedInContext, email: string): Promise<{ id: string }> {
  const { user } = ctx.caller
  if (email !== user.email)
    throw new AppError('bad-input', t('This is not the email address of your account.'))
  // It touches rows of many others, who may hold some of them and wait for others.
  const gone = await afterDeadlock(() => removeAccount(ctx, user))
  // The bytes go once nothing can bring the rows back; what a server that ends here leaves, a job removes.
  for (const id of gone.files) await ctx.files.remove(id)
  ctx.live.recheckUser(user.id)
  ctx.live.recheckPages([...gone.pages, ...gone.unlinked])
  ctx.log.info(
    { userId: user.id, pages: gone.pages.length, files: gone.files.length },
    'an account was deleted',
  )
  return { id: user.id }
}

/** Removes them from the database; the pages and files that went with them, and the pages whose links did. */
function removeAccount(
  ctx: SignedInContext,
  user: SignedInContext['caller']['user'],
): Promise<{ pages: string[]; files: string[]; unlinked: string[] }> {
  return ctx.db.transaction().execute(async (trx) => {
    await lockPerson(trx, user.id)
    const before = await queries.listPodsOf(trx, user.id)
    // Also where pages are shared with them: what those inherit is worked out anew.
    const granting = await queries.listPodsGranting(trx, user.id)
    await lockTrees(trx, [...new Set([...before.map(({ id }) => id), ...granting])])
    // Who belongs to them is asked again under their locks.
    const pods = await queries.listPodsOf(trx, user.id)
    for (const { name, role, others, otherOwners } of pods)
      if (others > 0 && role === 'owner' && otherOwners === 0)
        throw new AppError(
          'conflict',
          t('You are the last owner of “{name}”. Make somebody else an owner first, or delete it.', { name }),
        )
    const alone = pods.filter(({ others }) => others === 0).map(({ id }) => id)
    const pages = await queries.listOwnedAlone(trx, user.id, alone)
    const granted = await queries.listGrantedTo(trx, user.id)
    await queries.deleteBelongings(trx, user)
    await removePages(trx, pages)
    const deleted = new Set(pages)
    const shared = granted.filter((id) => !deleted.has(id))
    await settleAccess(trx, shared)
    await handOver(trx, [...shared, ...(await queries.listSharedFrom(trx, alone))], user.id)
    // A link that nobody could end any more ends with them.
    const lasting = await queries.listLinkedBy(trx, user.id)
    const unmanaged: string[] = []
    for (const id of lasting) if (!(await hasManager(trx, id, user.id))) unmanaged.push(id)
    await queries.deleteLinks(trx, unmanaged)
    await settleAccess(trx, unmanaged)
    const files: string[] = []
    // In a pod with others, what they have just cut out of a page stays theirs to put elsewhere.
    for (const { id, others } of pods)
      files.push(...(await giveUpFilesOfPod(trx, id, others > 0 ? { uploadedBy: user.id } : {})))
    for (const podId of alone) await queries.deleteEmptyPod(trx, podId)
    await queries.deleteUser(trx, user.id)
    return { pages, files, unlinked: unmanaged }
  })
}

/**
 * Of shared pages that nobody would manage any more, each goes to the person among those who may change it who has had it for longest, the
 * outermost first, as what lies in it follows. Nobody who only reads or comments on a page comes to own it, and nobody who came by a link.
 */
async function handOver(trx: Db, ids: readonly string[], userId: string): Promise<void> {
  const depths = new Map<string, number>()
  for (const id of ids) depths.set(id, (await listAncestorIds(trx, id)).length)
  for (const [id] of [...depths].sort(([, one], [, other]) => one - other)) {
    if (await hasManager(trx, id, userId)) continue
    if (await queries.raiseEditor(trx, id)) await settleAccess(trx, [id])
  }
}

/** Does somebody else manage the page? */
async function hasManager(db: Db, id: string, userId: string): Promise<boolean> {
  const people = await peopleWith(db, id)
  return [...people].some(([person, { rank }]) => person !== userId && rank === rankOf('manage'))
}
