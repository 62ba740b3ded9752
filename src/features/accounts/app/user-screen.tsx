import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { FailureScreen, NotFoundScreen } from '@/app/error-screens'
import { openSettings } from '@/app/overlays'
import { trpc } from '@/app/rpc'
import { useCurrentUser } from '@/app/session'
import { useTabTitle } from '@/app/tab-title'
import { Avatar } from '@/ui/avatar'
import { Button } from '@/ui/button'
import { Skeleton } from '@/ui/skeleton'

/** `/user/{id}`: one's own page. Nobody else's is there: people can not find each other yet. */
export function UserScreen() {
  const { userId } = useParams({ strict: false })
  const { user } = useCurrentUser()
  return user && user.id === userId ? <OwnProfile /> : <NotFoundScreen />
}

function OwnProfile() {
  const settings = useQuery(trpc.user.getSettings.queryOptions())
  useTabTitle(settings.data?.name ?? null)
  if (settings.error) return <FailureScreen error={settings.error} onRetry={() => void settings.refetch()} />
  return (
    <div className="mx-auto flex w-full max-w-(--page-width) items-center gap-5 px-6 py-16">
      {settings.data ? (
        <>
          <Avatar name={settings.data.name} size="lg" />
          <div className="min-w-0 flex-1">
            <h1 className="text-2xl font-semibold tracking-tight break-words">{settings.data.name}</h1>
            {settings.data.username && <p className="text-text-muted">@{settings.data.username}</p>}
          </div>
          <Button onClick={openSettings}>Edit profile</Button>
        </>
      ) : (
        <>
          <Skeleton className="size-16 rounded-full" />
          <Skeleton className="h-8 w-48" />
        </>
      )}
    </div>
  )
}
