import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { DATE_FORMATS, HOUR_FORMATS, isTimeZone, WEEK_STARTS } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { isLanguage } from '@/shared/i18n/languages'
import { AVATAR_COLORS, AVATAR_SEEDS, AVATAR_TYPES } from './avatar'
import { isStrongPassword, OAUTH_PROVIDERS, PASSWORD_MAX, PASSWORD_MIN, plainDigits } from './model'
import { hasControlCharacters, isOfOneScript, isReservedUsername, isVisibleName } from './usernames'

/* What the account calls accept. Apart from model.ts, so that the browser need not load the checking. */

/** The address as it is stored and compared. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, { error: () => t('This email address is too long') })
  .pipe(z.email({ error: () => t('Please enter a valid email address') }))

const Code = z
  .string()
  .trim()
  .transform(plainDigits)
  .pipe(z.string().regex(/^\d{6}$/, { error: () => t('The code has six digits') }))
const NewPassword = z.string().refine(isStrongPassword, {
  error: () =>
    t(
      'The password needs at least {least} characters (at most {most}), an uppercase and a lowercase letter, a number and a special character',
      { least: PASSWORD_MIN, most: PASSWORD_MAX },
    ),
})

/** The bodies of the calls of product.md 7.42. */
export const SignIn = z.object({
  email: Email,
  password: z
    .string()
    .min(1, { error: () => t('Please enter your password') })
    .max(1_000, { error: () => t('This password is too long') }),
})
export const SendCode = z.object({ email: Email })
export const VerifyEmail = z.object({ email: Email, code: Code })
export const SetPassword = z.object({ email: Email, password: NewPassword })
/** A code of an authenticator app, or a recovery code. */
export const OneCode = z.object({
  code: z
    .string()
    .trim()
    .min(6, { error: () => t('Please enter the code') })
    .max(40),
})
/** `isTrusted`: this browser need not be asked again for a while. */
export const SecondFactor = z.object({ ...OneCode.shape, isTrusted: z.boolean().default(false) })
/**
 * The caller's own password, once more; left out by an account that has none. With a second factor also a code of it, before another way in is
 * added.
 */
export const Proof = z.object({
  code: OneCode.shape.code.optional(),
  password: z
    .string()
    .max(1_000, { error: () => t('This password is too long') })
    .optional(),
})
export type Proof = z.output<typeof Proof>

/** The password that the caller has, and the one that they are to have. */
export const ChangePassword = z.object({ password: SignIn.shape.password, newPassword: NewPassword })

/** What browsers make of passkeys; what is in it is for the library to check, which refuses all but what it knows. */
const Credential = <T>() =>
  z.custom<T>(
    (given) => {
      const { id, rawId, type, response } = (given ?? {}) as Record<string, unknown>
      const isText = (value: unknown) => typeof value === 'string' && value.length < 2_000
      return (
        isText(id) &&
        isText(rawId) &&
        type === 'public-key' &&
        typeof response === 'object' &&
        response !== null
      )
    },
    { error: () => t('This is no passkey') },
  )
const PasskeyName = z
  .string()
  .trim()
  .min(1, { error: () => t('Please enter a name') })
  .max(80, { error: () => t('A name has at most {most} characters', { most: 80 }) })
export const AddPasskey = z.object({
  response: Credential<RegistrationResponseJSON>(),
  name: PasskeyName,
})
export const SignInWithPasskey = z.object({ response: Credential<AuthenticationResponseJSON>() })
export const RemovePasskey = z.object({ id: z.string().min(1).max(100) })
export const RenamePasskey = z.object({ ...RemovePasskey.shape, name: PasskeyName })

export const ResetPassword = z.object({ email: Email, code: Code, password: NewPassword })

/** A username as a person may choose it. */
export const Username = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, { error: () => t('Please enter a username') })
  // What comes behind it looks at every letter.
  .max(40, { abort: true, error: () => t('A username has at most {count} characters', { count: 40 }) })
  .regex(/^[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?$/u, {
    error: () => t('Use letters and numbers, with . _ - between them'),
  })
  .refine(isOfOneScript, { error: () => t('Use letters of one alphabet') })
  .refine((username) => !isReservedUsername(username), { error: () => t('This username is reserved') })

/** A name as others see it, in any script. */
export const PersonName = z
  .string()
  .trim()
  .min(1, { error: () => t('Please enter a name') })
  .max(80, { error: () => t('A name has at most {count} characters', { count: 80 }) })
  .refine((name) => !hasControlCharacters(name), {
    error: () => t('A name is one line of ordinary characters'),
  })
  .refine(isVisibleName, { error: () => t('Please enter a name that can be seen') })

const AvatarColors = z
  .object({ background: z.string().max(40), border: z.string().max(40), text: z.string().max(40) })
  .refine(
    ({ background, border, text }) =>
      AVATAR_COLORS.some(
        (preset) => preset.background === background && preset.border === border && preset.text === text,
      ),
    { error: () => t('Please choose one of the colors') },
  )

const noFormat = { error: () => t('Please choose one of the formats.') }

export const CheckUsername = z.object({ username: z.string().max(200) })
/** What `user.updateSettings` takes (product.md 7.23); a field that is left out stays as it is, a format that is null is the device's. */
export const UpdateSettings = z.object({
  name: PersonName.optional(),
  username: Username.optional(),
  avatarSeed: z.enum(AVATAR_SEEDS, { error: () => t('Please choose one of the avatars') }).optional(),
  avatarType: z.enum(AVATAR_TYPES, { error: () => t('Please choose one of the avatars') }).optional(),
  defaultAvatarColors: AvatarColors.optional(),
  /** Null takes the person's own picture away; one is uploaded with `POST /api/avatars`. */
  profileImageUrl: z.string().max(200).nullable().optional(),
  timeZone: z
    .string()
    .max(64)
    .refine(isTimeZone, { error: () => t('There is no such time zone.') })
    .nullable()
    .optional(),
  dateFormat: z.enum(DATE_FORMATS, noFormat).nullable().optional(),
  hourFormat: z.enum(HOUR_FORMATS, noFormat).nullable().optional(),
  weekStart: z.enum(WEEK_STARTS, noFormat).nullable().optional(),
  language: z
    .string()
    .max(20)
    .refine(isLanguage, { error: () => t('Sheaf does not speak this language.') })
    .nullable()
    .optional(),
})
/** The input of `user.users` (product.md 7.33). */
export const ListUsers = z.object({
  cursor: z.string().max(200).nullish(),
  limit: z.number().int().min(1).max(50).default(5),
  search: z.string().max(200).default(''),
})
/** What `user.deleteAccount` takes: the address of the account, as its owner typed it. */
export const DeleteAccount = z.object({ email: z.string().max(300) })
export const RevokeSession = z.object({ id: z.string().min(1).max(100) })
export const UnlinkAccount = z.object({ provider: z.enum(OAUTH_PROVIDERS) })
