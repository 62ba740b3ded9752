import { t } from '@/shared/i18n'
import { katex, typeset } from './typeset'

function span(className: string, text: string, tag = 'span'): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}

/** Puts an equation into an element: set, or its source with the reason why it cannot be. Answers the reason. */
export function showEquation(element: HTMLElement, tex: string, display: boolean): string | null {
  if (tex.trim() === '') {
    element.replaceChildren(span('equation-empty', t('New equation')))
    return null
  }
  const made = typeset(tex, display, (source, options) => {
    const holder = document.createElement('span')
    katex.render(source, holder, { ...options, output: 'htmlAndMathml' })
    return holder
  })
  if ('result' in made) {
    element.replaceChildren(...made.result.childNodes)
    return null
  }
  element.replaceChildren(
    span('equation-source', tex, 'code'),
    span(display ? 'equation-reason' : 'sr-only', ` ${made.error}`),
  )
  return made.error
}
