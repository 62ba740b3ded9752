import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Boxes } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useActions } from '@/app/actions'
import { trpc } from '@/app/rpc'
import { always } from '@/blocks/kit/action'
import { openPageId } from '@/features/pages/app/open-page'
import { t } from '@/shared/i18n'
import { lazyDialog } from '@/ui/lazy'
import { keepActivePod, setActivePod, watchOtherTabs } from './active-pod'
import { onIndexAsked } from './index-asked'
import { showPodWindow, usePodWindow } from './pod-window'
import { refreshPodIndex } from './refresh-index'
import { usePods } from './use-pods'

const PodWindows = lazyDialog(() => import('./pod-windows'))

/** What pods need while somebody is signed in, whether the sidebar is there or not: actions, windows, following the page. */
export default function PodsHost() {
  const { query, pods, active } = usePods()
  const navigate = useNavigate()
  const window = usePodWindow()
  const activeId = active?.id ?? null

  useEffect(() => watchOtherTabs(), [])
  useEffect(() => {
    if (activeId !== null) keepActivePod(activeId)
  }, [activeId])
  useFollowPage(activeId)
  useEffect(() => {
    if (query.isPending) return
    return onIndexAsked(() => {
      void refreshPodIndex(activeId, (documentId) => {
        void navigate({ to: '/$documentId', params: { documentId } })
      })
    })
  }, [query.isPending, activeId, navigate])

  useActions(
    useMemo(
      () => [
        {
          id: 'pod.new',
          label: t('New pod'),
          icon: Boxes,
          keywords: ['workspace'],
          places: { palette: { group: 'Pods' } },
          command: always(() => showPodWindow({ kind: 'create' })),
        },
        ...pods
          .filter(({ id }) => id !== activeId)
          .map(({ id, name }) => ({
            id: `pod.switch.${id}`,
            label: t('Go to {name}', { name }),
            icon: Boxes,
            keywords: ['pod', 'workspace', 'switch'],
            places: { palette: { group: 'Pods' } },
            command: always(() => void setActivePod(id).then(() => navigate({ to: '/' }))),
          })),
      ],
      [activeId, pods, navigate],
    ),
  )

  return (
    <PodWindows open={window !== null} shown={window} ownPodId={pods.find((pod) => pod.isPersonal)?.id} />
  )
}

/** A person who opens a page of another pod is in that one from then on; once for each page that is opened. */
function useFollowPage(activeId: string | null): void {
  const pageId = useRouterState({ select: (state) => openPageId(state.location.pathname) })
  const page = useQuery({
    ...trpc.document.document.queryOptions({ id: pageId ?? '', content: false }),
    enabled: false,
  }).data
  const podId = page?.podId ?? ''
  const followed = useRef<string | null>(null)
  useEffect(() => {
    if (pageId === null || podId === '' || activeId === null || followed.current === pageId) return
    followed.current = pageId
    if (podId !== activeId) void setActivePod(podId)
  }, [pageId, podId, activeId])
}
