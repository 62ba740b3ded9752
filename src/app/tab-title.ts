import { useEffect } from 'react'

const DEFAULT_ICON = '/favicon.svg'

/** What the browser's tab says: the page's title and, as its picture, the page's emoji. */
export function useTabTitle(title: string | null, emoji?: string | null): void {
  useEffect(() => {
    document.title = title ? `${title} · Sheaf` : 'Sheaf'
  }, [title])

  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!link || !emoji) return
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text y=".9em" font-size="88">${escapeXml(emoji)}</text></svg>`
    link.href = `data:image/svg+xml,${encodeURIComponent(svg)}`
    return () => {
      link.href = DEFAULT_ICON
    }
  }, [emoji])
}

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
