import { useNavigate } from '@tanstack/react-router'
import type { Editor } from '@tiptap/core'
import {
  type ComponentType,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { registerActions } from '@/app/actions'
import { useBlockOfAddress } from '@/app/block-of-address'
import { FailureScreen, NotFoundScreen } from '@/app/error-screens'
import { failureKind } from '@/app/failures'
import { useReadableAddress } from '@/app/readable-address'
import { type CurrentUser, useCurrentUser } from '@/app/session'
import { useTabTitle } from '@/app/tab-title'
import { UnsavedGuard } from '@/app/unsaved-guard'
import { colorOf } from '@/document'
import { type LivePage, type PageAccess, useLivePage, useStore } from '@/editor/live'
import { PageEditor } from '@/editor/page-editor'
import { useMode } from '@/editor/review/use-mode'
import { ToolbarPlace } from '@/editor/toolbar-place'
import { type EditingMode, editingMode, type PageFacts, sameFacts } from '@/shared/permissions'
import { Banner } from '@/ui/banner'
import { cn } from '@/ui/cn'
import { lazy, usePreload } from '@/ui/lazy'
import { Skeleton } from '@/ui/skeleton'
import { factsOfPage, type PageDetail, UNTITLED } from '../model'
import { type KeptCaret, useCaretKept } from './caret-kept'
import { PageCover } from './cover/page-cover'
import { useEarlyKeys } from './early-keys'
import type { HeadHelp } from './head/head-help'
import { PageHead } from './head/page-head'
import { useMentionablePages } from './mentionable-pages'
import { takeFresh } from './new-page'
import { PageHeader } from './page-header'
import { usePageHost } from './page-host'
import { PageTitle } from './page-title'
import { useScrollKept } from './scroll-kept'
import { unreachableDetail } from './unreachable-detail'
import { useHasUnsavedWords } from './unsaved-reasons'
import { useEditedBy, usePageInvalidation, useReviewInvalidation } from './use-page-invalidation'
import { usePage } from './use-pages'
import { useTitle, useTitleInTree } from './use-title'
import { useVisit } from './use-visit'

/** The line that says what state the page is in keeps its place while its words come. */
const LockBanner = lazy(() => import('./lock-banner'), <Banner tone="warning" className="min-h-10" />)
const TrashBanner = lazy(() => import('./trash-banner'), <Banner tone="danger" className="min-h-10" />)
const ModeMenu = lazy(() => import('@/editor/review/mode-menu'))
const NotComeScreen = lazy(() => import('@/app/not-come-screen'))
const UnsavedWords = lazy(() => import('./unsaved-words'))

export interface PageScreenProps {
  documentId: string
  /** Parts of other features: beside the options of the page, and above it. */
  parts?: PageParts
}

/** Parts of other features, each given the page. */
export interface PageParts {
  InHeader: ComponentType<{ page: PageDetail }>
  Banner: ComponentType<{ page: PageDetail }>
  /** Beside who edited the page last. */
  UnderTitle: ComponentType<{ page: PageDetail }>
  /** Instead of a page that is not there, or not for this person. */
  Missing: ComponentType<{ documentId: string }>
  /** For the fields of the page's head. */
  help: HeadHelp
}

/** `/{documentId}` for somebody signed in (product.md 2.28). */
export function PageScreen({ documentId, ...others }: PageScreenProps) {
  const { user } = useCurrentUser()
  return user && <OpenPage key={documentId} documentId={documentId} user={user} {...others} />
}

function OpenPage({ documentId, user, ...others }: PageScreenProps & { user: CurrentUser }) {
  const query = usePage(documentId)
  const live = useLivePage({ documentId, user })
  useVisit(documentId, query.data !== undefined)
  // Comes together with what the page says, not after it. A failure is told where the editor is to stand.
  useEffect(() => void PageEditor.preload().catch(() => undefined), [])
  const caret = useRef<KeptCaret | null>(null)
  const { refetch } = query
  const access = live?.access
  usePageInvalidation(live?.changes ?? 0)
  useReviewInvalidation(live?.reviews ?? 0)

  // Somebody moved the page to the trash, locked it or brought it back: its facts have changed too.
  useEffect(() => {
    if (access === 'read' || access === 'write') void refetch()
  }, [access, refetch])

  useFresher(live?.facts, query.data, refetch)

  const lost = useLostWords(live?.page, live?.access)
  const isGone = query.isError && failureKind(query.error) === 'not-found'
  const unreachable =
    query.isError && ['offline', 'server-down'].includes(failureKind(query.error)) && query.data === undefined
  const isSilent = useElapsed(unreachable && !live?.isReady, PATIENCE_MS)
  // An empty page in its place would look as if its words were gone, and what is typed there would stand among them.
  const hasCome = useHasContent(live?.page)
  const isBlank = live?.isReady === true && (query.data?.wordCount ?? 0) > 0 && !hasCome
  const isRefused = live?.isReady === false && (live.refusal === 'no-room' || live.refusal === 'unavailable')
  const hasNotCome = useElapsed(isBlank || isRefused, PATIENCE_MS)

  const isUndecided = useElapsed(isGone, PATIENCE_MS) === false && live?.access === 'unknown'
  const missing = others.parts ? <others.parts.Missing documentId={documentId} /> : <NotFoundScreen />
  if (live?.access === 'none' && !lost) return missing
  // This browser may hold words that somebody typed in the page: it has to be asked before the page is given up.
  if (isGone && query.data === undefined && (isUndecided || !live)) return <PageSkeleton />
  if (
    query.isError &&
    query.data === undefined &&
    !lost &&
    !(unreachable && (live?.isReady ? hasCome : !isSilent))
  )
    return isGone ? missing : <FailureScreen error={query.error} onRetry={() => void refetch()} />
  const detail =
    lost || unreachable ? ((lost ? undefined : query.data) ?? unreachableDetail(documentId)) : query.data
  if ((isBlank || isRefused) && hasNotCome) return <NotComeScreen refusal={isRefused ? live.refusal : null} />
  if (!detail || !live?.isReady || isBlank) return <PageSkeleton />
  const most = editingMode([factsOfPage(detail), ...(live.facts ? [live.facts] : [])])
  return (
    <PageView
      key={live.page.generation}
      page={detail}
      live={live.page}
      mostMode={live.readOnly ? 'viewing' : most}
      caret={caret}
      user={user}
      {...others}
    />
  )
}

/** Asks for the page again when its socket says something else of what this person may do than what is on the screen. */
function useFresher(
  told: PageFacts | null | undefined,
  page: PageDetail | undefined,
  refetch: () => Promise<unknown>,
): void {
  const shown = useRef(page)
  shown.current = page
  useEffect(() => {
    if (told && shown.current && !sameFacts(told, factsOfPage(shown.current))) void refetch()
  }, [told, refetch])
}

/** Is the page none of this person's any more, with words of theirs that nobody else has? They are shown in it. */
function useLostWords(page: LivePage | undefined, access: PageAccess | undefined): boolean {
  const state = useStore(page?.saveState, SAVING)
  return access === 'none' && state.kind === 'not-saved'
}

const SAVING = { kind: 'saving' } as const

/** How long an open socket that says nothing is waited for, once the call for the page has failed. */
const PATIENCE_MS = 3_000

/** Has `running` held for so long? */
function useElapsed(running: boolean, ms: number): boolean {
  const [elapsed, setElapsed] = useState(false)
  useEffect(() => {
    setElapsed(false)
    if (!running) return
    const timer = setTimeout(() => setElapsed(true), ms)
    return () => clearTimeout(timer)
  }, [running, ms])
  return elapsed
}

/** Does this browser have anything of the page (rulings 0: what was typed offline is not lost)? */
function useHasContent(page: LivePage | undefined): boolean {
  const follow = useCallback(
    (changed: () => void) => {
      page?.doc.on('update', changed)
      return () => page?.doc.off('update', changed)
    },
    [page],
  )
  return useSyncExternalStore(follow, () => page !== undefined && page.doc.store.clients.size > 0)
}

interface PageViewProps extends Omit<PageScreenProps, 'documentId'> {
  page: PageDetail
  live: LivePage
  /** The best that the person may do. */
  mostMode: EditingMode
  /** Where the person was writing in the doc that this one has taken the place of. */
  caret: RefObject<KeptCaret | null>
  user: CurrentUser
}

function PageView({ page, live, mostMode, caret, user, parts }: PageViewProps) {
  const { doc, awareness } = live
  const { mode, isWritable, isComing, choose } = useMode(page.id, user.id, mostMode)
  const readOnly = mode !== 'editing'
  const title = useTitle(doc)
  const hasUnsaved = useHasUnsavedWords(live)
  const isStuck = useStore(live.rescue.state, null)?.stage === 'stuck'
  // They are needed most when the network is gone, or the page is locked or deleted by somebody else.
  usePreload(UnsavedWords, LockBanner, TrashBanner)
  const shownTitle = title || UNTITLED()
  const [isFresh] = useState(() => takeFresh(page.id))
  const [editor, setEditor] = useState<Editor | null>(null)
  const navigate = useNavigate()
  const editorRef = useRef(editor)
  editorRef.current = editor

  useTabTitle(shownTitle, page.icon)
  useReadableAddress(page.id, title)
  useTitleInTree(page.id, title)
  useEditedBy(page.id, doc)
  useScrollKept(page.id, editor !== null, window.location.hash !== '')
  useBlockOfAddress(editor)
  useEditorActions(editor)
  useCaretKept(caret, editor, isWritable)
  useEarlyKeys(caret, editor, { isComing, isWritable })

  const source = useMemo(
    () => ({
      kind: 'live' as const,
      doc,
      awareness,
      user: { id: user.id, name: user.name, color: colorOf(user.id) },
      keeper: live.rescue,
    }),
    [doc, awareness, live.rescue, user.id, user.name],
  )
  const mentionable = useMentionablePages()
  const pageHost = usePageHost(page.id)
  const [toolbarPlace, setToolbarPlace] = useState<HTMLElement | null>(null)
  const titleField = useRef<HTMLTextAreaElement>(null)
  const titleRef = useRef(shownTitle)
  titleRef.current = shownTitle
  const host = useMemo(
    () => ({
      ...mentionable,
      ...pageHost,
      openPath: (path: string) => void navigate({ to: path }),
      pagePath: `/${page.id}`,
      page: {
        id: page.id,
        // Asked for when it is used: the editor is not drawn anew for a letter of the title.
        get title() {
          return titleRef.current
        },
      },
      toolbarPlace,
      showsOutline: page.toc,
      leaveUpwards() {
        const field = titleField.current
        field?.focus()
        field?.setSelectionRange(field.value.length, field.value.length)
      },
    }),
    [mentionable, pageHost, navigate, page.id, page.toc, toolbarPlace],
  )

  return (
    <>
      <PageHeader page={{ ...page, title: shownTitle }} live={live}>
        <ModeMenu
          key={mostMode === 'viewing' ? 'reads' : 'writes'}
          documentId={page.id}
          mode={mode}
          most={mostMode}
          onChoose={choose}
        />
        {parts && <parts.InHeader page={{ ...page, title }} />}
      </PageHeader>
      <UnsavedGuard enabled={live.isAtRisk} samePathIsFine />
      {hasUnsaved && <UnsavedWords title={shownTitle} live={live} />}
      <ToolbarPlace ref={setToolbarPlace} hidden={!isWritable || isStuck} />
      {page.isArchived && <TrashBanner id={page.id} title={shownTitle} />}
      {page.lockPage && !page.isArchived && <LockBanner page={page} />}
      {parts && <parts.Banner page={page} />}
      {page.coverImage !== null && <PageCover page={page} readOnly={readOnly} />}
      <article
        aria-label={shownTitle}
        className={cn(
          'page-frame mx-auto flex min-h-full w-full flex-col px-5 sm:px-14',
          // Where one can write, the empty end of the page is part of the text: a click there writes on.
          !isWritable ? 'pb-40' : '[--page-body-end:calc(30vh+10rem)]',
          // The icon of a page with a cover stands half on it.
          page.coverImage === null ? 'pt-8 sm:pt-16' : page.icon === null ? 'pt-4' : '-mt-10 pt-0',
          page.fullWidth ? 'max-w-none' : 'max-w-[calc(var(--page-width)+7rem)]',
          { default: 'font-sans', serif: 'font-serif', mono: 'font-mono' }[page.textStyle],
        )}
      >
        <PageHead
          page={page}
          readOnly={readOnly}
          keepsRoom={readOnly && mostMode === 'editing'}
          doc={doc}
          facts={parts && <parts.UnderTitle page={page} />}
          help={parts?.help}
        >
          <PageTitle
            doc={doc}
            fieldRef={titleField}
            mode={mode}
            most={mostMode}
            userId={user.id}
            keeper={live.rescue}
            autoFocus={isFresh}
            onLeave={() => {
              const made = editorRef.current
              // Tiptap's own command waits for the next frame, and what is typed until then would go into the title.
              made?.view.focus()
              made?.commands.focus('start')
            }}
          />
        </PageHead>
        <div className={cn('flex flex-1 flex-col', page.smallText && '[--page-text:0.875rem]')}>
          <PageEditor source={source} readOnly={!isWritable} host={host} onReady={setEditor} />
        </div>
      </article>
    </>
  )
}

/** While a page is open the palette offers what its editor can do. Without that code (offline) it offers the rest. */
function useEditorActions(editor: Editor | null): void {
  useEffect(() => {
    if (!editor) return
    let withdraw: (() => void) | null = null
    let isGone = false
    import('@/editor/actions').then(
      ({ editorActions }) => {
        if (!isGone) withdraw = registerActions(editorActions)
      },
      () => undefined,
    )
    return () => {
      isGone = true
      withdraw?.()
    }
  }, [editor])
}

/** A page that is about to come, in its shape. */
function PageSkeleton() {
  return (
    <div
      aria-busy="true"
      className="mx-auto flex w-full max-w-[calc(var(--page-width)+7rem)] flex-col px-5 pt-8 sm:px-14 sm:pt-16"
    >
      <Skeleton className="mt-9 mb-6 h-10 w-2/3" />
      {['w-full', 'w-11/12', 'w-4/5', 'w-[98%]', 'w-1/2'].map((width) => (
        <Skeleton key={width} className={`mb-3 h-4 ${width}`} />
      ))}
    </div>
  )
}
