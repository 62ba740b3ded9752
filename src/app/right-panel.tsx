import { X } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '@/shared/i18n'
import { IconButton } from '@/ui/button'
import { cn } from '@/ui/cn'
import { useIsNarrow } from './media'
import { clampPanel, keepPanelSize, PANEL, panelSize } from './panel-sizes'
import { showPanel } from './panels'
import { ResizeHandle } from './resize-handle'

export interface RightPanelProps {
  /** Its name among the panels; its width is kept under it. */
  id: string
  title: string
  icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>
  /** How wide it is the first time, in pixels. */
  initial?: number
  /** Stands in the header, before the button that closes. */
  tools?: ReactNode
  /** After it was closed: gives the focus back. */
  onClosed?(): void
  className?: string
  children: ReactNode
}

/**
 * What stands to the right of the page (product.md 2.33): as wide as it is dragged; on a narrow screen over its lower part.
 * Escape closes it. What it holds scrolls by itself.
 */
export function RightPanel(props: RightPanelProps) {
  const { id, title, icon: Icon, initial = PANEL.initial, tools, onClosed, className, children } = props
  const isNarrow = useIsNarrow()
  const panel = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(() => panelSize(localStorage, id, initial))
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])

  const resize = (wanted: number) => {
    const next = clampPanel(wanted)
    setWidth(next)
    keepPanelSize(localStorage, id, next)
  }
  const close = () => {
    showPanel(null)
    onClosed?.()
  }
  return (
    <aside
      ref={panel}
      id="right-panel"
      aria-label={title}
      tabIndex={-1}
      className={cn(
        'flex flex-col bg-surface outline-none print:hidden',
        isNarrow
          ? 'fixed inset-x-0 bottom-0 z-30 h-[70dvh] rounded-t-dialog border-t border-border pb-[env(safe-area-inset-bottom)] shadow-float'
          : 'relative z-30 max-w-[calc(100vw-28rem)] shrink-0 border-s border-border max-[1099.98px]:max-w-[calc(100vw-36rem)]',
        className,
      )}
      style={isNarrow ? undefined : { width }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        close()
      }}
    >
      {!isNarrow && (
        <ResizeHandle
          label={t('Width of {title}', { title: title.toLowerCase() })}
          edge="left"
          width={width}
          limits={PANEL}
          onResize={resize}
          onReset={() => resize(initial)}
        />
      )}
      <header className="flex h-11 shrink-0 items-center gap-2 ps-4 pe-2 coarse:h-14">
        <Icon aria-hidden className="size-4 shrink-0 text-text-muted" />
        <h2 className="me-auto truncate font-medium">{title}</h2>
        {tools}
        <IconButton label={t('Close {title}', { title: title.toLowerCase() })} onClick={close}>
          <X aria-hidden />
        </IconButton>
      </header>
      {children}
    </aside>
  )
}
