import theme from '@/ui/theme.css?raw'
import kinds from './static.css?inline'

/** The declarations of a rule of ui/theme.css. */
function declarationsOf(selector: string): string {
  const start = theme.indexOf(`${selector} {`)
  const end = theme.indexOf('\n}', start)
  // Vite takes comments out; what Tailwind alone understands goes as well.
  return theme
    .slice(start + selector.length + 2, end)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/--color-\*:[^;]*;/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const light = declarationsOf('@theme static')
const dark = declarationsOf('[data-theme="dark"]')

/** Rules of the kinds for the dark theme of the application, as a style sheet without scripts can choose them. */
const byMedia = (css: string): string =>
  css.replace(
    /\[data-theme=(?:"dark"|dark)\]\s*\{([^{}]*)\}/g,
    '@media (prefers-color-scheme: dark){:root{$1}}',
  )

/**
 * The look of a page that is read where the application is not, in light and dark as the reader's device says: all kinds
 * of blocks, with the colours of `ui/theme.css`. Without faces of its own: the system's stand in for those named.
 */
export const LOOK = `:root{color-scheme:light dark;${light}}@media (prefers-color-scheme:dark){:root{${dark}}}${byMedia(kinds)}`
