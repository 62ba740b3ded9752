import { useLocation } from '@tanstack/react-router'
import { useShownPanel } from '@/app/panels'
import { useContributions } from '@/editor/contribution'
import { openPageId } from '@/features/pages/app/open-page'
import { isTemplateSlug } from '@/features/templates/slugs'

/** The panel to the right of the page that is open (product.md 2.33), if any: one at a time. */
export function Panels({ userId }: { userId: string | null }) {
  const contributions = useContributions()
  const shown = useShownPanel()
  const { pathname } = useLocation()
  const Panel = shown !== null && contributions.find(({ panels }) => panels?.[shown])?.panels?.[shown]
  if (!Panel) return null
  const id = openPageId(pathname)
  return <Panel key={userId} userId={userId} documentId={id !== null && isTemplateSlug(id) ? null : id} />
}
