import { z } from 'zod'
import { t } from '@/shared/i18n'
import { FRIENDS } from './model'

/* What the calls accept. Apart from model.ts, so that the browser need not load the checking. */

/** Ids of people are those of the sign-in library, and ours. */
const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, {
  error: () => t('An id has up to 64 letters, digits, "-" or "_".'),
})

export const SearchPeople = z.object({
  query: z.string().max(FRIENDS.query),
  limit: z.number().int().min(1).max(FRIENDS.found).default(FRIENDS.found),
})
export const OnePerson = z.object({ id: Id })
export const OneReceiver = z.object({ receiverId: Id })
export const OneFriendship = z.object({ friendshipId: Id })
export const OneFriend = z.object({ friendId: Id })
export const OneUser = z.object({ userId: Id })
