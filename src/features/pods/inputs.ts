import { z } from 'zod'
import { Email } from '@/features/accounts/inputs'
import { Icon } from '@/features/pages/inputs'
import { t } from '@/shared/i18n'
import { POD, POD_ROLES } from './model'

/* What the pod calls accept. Apart from model.ts, so that the browser need not load the checking. */

const Id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: () => t('An id has up to 64 letters, digits, "-" or "_".') })

/** One line, with something to read in it. */
const Name = z
  .string()
  .transform((name) =>
    name
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .toWellFormed()
      .trim(),
  )
  .pipe(
    z
      .string()
      .min(1, { error: () => t('Please enter a name') })
      .max(POD.name, { error: () => t('A name has at most {count} characters', { count: POD.name }) }),
  )

export const OnePod = z.object({ podId: Id })
export const CreatePod = z.object({ name: Name, icon: Icon.nullish() })
export const RenamePod = z.object({ podId: Id, name: Name, icon: Icon.nullish() })
/** The last owner says who owns it from then on. */
export const LeavePod = z.object({ podId: Id, newOwnerId: Id.optional() })
export const AddPodMember = z
  .object({
    podId: Id,
    username: z.string().trim().min(1).max(200).optional(),
    email: Email.optional(),
    role: z.enum(POD_ROLES).default('member'),
  })
  .refine(({ email, username }) => (email === undefined) !== (username === undefined), {
    error: () => t('Invite by a username or by an address.'),
  })
export const OneInvitation = z.object({ id: Id })
/** By its id, or by the token of the letter: 32 bytes as base64url. */
export const AcceptInvitation = z.union([
  OneInvitation,
  z.object({
    token: z.string().regex(/^[A-Za-z0-9_-]{43}$/, { error: () => t('This is not the whole link.') }),
  }),
])
export type AddPodMember = z.infer<typeof AddPodMember>
export type AcceptInvitation = z.infer<typeof AcceptInvitation>
export const OnePodMember = z.object({ podId: Id, userId: Id })
export const ChangePodRole = z.object({ podId: Id, userId: Id, role: z.enum(POD_ROLES) })
