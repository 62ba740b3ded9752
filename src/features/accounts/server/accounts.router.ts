import {
  CheckUsername,
  DeleteAccount,
  ListUsers,
  RemovePasskey,
  RenamePasskey,
  RevokeSession,
  UnlinkAccount,
  UpdateSettings,
} from '@/features/accounts/inputs'
import {
  accountSettings,
  checkUsername,
  currentUser,
  listUsers,
  revokeOtherSessions,
  revokeSession,
  sessionsOf,
  updateSettings,
} from '@/features/accounts/server/accounts.service'
import { deleteAccount } from '@/features/accounts/server/delete-account.service'
import { linkedAccounts, unlinkAccount } from '@/features/accounts/server/oauth.service'
import {
  forgetTrustedBrowsers,
  removePasskey,
  renamePasskey,
  signInWays,
} from '@/features/accounts/server/passkeys.service'
import { talkingService } from '@/features/speech/server/speech-service'
import { isOperator } from '@/server/operator'
import { anyone, router, signedIn } from '@/server/rpc'

/** `layout.*`: what the frame of the application needs (product.md 7.16). */
export const layoutRouter = router({
  app: anyone.query(async ({ ctx: { caller, ...ctx } }) => ({
    currentUser: await currentUser({ ...ctx, caller }),
    /** Names of settings are shown to the person who runs the server alone. */
    isOperator: caller.user !== null && (await isOperator(ctx.db, caller.user.id)),
    /** Is there a service that one talks with? What is not set up is offered to the person who runs the server alone. */
    hasVoice: talkingService(ctx.config.ai) !== null,
  })),
})

/** `user.*`: the person's own account and sessions, and who else is there (product.md 7.15, 7.23, 7.24, 7.33). */
export const userRouter = router({
  getSettings: signedIn.query(({ ctx }) => accountSettings(ctx)),
  updateSettings: signedIn.input(UpdateSettings).mutation(({ ctx, input }) => updateSettings(ctx, input)),
  checkUsernameAvailability: signedIn
    .input(CheckUsername)
    .query(({ ctx, input }) => checkUsername(ctx, input.username)),
  users: signedIn.input(ListUsers).query(({ ctx, input }) => listUsers(ctx, input)),
  deleteAccount: signedIn.input(DeleteAccount).mutation(({ ctx, input }) => deleteAccount(ctx, input.email)),
  sessions: signedIn.query(async ({ ctx }) => ({ sessions: await sessionsOf(ctx) })),
  revokeSession: signedIn.input(RevokeSession).mutation(({ ctx, input }) => revokeSession(ctx, input.id)),
  revokeOtherSessions: signedIn.mutation(({ ctx }) => revokeOtherSessions(ctx)),
  signInWays: signedIn.query(({ ctx }) => signInWays(ctx)),
  removePasskey: signedIn.input(RemovePasskey).mutation(({ ctx, input }) => removePasskey(ctx, input.id)),
  renamePasskey: signedIn.input(RenamePasskey).mutation(({ ctx, input }) => renamePasskey(ctx, input)),
  forgetTrustedBrowsers: signedIn.mutation(({ ctx }) => forgetTrustedBrowsers(ctx)),
  /** What the button of the company's sign-in says; null when there is none. */
  companySignIn: anyone.query(({ ctx }) => ({ name: ctx.config.oidc?.name ?? null })),
  linkedAccounts: signedIn.query(async ({ ctx }) => ({ linked: await linkedAccounts(ctx) })),
  unlinkAccount: signedIn
    .input(UnlinkAccount)
    .mutation(({ ctx, input }) => unlinkAccount(ctx, input.provider)),
})
