import { UNTITLED } from '@/features/pages/model'
import { t } from '@/shared/i18n'
import type { ContextPage } from './context-chips'

/** Pages that are offered at once: the others are found by their title. */
const MOST_PAGES = 30

interface TreePage extends ContextPage {
  isTemplate?: boolean
}

/** These pages, except one. */
export const without = (pages: readonly ContextPage[], id: string) => pages.filter((one) => one.id !== id)

/** What the model may read besides, as options: the page that is open, then the others. */
export function offeredPages(
  all: readonly TreePage[],
  query: string,
  { own, chosen }: { own: string | null; chosen: readonly ContextPage[] },
) {
  const first = all.filter(({ id }) => id === own)
  return [...first, ...without(all, own ?? '')]
    .filter(
      ({ title, isTemplate = false }: TreePage) => !isTemplate && title.toLocaleLowerCase().includes(query),
    )
    .slice(0, MOST_PAGES)
    .map(({ id, title }) => ({
      id,
      label: id === own ? t('This page: {title}', { title: title || UNTITLED() }) : title || UNTITLED(),
      checked: chosen.some((one) => one.id === id),
    }))
}
