/**
 * Before every update, wherever on the screen, React walks through all nodes of the editable element that has the focus,
 * to be able to restore its selection should the update take the focus away: with 4,000 cells that takes longer than the
 * update. Nothing that React draws moves the page's body, and ProseMirror keeps its selection itself, so React is not told that
 * the element can be edited. It asks the property; the attribute, by which the browser and everybody else go, stays.
 */
export function keepFromReact(dom: HTMLElement): void {
  Object.defineProperty(dom, 'contentEditable', {
    configurable: true,
    get: () => (dom.getAttribute('contenteditable') === 'false' ? 'false' : 'inherit'),
    set: (value: string) => dom.setAttribute('contenteditable', value),
  })
}
