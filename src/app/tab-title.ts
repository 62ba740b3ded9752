import { useEffect } from 'react'
import { emojiOf } from '@/blocks/icon/page-icon'
import { t } from '@/shared/i18n'
import { createStore } from '@/shared/store'
import { useStore } from '@/ui/use-store'

const DEFAULT_ICON = '/favicon.svg'
const UNREAD_ICON = '/favicon-unread.svg'

const unread = createStore(0)

/** Says in the tab how many notifications are unread. */
export const showUnread: (count: number) => void = unread.set

/** What the browser's tab says: the page's title and, as its picture, the page's icon. */
export function useTabTitle(title: string | null, icon?: string | null): void {
  const count = useStore(unread)
  const hasUnread = count > 0
  useEffect(() => {
    const words = title ? t('{title} · Sheaf', { title }) : 'Sheaf'
    document.title = hasUnread ? `(${count}) ${words}` : words
  }, [title, count, hasUnread])

  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!link) return
    const initial = hasUnread ? UNREAD_ICON : DEFAULT_ICON
    link.href = initial
    if (!icon) return
    let isGone = false
    const show = (svg: string) => {
      const marked = hasUnread ? svg.replace(/<\/svg>$/, `${DOT}</svg>`) : svg
      if (!isGone) link.href = `data:image/svg+xml,${encodeURIComponent(marked)}`
    }
    const emoji = emojiOf(icon)
    if (emoji !== null)
      show(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text y=".9em" font-size="88">${escapeXml(emoji)}</text></svg>`,
      )
    else void drawn(icon).then((svg) => svg && show(svg))
    return () => {
      isGone = true
      link.href = initial
    }
  }, [icon, hasUnread])
}

/** In shares of whatever size the drawing has. */
const DOT = '<circle cx="80%" cy="20%" r="20%" fill="#e03e3e" stroke="none" fill-opacity="1"/>'

/** A drawing as an image by itself, which has no style sheet: in the grey or the colour that both themes can show. */
async function drawn(icon: string): Promise<string | null> {
  const code = await import('@/blocks/icon/draw-page-icon.element').catch(() => null)
  const drawing = code?.drawPageIcon(icon)
  if (!drawing) return null
  const color = drawing.dataset.color
  drawing.setAttribute('color', (color && TAB_COLORS[color]) || '#8a847a')
  if (drawing.dataset.filled) drawing.setAttribute('fill', 'currentColor')
  drawing.setAttribute('fill-opacity', '0.28')
  return drawing.outerHTML
}

const TAB_COLORS: Readonly<Record<string, string>> = {
  brown: '#a9714b',
  orange: '#d9730d',
  yellow: '#c29343',
  green: '#448361',
  blue: '#337ea9',
  purple: '#9065b0',
  pink: '#c14c8a',
  red: '#d44c47',
}

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
