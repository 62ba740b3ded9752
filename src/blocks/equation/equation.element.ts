import 'katex/dist/katex.min.css'
import type { RunBlock } from '../kit/block-program'
import { whenNear } from './near.element'
import { showEquation } from './show-equation.element'

/** An equation, in its line or on its own, as KaTeX sets it once it is in sight or near it; a click opens its source. */
const run: RunBlock = (frame) => {
  let before: string | null = null
  let isNear = false
  const show = () => {
    const tex = String(frame.node().attrs.texExpression)
    frame.dom.classList.toggle('can-open', frame.view.editable)
    if (!isNear || tex === before) return
    before = tex
    showEquation(frame.dom, tex, frame.node().type.name === 'equation')
  }
  const open = () => {
    if (frame.view.editable) frame.openPanel('equation')
  }
  frame.dom.addEventListener('click', open)
  show()
  const stop = whenNear(frame.dom, () => {
    isNear = true
    show()
  })
  return {
    update: show,
    destroy() {
      stop()
      frame.dom.removeEventListener('click', open)
    },
  }
}

export default run
