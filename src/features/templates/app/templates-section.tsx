import { SidebarSection } from '@/features/pages/app/sidebar-section'
import { TemplateTree } from './template-tree'

/** The built-in pages below the pages of somebody who is signed in; closed until they are wanted (product.md 2.9, 2.25). */
export default function TemplatesSection() {
  return (
    <SidebarSection name="templates" title="Sample pages">
      {() => <TemplateTree />}
    </SidebarSection>
  )
}
