import { useNavigate } from '@tanstack/react-router'
import { Boxes } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useActions } from '@/app/actions'
import { always } from '@/blocks/kit/action'
import { t } from '@/shared/i18n'
import { lazyDialog } from '@/ui/lazy'
import { keepActivePod, setActivePod, watchOtherTabs } from './active-pod'
import { useFollowPage } from './follow-page'
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
  useFollowPage(activeId, pods)
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
