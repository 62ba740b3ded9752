import type { Editor } from '@tiptap/core'
import { MessageSquare } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '@/shared/i18n'
import { cn } from '@/ui/cn'
import { isRightToLeft } from '@/ui/key-in-row'
import { useStore } from '@/ui/use-store'
import { TITLE } from './begin'
import { activeThread } from './comment-state'
import type { Thread } from './thread'

/** Pixels between the end of the title's field and its mark. */
const GAP = 4
/** And how wide it is at least. */
const WIDTH = 24

/** Beside the title: its open discussions. A press makes them active, one after the other. */
export function TitleMark({ editor, threads }: { editor: Editor; threads: readonly Thread[] }) {
  const ids = threads.flatMap(({ id, kind, resolved }) => (kind === 'title' && resolved === null ? id : []))
  const active = useStore(activeThread)
  const [place, setPlace] = useState<{ top: number; left: number } | null>(null)
  const isShown = ids.length > 0
  useEffect(() => {
    const title = document.querySelector(TITLE)
    const holder = editor.view.dom.closest('.page-editor')
    if (!isShown || !title || !holder) return setPlace(null)
    const measure = () => {
      const [field, origin] = [title.getBoundingClientRect(), holder.getBoundingClientRect()]
      const left = isRightToLeft(title) ? field.left - WIDTH - GAP : field.right + GAP
      setPlace({ top: field.top - origin.top + GAP, left: left - origin.left })
    }
    // What stands between the title and the text moves the mark as well.
    const size = new ResizeObserver(measure)
    for (const one of [title, holder, title.closest('article')]) if (one) size.observe(one)
    return () => size.disconnect()
  }, [editor, isShown])
  if (!isShown || !place) return null
  const at = ids.indexOf(active ?? '')
  return (
    <button
      type="button"
      data-thread={ids[0]}
      aria-label={t('{count, plural, one {# discussion} other {# discussions}} of the title', {
        count: ids.length,
      })}
      className={cn(
        'absolute z-10 flex h-6 min-w-6 cursor-pointer items-center justify-center gap-0.5 rounded-full border bg-surface-raised px-1 text-xs text-warning tabular-nums touch-target max-sm:-translate-x-full',
        at >= 0 ? 'border-accent' : 'border-border',
      )}
      style={place}
      onClick={() => activeThread.set(ids[(at + 1) % ids.length]!)}
    >
      <MessageSquare aria-hidden className="size-3.5" />
      {ids.length > 1 && ids.length}
    </button>
  )
}
