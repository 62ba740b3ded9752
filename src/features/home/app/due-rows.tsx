import { Link } from '@tanstack/react-router'
import { dateWords } from '@/blocks/date/date-words'
import { UNTITLED } from '@/features/pages/model'
import { t } from '@/shared/i18n'
import { cn } from '@/ui/cn'
import { useFormats } from '@/ui/formats'
import type { DueTodo } from '../model'

/** To-dos with their days, the earliest first; each leads to its place on its page. `today`: such as `2026-01-05`. */
export function DueRows({ todos, today }: { todos: readonly DueTodo[]; today: string }) {
  const formats = useFormats()
  return (
    <ul className="flex flex-col">
      {todos.map(({ documentId, blockId, words, title, due }) => {
        const isLate = due < today
        const day = dateWords(due, today, formats)
        return (
          <li key={`${documentId} ${blockId}`}>
            <Link
              to="/$documentId"
              params={{ documentId }}
              hash={blockId}
              className="flex min-h-9 items-center gap-2 rounded-control px-2 py-1 text-text no-underline hover:bg-hover coarse:min-h-11"
            >
              <span
                aria-hidden
                className="mx-0.5 size-4 shrink-0 rounded-[4px] border border-border-strong"
              />
              <span className="min-w-0 flex-1 truncate">
                <span className="font-medium">{words || t('To-do')}</span>{' '}
                <span className="text-text-faint">{title || UNTITLED()}</span>
              </span>
              <time
                dateTime={due}
                className={cn('shrink-0 text-xs', isLate ? 'font-medium text-danger' : 'text-text-faint')}
              >
                {isLate ? t('Overdue: {day}', { day }) : day}
              </time>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
