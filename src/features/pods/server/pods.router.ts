import { router, signedIn } from '@/server/rpc'
import { AddPodMember, ChangePodRole, CreatePod, OnePod, OnePodMember, RenamePod } from '../inputs'
import { refreshIndex } from './pod-index.service'
import {
  addPerson,
  changeRole,
  createPod,
  deletePod,
  leavePod,
  listPeople,
  listPods,
  removePerson,
  renamePod,
} from './pods.service'

/** `pod.*` (rulings 3, 7): the workspaces that hold pages, and who is in them. */
export const podsRouter = router({
  pods: signedIn.query(({ ctx }) => listPods(ctx)),
  create: signedIn.input(CreatePod).mutation(({ ctx, input }) => createPod(ctx, input.name)),
  rename: signedIn.input(RenamePod).mutation(({ ctx, input }) => renamePod(ctx, input.podId, input.name)),
  leave: signedIn.input(OnePod).mutation(({ ctx, input }) => leavePod(ctx, input.podId)),
  /** With all of its pages, for good. */
  delete: signedIn.input(OnePod).mutation(({ ctx, input }) => deletePod(ctx, input.podId)),

  members: signedIn.input(OnePod).query(async ({ ctx, input }) => ({
    members: await listPeople(ctx, input.podId),
  })),
  addMember: signedIn
    .input(AddPodMember)
    .mutation(({ ctx, input }) => addPerson(ctx, input.podId, input.username)),
  changeRole: signedIn.input(ChangePodRole).mutation(({ ctx, input }) => changeRole(ctx, input)),
  removeMember: signedIn
    .input(OnePodMember)
    .mutation(({ ctx, input }) => removePerson(ctx, input.podId, input.userId)),

  /** The page that lists the others, brought up to date; answers `{documentId}` (product.md 7.43). */
  refreshIndex: signedIn.input(OnePod).mutation(({ ctx, input }) => refreshIndex(ctx, input.podId)),
})
