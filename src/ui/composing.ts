/** What keyboards say of a key that an input method has taken. */
const TAKEN = 229

/**
 * Safari tells of the Enter that confirms what an input method has composed after the composition has ended: marks such a key press as one that
 * composes, before anything answers it, as other browsers do. Phones say the same number of every key, but then without its name.
 */
export function markComposing(target: Pick<Window, 'addEventListener'>): void {
  target.addEventListener(
    'keydown',
    (event) => {
      const isNamed = event.key !== 'Unidentified' && event.key !== 'Process'
      if (event.keyCode === TAKEN && isNamed && !event.isComposing)
        Object.defineProperty(event, 'isComposing', { value: true })
    },
    true,
  )
}
