import type { RunBlock } from '../kit/block-program'
import { CALLOUT_VARIANTS, LIGHT_BULB } from './callout'
import { VARIANT_LABELS } from './callout-words'

/** The icon of a callout is the button that opens what it looks like. */
const runCallout: RunBlock = (frame) => {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'callout-button'
  button.contentEditable = 'false'
  button.setAttribute('aria-haspopup', 'dialog')
  button.addEventListener('mousedown', (event) => event.preventDefault())
  button.addEventListener('click', () => frame.openPanel('callout'))
  frame.dom.prepend(button)
  const update = () => {
    const { variant, icon } = frame.node().attrs
    const named = CALLOUT_VARIANTS.find((known) => known === variant) ?? 'note'
    const shown = typeof icon === 'string' ? icon : LIGHT_BULB
    const label = `${VARIANT_LABELS[named]}, ${shown ? `icon ${shown}` : 'no icon'}`
    if (button.getAttribute('aria-label') !== label) button.setAttribute('aria-label', label)
    button.hidden = !frame.view.editable
  }
  update()
  return {
    update,
    stopEvent: ({ target }) => target instanceof globalThis.Node && button.contains(target),
  }
}

export default runCallout
