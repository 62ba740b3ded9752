/**
 * Keeps what React does at every key, whatever stands on the page, away from its body:
 *
 * - Before every update, wherever on the screen, React walks through all nodes of the editable element that has the focus,
 *   to be able to restore its selection should the update take the focus away: with 4,000 cells that takes longer than the
 *   update. Nothing that React draws moves the page's body, and ProseMirror keeps its selection itself, so React is not told
 *   that the element can be edited. It asks the property; the attribute, by which the browser and everybody else go, stays.
 * - React hears every event of a key twice on its root and looks for components on the way to it. Nobody listens to
 *   {@link UNHEARD} around the body, and ProseMirror does not either, so they end before they reach that root.
 *
 * Gives what ends it.
 */
export function keepFromReact(dom: HTMLElement): () => void {
  Object.defineProperty(dom, 'contentEditable', {
    configurable: true,
    get: () => (dom.getAttribute('contenteditable') === 'false' ? 'false' : 'inherit'),
    set: (value: string) => dom.setAttribute('contenteditable', value),
  })
  const end = (event: Event) => {
    // What is typed into a field within the body is that field's. ProseMirror notes when Shift is let go.
    if (event.target !== dom || (event instanceof KeyboardEvent && event.key === 'Shift')) return
    event.stopPropagation()
  }
  for (const event of UNHEARD) window.addEventListener(event, end, true)
  return () => {
    for (const event of UNHEARD) window.removeEventListener(event, end, true)
  }
}

const UNHEARD = ['input', 'textInput', 'keyup'] as const
