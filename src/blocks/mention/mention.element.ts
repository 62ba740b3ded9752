import { emojiOf } from '../icon/page-icon'
import type { PageInfo, RunBlock } from '../kit/block-program'
import { mentionedPage, mentionText } from './mention'

/**
 * A mention as it reads; a click opens it, as any link of the editor does. A page is shown with the title and icon that it
 * has now (product.md 4.18). What is stored stays what was written when it was mentioned: nobody's looking changes the
 * page, and a title that only the one who looks may see does not get into a page that others read.
 */
const run: RunBlock = (frame) => {
  let asked = ''
  /** The icon and words that stand there. */
  let shownKey: string | null = null
  /** Null without the right to see the page, or without a page: then what was written is shown. */
  let now: PageInfo | null = null
  let written = frame.node().attrs.value
  const show = () => {
    const { attrs } = frame.node()
    const path = mentionedPage(attrs.key)
    const seen = now?.path === path ? now : null
    const text = mentionText(seen ? { ...attrs, value: seen.title } : attrs)
    const icon = seen ? seen.icon : attrs.icon
    const sign = path && typeof icon === 'string' ? icon : null
    const emoji = emojiOf(sign)
    const shown = emoji === null ? text : `${emoji} ${text}`
    const drawn = emoji === null ? sign : null
    const key = `${drawn}\n${shown}`
    if (key !== shownKey) {
      shownKey = key
      frame.dom.textContent = shown
      if (drawn !== null) void draw(drawn, key)
    }
    void look(path)
  }
  /** A drawing comes when its code does; the title stands there before. */
  const draw = async (icon: string, key: string) => {
    const code = await import('../icon/draw-page-icon.element').catch(() => null)
    const drawing = code?.drawPageIcon(icon)
    if (drawing && key === shownKey) frame.dom.prepend(drawing, ' ')
  }
  const look = async (path: string | null) => {
    const ask = frame.host().pageInfo
    if (path === null || path === asked || !ask) return
    asked = path
    const page = await ask(path).catch(() => null)
    if (!page || path !== asked) return
    now = page
    show()
  }
  const update = () => {
    const { value } = frame.node().attrs
    // What has just been written is newer than what was asked for before.
    if (value !== written) now = null
    written = value
    show()
  }
  show()
  return { update }
}

export default run
