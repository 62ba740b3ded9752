import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Editor } from '@tiptap/core'
import { useMemo, useRef, useState } from 'react'
import { useBlockOfAddress } from '@/app/block-of-address'
import { FailureScreen } from '@/app/error-screens'
import { PageEditor } from '@/editor/page-editor'
import { t } from '@/shared/i18n'
import { cn } from '@/ui/cn'
import { toast } from '@/ui/toast'
import { BodyPending } from './body-pending'
import { mentionable } from './mentionable'
import { readDraft, writeDraft } from './playground'
import { templateContent } from './template-content'
import { templateSubPages } from './template-sub-pages'
import type { Playground } from './use-playground'

export interface PlaygroundBodyProps {
  slug: string
  playground: Playground
  /** Where the toolbar goes; none when left out. */
  toolbarPlace?: HTMLElement | null
}

/** The body of a template, to be edited as one likes: edits stay in this browser (rulings 1). */
export default function PlaygroundBody({ slug, playground, toolbarPlace }: PlaygroundBodyProps) {
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

  if (original.isLoadingError)
    return <FailureScreen error={original.error} onRetry={() => void original.refetch()} />
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
