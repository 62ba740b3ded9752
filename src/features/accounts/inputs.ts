import { z } from 'zod'
import { isStrongPassword, PASSWORD_MAX, PASSWORD_MIN } from './model'

/* What the account calls accept. Apart from model.ts, so that the browser need not load the checking. */

/** The address as it is stored and compared. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'This email address is too long')
  .pipe(z.email('Please enter a valid email address'))

const Code = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'The code has six digits')
const NewPassword = z.string().refine(isStrongPassword, {
  message: `The password needs at least ${PASSWORD_MIN} characters (at most ${PASSWORD_MAX}), an uppercase and a lowercase letter, a number and a special character`,
})

/** The bodies of the calls of product.md 7.42. */
export const SignIn = z.object({
  email: Email,
  password: z.string().min(1, 'Please enter your password').max(1_000, 'This password is too long'),
})
export const SendCode = z.object({ email: Email })
export const VerifyEmail = z.object({ email: Email, code: Code })
export const SetPassword = z.object({ email: Email, password: NewPassword })
export const ResetPassword = z.object({ email: Email, code: Code, password: NewPassword })

/** A username as a person may choose it. */
export const Username = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Please enter a username')
  .max(40, 'A username has at most 40 characters')
  .regex(
    /^[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?$/u,
    'Use letters and numbers, with . _ - between them',
  )

export const CheckUsername = z.object({ username: z.string().max(200) })
export const UpdateSettings = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Please enter a name')
    .max(80, 'A name has at most 80 characters')
    .optional(),
  username: Username.optional(),
})
/** The input of `user.users` (product.md 7.33). */
export const ListUsers = z.object({
  cursor: z.string().max(200).nullish(),
  limit: z.number().int().min(1).max(50).default(5),
  search: z.string().max(200).default(''),
})
export const RevokeSession = z.object({ id: z.string().min(1).max(100) })
