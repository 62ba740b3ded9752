import { Link, useNavigate } from '@tanstack/react-router'
import type { Editor } from '@tiptap/core'
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Awareness } from 'y-protocols/awareness'
import { useBlockOfAddress } from '@/app/block-of-address'
import { isEmbedded } from '@/app/embedded'
import { useReadableAddress } from '@/app/readable-address'
import { ShellHeader } from '@/app/shell'
import { useTabTitle } from '@/app/tab-title'
import type { SubPage } from '@/blocks/kit/block-program'
import { applyBlocks, colorOf, createLiveDoc, setTitle } from '@/document'
import { PageEditor } from '@/editor/page-editor'
import { Breadcrumbs } from '@/features/pages/app/breadcrumbs'
import { PageCover } from '@/features/pages/app/cover/page-cover'
import { PageHead } from '@/features/pages/app/head/page-head'
import { PageIcon } from '@/features/pages/app/page-icon'
import { unreachableDetail } from '@/features/pages/app/unreachable-detail'
import { UNTITLED } from '@/features/pages/model'
import { t } from '@/shared/i18n'
import { buttonClass } from '@/ui/button'
import { cn } from '@/ui/cn'
import type { LinkLevel, PageByLink } from '../model'

/** What somebody who signs in can do with the page more than read it; null where there is nothing. */
function signInWords(level: LinkLevel): string | null {
  switch (level) {
    case 'view':
      return null
    case 'comment':
      return t('Sign in to comment')
    case 'suggest':
      return t('Sign in to suggest')
    case 'edit':
      return t('Sign in to edit')
  }
}

/** A settled page, to be read. */
export default function ReadPage({ page, isLive }: { page: PageByLink; isLive: boolean }) {
  const { id, icon, level } = page
  const title = page.title || UNTITLED()
  const words = signInWords(level)
  const [editor, setEditor] = useState<Editor | null>(null)
  useTabTitle(title, icon)
  useReadableAddress(id, page.title)
  useUnlisted()
  useBlockOfAddress(editor)
  const source = useReadDoc(page)
  const host = useReadHost(page)
  return (
    <>
      <ShellHeader>
        <Breadcrumbs path={page.above} page={{ id, title, icon }} />
        <div className="ms-auto flex shrink-0 items-center gap-2">
          <p role="status" className="text-xs text-text-faint">
            {isLive ? t('Read only') : t('Connecting…')}
          </p>
          {words && (
            <a
              href={`/login?callbackUrl=${encodeURIComponent(`/share/page~${id}`)}`}
              // A frame inside of another page is no place for a password (product.md 6.2).
              {...(isEmbedded() && { target: '_blank', rel: 'noopener' })}
              className={buttonClass('primary', 'sm')}
            >
              {words}
            </a>
          )}
        </div>
      </ShellHeader>
      {page.coverImage !== null && <PageCover page={page} readOnly />}
      <article
        aria-label={title}
        className={cn(
          'mx-auto flex min-h-full w-full flex-col px-5 pb-40 sm:px-14',
          page.coverImage === null ? 'pt-8 sm:pt-16' : icon === null ? 'pt-4' : '-mt-10 pt-0',
          page.fullWidth ? 'max-w-none' : 'max-w-[calc(var(--page-width)+7rem)]',
          page.textStyle === 'serif' ? 'font-serif' : page.textStyle === 'mono' ? 'font-mono' : 'font-sans',
        )}
      >
        <PageHead page={{ ...unreachableDetail(id), ...page, level: 'view' }} readOnly>
          <span className="block text-[1.875rem]/[1.2] font-bold tracking-tight text-balance break-words sm:text-[2.25rem]/[1.2]">
            {title}
          </span>
        </PageHead>
        <div className={cn('flex flex-1 flex-col', page.smallText && '[--page-text:0.875rem]')}>
          <PageEditor source={source} readOnly host={host} onReady={setEditor} />
        </div>
        {page.subPages.length > 0 && <PagesInside pages={page.subPages} />}
      </article>
    </>
  )
}

/** The pages inside, which no sidebar shows to a visitor. */
function PagesInside({ pages }: { pages: readonly SubPage[] }) {
  const heading = useId()
  return (
    <nav aria-labelledby={heading} className="mt-10 border-t border-border pt-6 font-sans">
      <h2 id={heading} className="mb-2 text-sm font-medium text-text-muted">
        {t('Inside this page')}
      </h2>
      <ul>
        {pages.map(({ path, title, icon }) => (
          <li key={path}>
            <Link
              to={path}
              className="flex min-h-8 items-center gap-2 rounded-control px-2 touch-target hover:bg-hover coarse:min-h-11"
            >
              <PageIcon icon={icon} />
              <span className="min-w-0 truncate">{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The page as a document of this browser alone, in which only what differs is written when the page has changed. */
function useReadDoc({ id, title, blocks }: PageByLink) {
  const source = useMemo(() => {
    const doc = createLiveDoc(id)
    const guest = `guest-${id}`
    return {
      kind: 'live' as const,
      doc,
      awareness: new Awareness(doc),
      user: { id: guest, name: t('Guest'), color: colorOf(guest) },
    }
  }, [id])
  useLayoutEffect(() => {
    setTitle(source.doc, title)
    applyBlocks(source.doc, blocks)
  }, [source, title, blocks])
  useEffect(
    () => () => {
      source.awareness.destroy()
      source.doc.destroy()
    },
    [source],
  )
  return source
}

/** What its blocks are given: the pages inside it, and a way to open them. */
function useReadHost({ id, subPages, toc }: PageByLink) {
  const navigate = useNavigate()
  const listeners = useRef(new Set<(pages: readonly SubPage[]) => void>())
  const pages = useRef(subPages)
  useEffect(() => {
    pages.current = subPages
    for (const tell of listeners.current) tell(subPages)
  }, [subPages])
  return useMemo(
    () => ({
      pagePath: `/${id}`,
      openPath: (path: string) => void navigate({ href: path }),
      showsOutline: toc,
      watchSubPages(tell: (pages: readonly SubPage[]) => void) {
        listeners.current.add(tell)
        tell(pages.current)
        return () => void listeners.current.delete(tell)
      },
    }),
    [id, navigate, toc],
  )
}

/** Search engines leave it out. */
function useUnlisted(): void {
  useEffect(() => {
    const robots = document.createElement('meta')
    robots.name = 'robots'
    robots.content = 'noindex'
    document.head.append(robots)
    return () => robots.remove()
  }, [])
}
