/**
 * The few members of a DOM that blocks read. The data half of a block is compiled without the DOM library and runs
 * on the server over another DOM (linkedom), so it states what it needs instead of naming the browser's types.
 */
export interface DomNode {
  readonly nodeType: number
  readonly nodeName: string
  readonly nodeValue: string | null
  readonly firstChild: DomNode | null
  readonly nextSibling: DomNode | null
  readonly parentNode: DomNode | null
  readonly textContent: string | null
}

export interface DomElement extends DomNode {
  readonly localName: string
  getAttribute(name: string): string | null
}

/** The value that an element's own `style` gives a property, in lower case; `undefined` where it says nothing of it. */
export type StyleOf = (element: DomElement, property: string) => string | undefined

export const isElement = (node: DomNode): node is DomElement => node.nodeType === 1
export const isTextNode = (node: DomNode): boolean => node.nodeType === 3
