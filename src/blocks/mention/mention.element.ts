import type { RunBlock } from '../kit/block-program'
import { mentionedPage, mentionText } from './mention'

/** Is a page's icon an emoji, which can stand in a line of text, and not the name of a drawing? */
const isEmoji = (icon: unknown): icon is string => typeof icon === 'string' && /^[^\w\s]+$/u.test(icon)

/**
 * A mention as it reads. A page's stored title, icon and cover are brought up to date when they differ from what the page
 * has now (product.md 4.18); a click opens it, as any link of the editor does.
 */
const run: RunBlock = (frame) => {
  let asked = ''
  const show = () => {
    const { key, icon } = frame.node().attrs
    const text = mentionText(frame.node().attrs)
    const shown = mentionedPage(key) && isEmoji(icon) ? `${icon} ${text}` : text
    if (frame.dom.textContent !== shown) frame.dom.textContent = shown
    void refresh(mentionedPage(key))
  }
  const refresh = async (path: string | null) => {
    const look = frame.host().pageInfo
    if (path === null || path === asked || !look) return
    asked = path
    const page = await look(path).catch(() => null)
    const pos = frame.pos()
    const { attrs } = frame.node()
    // Without the right to see it, or without a page, what was written stays.
    if (!page || pos === undefined || attrs.key !== path || !frame.view.editable) return
    const now = { value: page.title, icon: page.icon, coverImage: page.coverImage ?? attrs.coverImage }
    if (attrs.value === now.value && attrs.icon === now.icon && attrs.coverImage === now.coverImage) return
    const { tr } = frame.view.state
    for (const [name, value] of Object.entries(now)) tr.setNodeAttribute(pos, name, value)
    frame.view.dispatch(tr.setMeta('addToHistory', false))
  }
  show()
  return { update: show }
}

export default run
