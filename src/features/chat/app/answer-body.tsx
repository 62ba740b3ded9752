import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { StaticBlocks } from '@/blocks/static-blocks'
import { useAnswerBlocks } from '@/features/ai/app/preview'
import { t } from '@/shared/i18n'
import { safeUrl } from '@/shared/safe-url'
import type { Source } from '../model'
import '@/blocks/blocks.css'
import '@/editor/editor.css'

const CITED = /^\/([\w-]+)#/

/** An answer as it reads. Nothing in it loads anything; its links open when they are pressed, those to blocks in this tab. */
export function AnswerBody({ words, sources }: { words: string; sources: readonly Source[] }) {
  const blocks = useAnswerBlocks(words)
  const box = useRef<HTMLDivElement>(null)
  const { history } = useRouter()
  const titles = useMemo(() => new Map(sources.map(({ id, title }) => [id, title])), [sources])
  // A number says nothing by itself: each link to a block is called after its page. The blocks are drawn without knowing of chats.
  // biome-ignore lint/correctness/useExhaustiveDependencies: new blocks have new links
  useLayoutEffect(() => {
    for (const link of box.current?.querySelectorAll<HTMLAnchorElement>('a') ?? []) {
      const id = CITED.exec(link.getAttribute('href') ?? '')?.[1]
      if (id === undefined || !/^\d+$/.test(link.textContent ?? '')) {
        // While an answer grows, another link may take the place of one to a source.
        if (link.classList.contains('chat-citation')) {
          link.classList.remove('chat-citation')
          link.removeAttribute('aria-label')
          link.removeAttribute('title')
        }
        continue
      }
      const page = titles.get(id)
      const name = page
        ? t('Source {number}: {title}', { number: link.textContent ?? '', title: page })
        : t('Source {number}', { number: link.textContent ?? '' })
      link.classList.add('chat-citation')
      link.setAttribute('aria-label', name)
      link.title = name
    }
  }, [blocks, titles])

  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    const url = link && safeUrl(link.getAttribute('href') ?? '')
    if (!url || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (CITED.test(url)) history.push(url)
    else window.open(url, '_blank', 'noopener,noreferrer')
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Enter on a link in it is a click
    <div ref={box} className="chat-answer page-body" onClick={follow}>
      <StaticBlocks blocks={blocks} />
    </div>
  )
}
