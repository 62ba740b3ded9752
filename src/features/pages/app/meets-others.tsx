import { useRouterState, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { LivePage } from '@/editor/live'
import { roomName, roomOfSearch } from '@/features/rooms/app/room-code'

/** While the address names a room, others are met there and not in the page's own (product.md 2.14). Shows nothing. */
export default function MeetsOthers({ live }: { live: LivePage }) {
  const code = roomOfSearch(useSearch({ strict: false }))
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const name = code === null ? '' : roomName(code, hash)
  useEffect(() => {
    live.meetIn(name)
    return () => live.meetIn('')
  }, [live, name])
  return null
}
