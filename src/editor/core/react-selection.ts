/**
 * Keeps what React does at every key, whatever stands on the page, away from its body:
 *
 * - Before every update, wherever on the screen, React walks through all nodes of the editable element that has the focus,
 *   to be able to restore its selection should the update take the focus away: with 4,000 cells that takes longer than the
 *   update. Nothing that React draws moves the page's body, and ProseMirror keeps its selection itself, so React is not told
 *   that the element can be edited. It asks the property; the attribute, by which the browser and everybody else go, stays.
 * - React hears every event of a key twice on its root and looks for components on the way to it. No component listens to
 *   {@link UNHEARD} around the body, so they end there on their way up. On their way down everybody hears them, spelling
 *   checkers and other extensions of the browser among them.
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
    // What is typed into a field within the body is that field's.
    if (event.target === dom) event.stopPropagation()
  }
  for (const event of UNHEARD) dom.addEventListener(event, end)
  return () => {
    for (const event of UNHEARD) dom.removeEventListener(event, end)
  }
}

const UNHEARD = ['input', 'textInput', 'keyup'] as const
