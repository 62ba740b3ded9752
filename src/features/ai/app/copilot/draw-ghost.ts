import { isCoarsePointer } from '@/editor/menus/use-coarse-pointer'
import { t } from '@/shared/i18n'
import { shortcutKeys } from '@/ui/shortcut'
import './copilot.css'

/**
 * The element of ghost text. Its words are drawn by the style sheet from an attribute, so that neither the browser's search nor its
 * selection finds them, and readers of the screen pass over it: they were told that there is something to take.
 */
export function drawGhost(words: string, milliseconds: number | null, take: () => void): HTMLElement {
  const element = document.createElement('span')
  element.className = words === '' ? 'copilot-ghost is-waiting' : 'copilot-ghost'
  element.setAttribute('aria-hidden', 'true')
  element.dataset.words = words === '' ? '…' : words
  if (words === '') return element
  const key = isCoarsePointer() ? t('Tap') : (shortcutKeys('tab')[0] ?? '')
  const seconds = milliseconds === null ? null : (milliseconds / 1_000).toFixed(1)
  element.dataset.key = seconds === null ? key : t('{key} · {seconds} s', { key, seconds })
  // The caret stays where it is, and on a phone the keyboard does too.
  element.addEventListener('mousedown', (event) => event.preventDefault())
  element.addEventListener('click', take)
  return element
}
