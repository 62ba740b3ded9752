import { z } from 'zod'
import { Email } from '@/features/accounts/inputs'
import { t } from '@/shared/i18n'
import { LEVELS } from '@/shared/permissions'
import { SHARE } from './model'

/* What the sharing calls accept. Apart from model.ts, so that the browser need not load the checking. */

const Id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: () => t('An id has up to 64 letters, digits, "-" or "_".') })
const AnyLevel = z.enum(LEVELS)
/** 32 bytes as base64url. */
const Token = z.string().regex(/^[A-Za-z0-9_-]{43}$/, { error: () => t('This is not the whole link.') })

export const OnePage = z.object({ id: Id })
export const SetRole = z.object({ id: Id, userId: Id, level: AnyLevel })
export const RemovePerson = z.object({ id: Id, userId: Id })
export const SetLink = z.object({
  id: Id,
  /** Null turns it off. */
  level: z.enum(['view', 'comment', 'suggest', 'edit']).nullable(),
  endsAt: z.iso.datetime({ offset: true }).nullable().optional(),
})
export const InviteToPage = z
  .object({
    id: Id,
    email: Email.optional(),
    username: z.string().trim().min(1).max(200).optional(),
    level: AnyLevel.default('view'),
  })
  .refine(({ email, username }) => (email === undefined) !== (username === undefined), {
    error: () => t('Invite by a username or by an address.'),
  })
export const OneInvite = z.object({ id: Id })
export const AcceptInvite = z.union([z.object({ id: Id }), z.object({ token: Token })])
/** By the link itself, or by one that the browser has read this page with as a visitor. */
export const OpenLink = z.union([z.object({ token: Token }), z.object({ visited: Id })])
export const RequestAccess = z.object({
  id: Id,
  level: z.enum(['view', 'comment', 'suggest', 'edit']).default('view'),
  message: z
    .string()
    .max(SHARE.message)
    .transform((message) => message.replaceAll('\0', '').toWellFormed().trim())
    .default(''),
})
export const ListRequests = z.object({ id: Id.optional() })
export const AnswerRequest = z.object({
  id: Id,
  /** Null: no. */
  level: AnyLevel.nullable(),
})
export const SetInheritance = z.object({ id: Id, isRestricted: z.boolean() })
export const PreviewMove = z.object({ id: Id, parentDocumentId: Id.nullable(), podId: Id.optional() })

export type OpenLink = z.infer<typeof OpenLink>
export type SetLink = z.infer<typeof SetLink>
export type InviteToPage = z.infer<typeof InviteToPage>
export type RequestAccess = z.infer<typeof RequestAccess>
export type PreviewMove = z.infer<typeof PreviewMove>
