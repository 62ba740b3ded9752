import { avatarOf } from '@/features/accounts/avatar'
import type { FriendUser } from '../model'
import type { PersonRow } from './friends.queries'

/** A person as others see them. A name can be the address that somebody signed up with: then the username stands for it (R23). */
export function friendUser(row: PersonRow): FriendUser {
  const { avatarType, avatarSeed } = avatarOf(row)
  return {
    id: row.id,
    username: row.username,
    name: row.name.includes('@') ? (row.username ?? '') : row.name,
    avatarType,
    avatarSeed,
    avatarUrl: row.image,
  }
}
