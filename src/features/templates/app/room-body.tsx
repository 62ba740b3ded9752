import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FailureScreen } from '@/app/error-screens'
import { useCurrentUser, useVisitor } from '@/app/session'
import { colorOf, type PageUser } from '@/document'
import { PageEditor } from '@/editor/page-editor'
import { openRoom, type Room } from '@/features/rooms/app/room'
import { DEFAULT_LANGUAGE } from '@/shared/i18n/languages'
import { mentionable } from './mentionable'
import { templateContent } from './template-content'
import { templateSubPages } from './template-sub-pages'

export interface RoomBodyProps {
  slug: string
  code: string
  /** What the room is called among those who may come in. */
  name: string
  /** Told the room when it is open, and null when it is left. */
  onRoom(room: Room | null): void
  toolbarPlace: HTMLElement | null
}

/** The body of a template while it is edited in a room, with others (rulings 4). */
export default function RoomBody({ slug, code, name, onRoom, toolbarPlace }: RoomBodyProps) {
  // Everybody in a room begins with the same page, in whatever language they read the rest.
  const original = useQuery(templateContent(slug, DEFAULT_LANGUAGE))
  const navigate = useNavigate()
  const user = usePageUser()
  const [room, setRoom] = useState<Room | null>(null)
  const blocks = original.data

  // biome-ignore lint/correctness/useExhaustiveDependencies: somebody who signs in stays in the room as who they came
  useEffect(() => {
    if (!blocks || !user) return
    const opened = openRoom({ slug, code, name, blocks, user })
    setRoom(opened)
    onRoom(opened)
    return () => {
      onRoom(null)
      opened.close()
    }
  }, [slug, code, name, blocks, user === null])

  if (original.isLoadingError)
    return <FailureScreen error={original.error} onRetry={() => void original.refetch()} />
  if (!room || !user) return <div aria-busy />
  return (
    <PageEditor
      key={name}
      source={{ kind: 'live', doc: room.doc, awareness: room.awareness, user }}
      host={{
        ...mentionable,
        ...templateSubPages(slug),
        pagePath: `/${slug}`,
        openPath: (path) => void navigate({ href: path }),
        toolbarPlace,
      }}
    />
  )
}

/** Who this is to the others; null until the server has said whether somebody is signed in. */
function usePageUser(): PageUser | null {
  const visitor = useVisitor()
  const { user, isPending } = useCurrentUser()
  if (isPending) return null
  if (!user) return visitor
  return { id: user.id, name: user.name, color: colorOf(user.id), avatarUrl: user.avatarUrl }
}
