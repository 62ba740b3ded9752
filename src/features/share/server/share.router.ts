import { listShared } from '@/features/pages/server/pages.service'
import { anyone, router, signedIn } from '@/server/rpc'
import * as inputs from '../inputs'
import { acceptInvite, declineInvite, invite, listInvites, revokeInvite } from './invites.service'
import { openLink, rotateLink, setLink } from './links.service'
import { previewMove } from './move-preview.service'
import { pageSharing } from './page-sharing'
import { answerRequest, listRequests, requestAccess } from './requests.service'
import { removePerson, setInheritance, setRole } from './share.service'
import { pageByLink, pageWithoutReview } from './visits.service'

/** `share.*` (rulings 3, 7): who has a page, by person, by invitation and by link. A change answers who has it then. */
export const shareRouter = router({
  /** Who has a page; what lies behind it is for its owners. */
  people: signedIn.input(inputs.OnePage).query(({ ctx, input }) => pageSharing(ctx, input.id)),
  setRole: signedIn
    .input(inputs.SetRole)
    .mutation(({ ctx, input }) => setRole(ctx, input).then(() => pageSharing(ctx, input.id))),
  /** Takes somebody off a page; with one's own id it is left. */
  remove: signedIn.input(inputs.RemovePerson).mutation(({ ctx, input }) => removePerson(ctx, input)),
  setInheritance: signedIn
    .input(inputs.SetInheritance)
    .mutation(({ ctx, input }) => setInheritance(ctx, input).then(() => pageSharing(ctx, input.id))),
  /** Who would gain and lose a page by a move. */
  previewMove: signedIn.input(inputs.PreviewMove).query(({ ctx, input }) => previewMove(ctx, input)),

  setLink: signedIn
    .input(inputs.SetLink)
    .mutation(({ ctx, input }) => setLink(ctx, input).then(() => pageSharing(ctx, input.id))),
  rotateLink: signedIn
    .input(inputs.OnePage)
    .mutation(({ ctx, input }) => rotateLink(ctx, input.id).then(() => pageSharing(ctx, input.id))),
  /** Somebody signed in comes by a link. */
  openLink: signedIn.input(inputs.OpenLink).mutation(({ ctx, input }) => openLink(ctx, input)),
  /** A page as a visitor reads it by a secret link that their browser holds. */
  /** A page as viewers read it from whom its owner hides the review. */
  settled: signedIn.input(inputs.OnePage).query(({ ctx, input }) => pageWithoutReview(ctx, input.id)),
  byLink: anyone.input(inputs.OnePage).query(({ ctx, input }) => pageByLink(ctx, input.id)),

  invite: signedIn
    .input(inputs.InviteToPage)
    .mutation(({ ctx, input }) => invite(ctx, input).then(() => pageSharing(ctx, input.id))),
  revokeInvite: signedIn
    .input(inputs.OneInvite)
    .mutation(({ ctx, input }) =>
      revokeInvite(ctx, input.id).then(({ documentId }) => pageSharing(ctx, documentId)),
    ),
  /** What the caller is invited to. */
  invites: signedIn.query(async ({ ctx }) => ({ invites: await listInvites(ctx) })),
  acceptInvite: signedIn.input(inputs.AcceptInvite).mutation(({ ctx, input }) => acceptInvite(ctx, input)),
  declineInvite: signedIn.input(inputs.OneInvite).mutation(({ ctx, input }) => declineInvite(ctx, input.id)),

  requestAccess: signedIn.input(inputs.RequestAccess).mutation(({ ctx, input }) => requestAccess(ctx, input)),
  requests: signedIn
    .input(inputs.ListRequests)
    .query(async ({ ctx, input }) => ({ requests: await listRequests(ctx, input.id) })),
  answerRequest: signedIn.input(inputs.AnswerRequest).mutation(({ ctx, input }) => answerRequest(ctx, input)),

  /** The pages of other people's pods that are shared with the caller, at the top of what they see of each. */
  shared: signedIn.query(async ({ ctx }) => ({ documents: await listShared(ctx) })),
})
