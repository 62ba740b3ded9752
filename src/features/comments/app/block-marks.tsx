import type { Editor } from '@tiptap/core'
import { MessageSquare } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { DiscussionPlace } from '@/document'
import { inSight } from '@/editor/find/paint'
import { t } from '@/shared/i18n'
import { cn } from '@/ui/cn'
import { useStore } from '@/ui/use-store'
import { activeThread, hoveredThread, threadPlaces } from './comment-state'
import type { Thread } from './thread'

interface Box {
  thread: string
  top: number
  left: number
  width: number
  height: number
}

/**
 * The frames of discussed blocks that have no text to be marked: pictures, charts, tables. They stand over the page and are no
 * part of it.
 */
export function BlockMarks({ editor, threads }: { editor: Editor; threads: readonly Thread[] }) {
  const places = useStore(threadPlaces)
  const active = useStore(activeThread)
  const hovered = useStore(hoveredThread)
  const [boxes, setBoxes] = useState<readonly Box[]>([])
  const blocks = places?.filter(({ isBlock }) => isBlock) ?? []
  const key = blocks.map(({ discussion, from }) => `${discussion} ${from}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says which blocks there are
  useEffect(() => {
    if (blocks.length === 0) return setBoxes([])
    let frame = 0
    const measure = () => {
      frame = 0
      if (!editor.isDestroyed) setBoxes(boxesOf(editor, blocks))
    }
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(measure)
    }
    const size = new ResizeObserver(soon)
    size.observe(editor.view.dom)
    window.addEventListener('scroll', soon, { capture: true, passive: true })
    soon()
    return () => {
      cancelAnimationFrame(frame)
      size.disconnect()
      window.removeEventListener('scroll', soon, { capture: true })
    }
  }, [editor, key])
  const names = new Map(threads.map((thread) => [thread.id, thread.comments[0]?.author.name ?? '']))
  return boxes.map(({ thread, ...box }) => (
    <div
      key={thread}
      className={cn(
        'pointer-events-none absolute z-10 rounded-control outline-2 outline-offset-2',
        thread === active || thread === hovered ? 'outline-accent' : 'outline-warning/50',
      )}
      style={box}
    >
      <button
        type="button"
        data-thread={thread}
        aria-label={t('Comment of {name}', { name: names.get(thread) ?? '' })}
        className="pointer-events-auto absolute -top-3 -end-3 flex size-6 cursor-pointer items-center justify-center rounded-full border border-border bg-surface-raised text-warning shadow-float touch-target"
        onClick={() => activeThread.set(thread)}
        onPointerEnter={() => hoveredThread.set(thread)}
        onPointerLeave={() => hoveredThread.set(null)}
      >
        <MessageSquare aria-hidden className="size-3.5" />
      </button>
    </div>
  ))
}

function boxesOf(editor: Editor, places: readonly DiscussionPlace[]): Box[] {
  const { view } = editor
  const holder = view.dom.closest('.page-editor')
  if (!holder) return []
  const sight = inSight(editor)
  const origin = holder.getBoundingClientRect()
  return places.flatMap(({ discussion, from, to }) => {
    if (to < sight.from || from > sight.to || view.state.doc.nodeAt(from)?.isTextblock) return []
    const dom = view.nodeDOM(from)
    if (!(dom instanceof Element)) return []
    const { top, left, width, height } = dom.getBoundingClientRect()
    return { thread: discussion, top: top - origin.top, left: left - origin.left, width, height }
  })
}
