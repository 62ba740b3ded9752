import { router, signedIn } from '@/server/rpc'
import {
  AcceptInvitation,
  AddPodMember,
  ChangePodRole,
  CreatePod,
  LeavePod,
  OneInvitation,
  OnePod,
  OnePodMember,
  RenamePod,
} from '../inputs'
import {
  acceptInvitation,
  declineInvitation,
  invitePerson,
  listInvitations,
  listPeople,
  withdrawInvitation,
} from './invitations.service'
import { refreshIndex } from './pod-index.service'
import { changeRole, createPod, deletePod, leavePod, listPods, removePerson, renamePod } from './pods.service'

/** `pod.*` (rulings 3, 7): the workspaces that hold pages, and who is in them. */
export const podsRouter = router({
  pods: signedIn.query(({ ctx }) => listPods(ctx)),
  create: signedIn.input(CreatePod).mutation(({ ctx, input }) => createPod(ctx, input)),
  /** Its name and, where `icon` is given, its icon; `null` takes it away. */
  rename: signedIn.input(RenamePod).mutation(({ ctx, input }) => renamePod(ctx, input)),
  leave: signedIn.input(LeavePod).mutation(({ ctx, input }) => leavePod(ctx, input)),
  /** With all of its pages, for good. */
  delete: signedIn.input(OnePod).mutation(({ ctx, input }) => deletePod(ctx, input.podId)),

  /** Who is in a pod and, for its owners, who is invited. */
  members: signedIn.input(OnePod).query(({ ctx, input }) => listPeople(ctx, input.podId)),
  /** Invites somebody; they are in the pod once they accept. */
  addMember: signedIn.input(AddPodMember).mutation(({ ctx, input }) => invitePerson(ctx, input)),
  withdrawInvitation: signedIn
    .input(OneInvitation)
    .mutation(({ ctx, input }) => withdrawInvitation(ctx, input.id)),
  /** What the caller is invited to. */
  invitations: signedIn.query(async ({ ctx }) => ({ invitations: await listInvitations(ctx) })),
  acceptInvitation: signedIn
    .input(AcceptInvitation)
    .mutation(({ ctx, input }) => acceptInvitation(ctx, input)),
  declineInvitation: signedIn
    .input(OneInvitation)
    .mutation(({ ctx, input }) => declineInvitation(ctx, input.id)),
  changeRole: signedIn.input(ChangePodRole).mutation(({ ctx, input }) => changeRole(ctx, input)),
  removeMember: signedIn
    .input(OnePodMember)
    .mutation(({ ctx, input }) => removePerson(ctx, input.podId, input.userId)),

  /** The page that lists the others, brought up to date; answers `{documentId}` (product.md 7.43). */
  refreshIndex: signedIn.input(OnePod).mutation(({ ctx, input }) => refreshIndex(ctx, input.podId)),
})
