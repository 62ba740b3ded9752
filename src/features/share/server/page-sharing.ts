import { UNTITLED } from '@/features/pages/model'
import { titlesAbove } from '@/features/pages/server/tree.service'
import { listPods } from '@/features/pods/server/pods.service'
import { hidesReview } from '@/server/access/hidden-review'
import { listLinked, openWay, privacyOf } from '@/server/access/privacy'
import { requirePage } from '@/server/access/require-page'
import type { PageSharing, SharedPerson } from '../model'
import { listSentInvites } from './invites.service'
import { linkOf } from './links.service'
import { listRequests } from './requests.service'
import * as queries from './share.queries'
import type { ShareContext } from './share.service'

/** Who has a page. Its people, link, invitations and requests are for its owners. */
export async function pageSharing(ctx: ShareContext, id: string): Promise<PageSharing> {
  const userId = ctx.caller.user.id
  const { facts, row } = await requirePage(ctx, id, 'view')
  const sharing = await queries.findSharing(ctx.db, id)
  const pod = (await listPods(ctx)).pods.find((one) => one.id === row.pod_id)
  const open: PageSharing = {
    id,
    level: facts.level,
    privacy: await privacyOf(ctx.db, userId, id),
    isRestricted: sharing?.isRestricted === true,
    isClosedAbove: sharing?.isClosed === true && !sharing.isRestricted,
    pod: pod ? { name: pod.name, people: pod.people, isPersonal: pod.isPersonal } : null,
    people: [],
    link: null,
    hasLinkAbove: false,
    invites: [],
    requests: [],
    hidesReview: false,
  }
  if (facts.level !== 'manage') return open
  const way = await openWay(ctx.db, id)
  const linked = await listLinked(ctx.db, way.slice(1), new Date().toISOString())
  const [people, link, invites, requests, isHidden] = await Promise.all([
    peopleOf(ctx, id, way),
    linkOf(ctx, id),
    listSentInvites(ctx.db, id),
    listRequests(ctx, id),
    hidesReview(ctx.db, id),
  ])
  return {
    ...open,
    people,
    link,
    hasLinkAbove: linked.length > 0,
    invites,
    requests,
    hidesReview: isHidden,
  }
}

async function peopleOf(ctx: ShareContext, id: string, way: readonly string[]): Promise<SharedPerson[]> {
  const grants = await queries.listGrants(ctx.db, way)
  const seen = await titlesAbove(ctx.db, ctx.caller.user.id, id)
  const nearest = new Map<string, queries.GrantRow>()
  for (const grant of grants) {
    const known = nearest.get(grant.user_id)
    if (!known || way.indexOf(grant.document_id) < way.indexOf(known.document_id))
      nearest.set(grant.user_id, grant)
  }
  return [...nearest.values()].map((grant) => {
    const isOwn = grant.document_id === id
    const title = seen.get(grant.document_id)
    return {
      id: grant.user_id,
      name: grant.name,
      username: grant.username,
      avatarUrl: grant.image,
      level: grant.level,
      isOwn,
      from: isOwn || title === undefined ? null : { id: grant.document_id, title: title || UNTITLED() },
    }
  })
}
