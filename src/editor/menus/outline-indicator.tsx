import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { SECTION } from '@/blocks/kit/section'
import { depthsOf, type Heading } from '@/blocks/table-of-contents/headings'
import { t } from '@/shared/i18n'
import { cn } from '@/ui/cn'
import { outlineOf } from '../core/outline'
import { showBlock } from '../scroll-to-block'
import './outline-indicator.css'

/** What the indicator shows (product.md 2.35). */
const MOST = 20
const DEEPEST = 3
/** How far below the upper edge of the window a heading counts as reached, in pixels. */
const REACHED = 140

const NONE: readonly Heading[] = []
const nothing = () => () => {}
const none = () => NONE

/**
 * Has the page been scrolled to this heading, or beyond? Asks first about the section that it stands in: what is in one
 * that is out of sight would have to be laid out before it could be asked itself.
 */
function isReached(heading: Element): boolean {
  const section = heading.closest(`.${SECTION}`)?.getBoundingClientRect()
  if (section && section.bottom <= REACHED) return true
  if (section && section.top > REACHED) return false
  return heading.getBoundingClientRect().top <= REACHED
}

/** The heading under which the upper part of the window is. */
function useCurrent(editor: Editor, headings: readonly Heading[]): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    let frame = 0
    // Looking for an element goes through the whole page: each is looked for once, as long as it stands.
    const known = new Map<string, Element>()
    const elementOf = (id: string): Element | null => {
      const last = known.get(id)
      if (last?.isConnected) return last
      const element = editor.view.dom.querySelector(`[data-block-id="${CSS.escape(id)}"]`)
      if (element) known.set(id, element)
      return element
    }
    const look = () => {
      frame = 0
      let found: string | null = null
      for (const { id } of headings) {
        const element = elementOf(id)
        if (!element || !isReached(element)) break
        found = id
      }
      setCurrent(found ?? headings[0]?.id ?? null)
    }
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(look)
    }
    soon()
    // Whatever scrolls: the window, or a part of the application around the page.
    document.addEventListener('scroll', soon, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', soon, true)
    }
  }, [editor, headings])
  return current
}

/** The page's first headings as lines at the right edge; they become words under the pointer or with the focus. */
export default function OutlineIndicator({ editor }: { editor: Editor }) {
  const { view } = editor
  const outline = outlineOf(view)
  const all = useSyncExternalStore(outline?.subscribe ?? nothing, outline?.get ?? none)
  const headings = useFirst(all)
  const current = useCurrent(editor, headings)
  const list = useRef<HTMLUListElement>(null)
  if (headings.length < 2) return null
  const depths = depthsOf(headings.map(({ level }) => level))

  const onKeyDown = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key]
    if (event.key === 'Escape') view.focus()
    else if (to !== undefined) links[Math.min(Math.max(to, 0), links.length - 1)]?.focus()
    else return
    event.preventDefault()
  }
  return (
    <nav className="outline-indicator" aria-label={t('On this page')}>
      <ul ref={list} className="outline-list" onKeyDown={onKeyDown}>
        {headings.map(({ id, text }, index) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={cn('outline-link', id === current && 'is-current')}
              data-depth={depths[index]}
              aria-current={id === current ? 'location' : undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.button !== 0) return
                event.preventDefault()
                showBlock(view, id)
              }}
            >
              <span className="outline-text">{text}</span>
              <span aria-hidden className="outline-line" />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The first headings of the upper levels; the same array while they are the same. */
function useFirst(all: readonly Heading[]): readonly Heading[] {
  const last = useRef<{ all: readonly Heading[]; first: readonly Heading[] }>({ all: NONE, first: NONE })
  if (last.current.all !== all)
    last.current = { all, first: all.filter(({ level }) => level <= DEEPEST).slice(0, MOST) }
  return last.current.first
}
