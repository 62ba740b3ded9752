import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { trpc } from '@/app/rpc'
import { openPageId } from '@/features/pages/app/open-page'
import type { Pod } from '../model'
import { setActivePod } from './active-pod'

/** The page that was followed last: a pod that is chosen while it is open stays. */
let followed: string | null = null

/**
 * A person who opens a page of another pod is in that one from then on; once for each page that is opened. The sidebar shows it from the
 * first, and where there is none, the host of the pods does it. A page that is shared with somebody who is not in its pod (`pods` are theirs)
 * leaves them where they are.
 */
export function useFollowPage(activeId: string | null, pods: readonly Pod[]): void {
  const pageId = useRouterState({ select: (state) => openPageId(state.location.pathname) })
  const page = useQuery({
    ...trpc.document.document.queryOptions({ id: pageId ?? '', content: false }),
    enabled: false,
  }).data
  const podId = pods.find(({ id }) => id === page?.podId)?.id ?? ''
  useEffect(() => {
    if (pageId === null) followed = null
    if (pageId === null || podId === '' || activeId === null || followed === pageId) return
    followed = pageId
    if (podId !== activeId) void setActivePod(podId)
  }, [pageId, podId, activeId])
}
