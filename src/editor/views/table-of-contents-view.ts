import type { RunBlock } from '@/blocks/kit/block-program'
import { depthsOf, NO_HEADINGS, NO_HEADINGS_READ_ONLY } from '@/blocks/table-of-contents/headings'
import { outlineOf } from '../core/outline'
import { showBlock } from '../scroll-to-block'

/** The headings of the page as links, brought up to date when the typing pauses. */
const runTableOfContents: RunBlock = (frame) => {
  const { dom, view } = frame
  const outline = outlineOf(view)
  const update = () => {
    const headings = outline?.get() ?? []
    if (headings.length === 0) {
      const words = document.createElement('p')
      words.className = 'toc-empty'
      words.textContent = view.editable ? NO_HEADINGS() : NO_HEADINGS_READ_ONLY()
      dom.replaceChildren(words)
      return
    }
    const depths = depthsOf(headings.map(({ level }) => level))
    const list = document.createElement('ul')
    list.className = 'toc-list'
    list.append(
      ...headings.map(({ id, text }, index) => {
        const item = document.createElement('li')
        item.className = 'toc-item'
        item.dataset.depth = String(Math.min(depths[index]!, 5))
        const link = document.createElement('a')
        link.href = `#${id}`
        link.textContent = text
        item.append(link)
        return item
      }),
    )
    const focused = dom.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null
    dom.replaceChildren(list)
    if (focused) dom.querySelector<HTMLElement>(`a[href="${CSS.escape(focused)}"]`)?.focus()
  }
  const follow = (event: MouseEvent) => {
    const id = (event.target as Element).closest('a')?.getAttribute('href')?.slice(1)
    if (!id || event.button !== 0 || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    event.stopPropagation()
    showBlock(view, id)
  }
  dom.addEventListener('click', follow)
  update()
  const stop = outline?.subscribe(update)
  return {
    update: () => {
      if (dom.querySelector('.toc-empty')) update()
    },
    // A link that is pressed is followed; a press beside the links selects the block.
    stopEvent: ({ target, type }) =>
      target instanceof Element && target.closest('a') !== null && !type.startsWith('drag'),
    destroy: stop,
  }
}

export default runTableOfContents
