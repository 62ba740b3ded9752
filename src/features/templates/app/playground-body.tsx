import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Editor } from '@tiptap/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useBlockOfAddress } from '@/app/block-of-address'
import { FailureScreen } from '@/app/error-screens'
import { PageEditor } from '@/editor/page-editor'
import { t } from '@/shared/i18n'
import { cn } from '@/ui/cn'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast'
import { mentionable } from './mentionable'
import { forgetDraft, readDraft, writeDraft } from './playground'
import { templateContent } from './template-content'
import { templateSubPages } from './template-sub-pages'

/** Milliseconds that a reset takes on the screen (product.md 4.9). */
const RESET_MS = 300

export interface Playground {
  /** Counts resets; the editor is a new one each time. */
  generation: number
  resetting: boolean
  reset(): void
}

/** The state of one template's playground; its Reset brings the original back with the words of product.md 8.5. */
export function usePlayground(slug: string): Playground {
  const [generation, setGeneration] = useState(0)
  const [resetting, setResetting] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const reset = () => {
    try {
      // The next generation is set first: the editor that goes away must not save its content again.
      setGeneration((before) => before + 1)
      forgetDraft(localStorage, slug)
    } catch {
      toast.error(t('Failed to reset template'), {
        description: t('An error occurred while resetting. Please try again.'),
      })
      return
    }
    setResetting(true)
    timer.current = setTimeout(() => {
      setResetting(false)
      toast.success(t('Template reset successfully'), {
        description: t('All changes have been reverted to the original template.'),
      })
    }, RESET_MS)
  }
  return { generation, resetting, reset }
}

interface PlaygroundBodyProps {
  slug: string
  playground: Playground
  /** Where the toolbar goes; none when left out. */
  toolbarPlace?: HTMLElement | null
}

export function BodyPending() {
  return (
    <div className="flex flex-col gap-3 py-2" aria-busy>
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  )
}

/** The body of a template, to be edited as one likes: edits stay in this browser (rulings 1). */
export function PlaygroundBody({ slug, playground, toolbarPlace }: PlaygroundBodyProps) {
  const original = useQuery(templateContent(slug))
  const navigate = useNavigate()
  const { generation, resetting } = playground
  const current = useRef(generation)
  current.current = generation
  const warned = useRef(false)

  const [editor, setEditor] = useState<Editor | null>(null)
  useBlockOfAddress(editor)

  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after a reset
  const blocks = useMemo(
    () => original.data && (keptDraft(slug) ?? original.data),
    [slug, original.data, generation],
  )

  if (original.error) return <FailureScreen error={original.error} onRetry={() => void original.refetch()} />
  if (!original.data || !blocks) return <BodyPending />

  const onChange = (edited: Parameters<typeof writeDraft>[2]) => {
    if (current.current !== generation) return
    try {
      writeDraft(localStorage, slug, edited, original.data)
    } catch {
      if (warned.current) return
      warned.current = true
      toast.error(t('This browser cannot keep your edits'), {
        description: t('Its storage is full or turned off. What you typed is lost when you leave.'),
      })
    }
  }

  return (
    <div
      className={cn(
        'flex flex-1 flex-col transition duration-300 ease-out',
        resetting && 'translate-y-1 opacity-0 duration-0',
      )}
    >
      <PageEditor
        key={`${slug} ${generation}`}
        source={{ kind: 'local', blocks, onChange }}
        onReady={setEditor}
        host={{
          ...mentionable,
          ...templateSubPages(slug),
          pagePath: `/${slug}`,
          openPath: (path) => void navigate({ href: path }),
          ...(toolbarPlace === undefined ? {} : { toolbarPlace }),
        }}
      />
    </div>
  )
}

function keptDraft(slug: string) {
  try {
    return readDraft(localStorage, slug)
  } catch {
    // Storage can be forbidden: then there is nothing to show but the original.
    return null
  }
}
