import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { showOverlay } from '@/app/overlays'
import { Avatar } from '@/ui/avatar'
import type { FriendUser } from '../model'

/** Somebody in a list, with what can be done about them; the name leads to their page. */
export function PersonRow({ person, children }: { person: FriendUser; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5">
      <Avatar name={person.name} src={person.avatarUrl} />
      <span className="min-w-32 flex-1">
        <Link
          to="/user/$userId"
          params={{ userId: person.id }}
          // In the settings window: it would lie over the page that is opened.
          onClick={() => showOverlay(null)}
          className="block truncate font-medium hover:underline"
        >
          {person.name}
        </Link>
        {person.username && (
          <span className="block truncate text-xs text-text-muted">@{person.username}</span>
        )}
      </span>
      <span className="flex items-center gap-2">{children}</span>
    </li>
  )
}

export const peopleClass = 'divide-y divide-border rounded-popover border border-border'
