import { LayoutTemplate } from 'lucide-react'
import type { PageDetail } from '@/features/pages/model'
import { t } from '@/shared/i18n'
import { Banner } from '@/ui/banner'
import { Button } from '@/ui/button'
import { lazy } from '@/ui/lazy'

/** As high as the buttons that are on their way, so that nothing moves when they come. */
const Room = () => (
  <span aria-busy className="invisible">
    <Button size="sm">{t('Use template')}</Button>
  </span>
)
const TemplateButtons = lazy<{ page: PageDetail }>(() => import('./template-buttons'), <Room />)

/** Says that a page is a template, and offers what it is for. */
export function TemplateBanner({ page }: { page: PageDetail }) {
  return (
    <Banner icon={<LayoutTemplate aria-hidden />} action={<TemplateButtons page={page} />}>
      {t('This is a template. What you write here is in every page made of it from now on.')}
    </Banner>
  )
}
