import { z } from 'zod'
import { isTimeZone } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { FREQUENCIES, LISTED, QUIET_TIMES } from './model'

/* What the calls accept. Apart from model.ts, so that the browser need not load the checking. */

const Id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: () => t('An id has up to 64 letters, digits, "-" or "_".') })

const QuietTime = z.string().refine((time) => QUIET_TIMES.includes(time), {
  error: () => t('Quiet hours begin and end at a full hour.'),
})

const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: () => t('There is no such time zone.') })

/** What is left out stays as it is. */
export const UpdatePreferences = z.strictObject({
  documentComments: z.boolean().optional(),
  documentShared: z.boolean().optional(),
  friendRequests: z.boolean().optional(),
  mentions: z.boolean().optional(),
  systemUpdates: z.boolean().optional(),
  emailEnabled: z.boolean().optional(),
  frequency: z.enum(FREQUENCIES).optional(),
  pushEnabled: z.boolean().optional(),
  soundEnabled: z.boolean().optional(),
  quietHours: z.boolean().optional(),
  quietStart: QuietTime.optional(),
  quietEnd: QuietTime.optional(),
  /** The device's, for people who have chosen none in the settings. */
  timeZone: TimeZone.optional(),
})
export type UpdatePreferences = z.output<typeof UpdatePreferences>

export const ListNotifications = z.object({ limit: z.int().min(1).max(LISTED).default(LISTED) }).default({
  limit: LISTED,
})

export const OneNotification = z.object({ notificationId: Id })

/** Base64url of this many bytes. */
const bytes = (count: number) =>
  z
    .string()
    .max(200)
    .refine(
      (text) => /^[\w-]+=*$/.test(text) && Math.floor((text.replace(/=+$/, '').length * 3) / 4) === count,
      {
        error: () => t('This is no key of a browser.'),
      },
    )

/** What a browser says of where its pushes are to be sent (`PushSubscription`). */
export const AddPushDevice = z.object({
  endpoint: z
    .url({ protocol: /^https?$/, error: () => t('This is no address of a push service.') })
    .max(1_000),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
  name: z.string().trim().min(1).max(80),
  /** The person has turned pushes on before, and only the session is new: nothing is turned on by it. */
  isAgain: z.boolean().optional(),
})
export type AddPushDevice = z.output<typeof AddPushDevice>

export const OnePushDevice = z.object({ id: Id })

export const OnePage = z.object({ documentId: Id })

export const ChoosePage = z.object({ documentId: Id, level: z.enum(['all', 'mentions', 'none']) })
