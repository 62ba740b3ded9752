import { SidebarSection } from '@/features/pages/app/sidebar-section'
import { t } from '@/shared/i18n'
import { TemplateTree } from './template-tree'

/** The built-in pages below the pages of somebody who is signed in; closed until they are wanted (product.md 2.9, 2.25). */
export default function TemplatesSection() {
  return (
    <SidebarSection name="templates" title={t('Sample pages')}>
      {() => <TemplateTree />}
    </SidebarSection>
  )
}
