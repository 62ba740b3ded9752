const isItem = (node: Node | null | undefined): node is HTMLElement =>
  node?.nodeType === 1 && (node as HTMLElement).dataset.kind === 'listItem'

const BULLETS = ['disc', 'circle', 'square']

/** The `<ul>` or `<ol>` that an item with this marker stands in. */
function listFor(item: HTMLElement): { tag: 'ul' | 'ol'; type: string } {
  const style = item.dataset.listStyleType ?? 'disc'
  if (BULLETS.includes(style) || style.startsWith('todo')) {
    return { tag: 'ul', type: style.startsWith('todo') ? 'none' : style }
  }
  return { tag: 'ol', type: style }
}

/**
 * Our lists are flat; other programs know nested ones. Puts consecutive list items of copied HTML into `<ul>` and
 * `<ol>` by their indent. The items keep their `data-` attributes, so that our own parser reads them back flat.
 */
export function nestLists(root: ParentNode & Node): void {
  for (const child of [...root.childNodes]) {
    if (child.nodeType === 1 && !isItem(child)) nestLists(child as Element)
  }
  let item = [...root.childNodes].find(isItem)
  while (item) {
    const run: HTMLElement[] = []
    for (let next: Node | null = item; isItem(next); next = next.nextSibling) run.push(next)
    const marker = root.ownerDocument!.createComment('')
    root.insertBefore(marker, run[0]!)
    const fragment = nested(run, root.ownerDocument!)
    root.replaceChild(fragment, marker)
    item = [...root.childNodes].find(isItem)
  }
}

function nested(run: HTMLElement[], document: Document): DocumentFragment {
  const result = document.createDocumentFragment()
  const open: { indent: number; list: HTMLElement; type: string; last: HTMLElement | null }[] = []
  for (const item of run) {
    const indent = Number(item.dataset.indent ?? 0)
    const { tag, type } = listFor(item)
    while (open.length > 0 && open.at(-1)!.indent > indent) open.pop()
    let level = open.at(-1)
    if (!level || level.indent < indent || level.type !== type) {
      if (level && level.indent === indent) open.pop()
      const list = document.createElement(tag)
      list.style.listStyleType = type
      const start = item.dataset.listStart
      if (start && tag === 'ol') list.setAttribute('start', start)
      const host = open.at(-1)?.last ?? result
      host.append(list)
      level = { indent, list, type, last: null }
      open.push(level)
    }
    level.last = asListItem(item, document)
    level.list.append(level.last)
  }
  return result
}

function asListItem(item: HTMLElement, document: Document): HTMLElement {
  const made = document.createElement('li')
  for (const { name, value } of [...item.attributes]) made.setAttribute(name, value)
  made.append(...item.childNodes)
  item.remove()
  return made
}
