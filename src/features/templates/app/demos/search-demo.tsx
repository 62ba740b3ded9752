import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useActions } from '@/app/actions'
import { openPalette } from '@/app/overlays'
import { always } from '@/blocks/kit/action'
import { t } from '@/shared/i18n'
import { Kbd } from '@/ui/kbd'
import { lazyDialog } from '@/ui/lazy'
import { DemoFrame } from './demo-frame'

const SearchDemoWindow = lazyDialog(() => import('./search-demo-window'))

/** A search of the sample pages in a palette of its own, opened by a button or by mod+k (product.md 2.51). */
export default function SearchDemo() {
  const [isOpen, setIsOpen] = useState(false)
  useActions(
    useMemo(
      () => [
        {
          // While this page is open, mod+k is this search and not the palette of the application, which keeps mod+p.
          id: 'palette',
          label: t('Search the sample pages'),
          icon: Search,
          shortcut: 'mod+k',
          outsideEditor: ['mod+k'],
          places: { palette: { group: 'Go' } },
          command: always(() => setIsOpen(true)),
        },
        {
          id: 'palette.application',
          label: t('Search pages and actions'),
          shortcut: 'mod+p',
          places: {},
          command: always(openPalette),
        },
      ],
      [],
    ),
  )
  return (
    <DemoFrame title={t('Search the sample pages')}>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="flex h-9 w-full cursor-pointer items-center gap-2 rounded-control border border-border-strong/60 bg-surface-raised px-3 text-start text-text-muted hover:border-border-strong coarse:h-11"
      >
        <Search aria-hidden className="size-4" />
        <span className="min-w-0 flex-1 truncate">{t('Search the sample pages')}</span>
        <Kbd keys="mod+k" />
      </button>
      <SearchDemoWindow open={isOpen} onClose={() => setIsOpen(false)} />
    </DemoFrame>
  )
}
