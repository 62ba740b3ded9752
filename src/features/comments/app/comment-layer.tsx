import { useRouterState } from '@tanstack/react-router'
import { MessageSquarePlus } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { showPanel, useShownPanel } from '@/app/panels'
import { useEditorValue } from '@/blocks/kit/use-editor-value'
import { pageDocOf } from '@/document'
import type { OverlayProps } from '@/editor/contribution'
import { targetIn } from '@/editor/core/open-editor'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { Floating } from '@/ui/floating'
import { useStore } from '@/ui/use-store'
import { beginThread, endDraft } from './begin'
import { BlockMarks } from './block-marks'
import { activeThread, commentedPage, draftThread, hoveredThread, threadPlaces } from './comment-state'
import { COMMENTS_PANEL } from './comments-window'
import { followPaste } from './follow-paste'
import { type Highlights, openHighlights } from './highlights'
import { useOrphans } from './orphans'
import { showThread } from './show-thread'
import type { Thread } from './thread'
import { plainText } from './thread-filters'
import { TitleMark } from './title-mark'
import { useMarginThreads } from './use-margin-threads'
import { type PageThreads, useThreads } from './use-threads'
import './comments.css'

/** What comments show over the text of a page: what is discussed is marked, and the active thread has its card. */
export default function CommentLayer(props: OverlayProps) {
  const { editor, host } = props
  const id = host.page?.id
  return id !== undefined && pageDocOf(editor.state) !== null ? (
    <Layer key={id} {...props} documentId={id} />
  ) : null
}

function Layer({ editor, host, documentId }: OverlayProps & { documentId: string }) {
  const page = useThreads(documentId)
  return page && <Threads editor={editor} host={host} documentId={documentId} page={page} />
}

interface ThreadsProps extends OverlayProps {
  documentId: string
  page: PageThreads
}

function Threads({ editor, host, documentId, page }: ThreadsProps) {
  const { threads, reader } = page
  const active = useStore(activeThread)
  const hovered = useStore(hoveredThread)
  const draft = useStore(draftThread)
  const places = useStore(threadPlaces)
  const panel = useShownPanel()
  const highlights = useRef<Highlights | null>(null)
  const latest = useRef(threads)
  latest.current = threads
  const canEdit = useRef(reader.canEdit)
  canEdit.current = reader.canEdit

  useEffect(() => {
    commentedPage.set({ id: documentId, canComment: reader.canComment })
    if (!reader.canComment && draftThread.get()) endDraft()
    return () => commentedPage.set(null)
  }, [reader.canComment, documentId])
  useEffect(
    () => () => {
      activeThread.set(null)
      hoveredThread.set(null)
      draftThread.set(null)
    },
    [],
  )
  useEffect(() => {
    const byId = () => new Map(latest.current.map((thread) => [thread.id, thread]))
    let known = byId()
    const made = openHighlights(editor, threadPlaces, {
      blocks: () => {
        known = byId()
        return latest.current.flatMap(({ id, kind, block, resolved }) =>
          kind === 'block' && block !== null && resolved === null ? [[id, block] as const] : [],
        )
      },
      isShown: (id) => known.get(id)?.resolved === null,
      active: activeThread.get,
      hovered: hoveredThread.get,
      draft: () => draftThread.get()?.range ?? null,
    })
    highlights.current = made
    const stop = made && followPointer(editor.view.dom, made)
    const stopFollowing = made && followPaste(editor, () => (canEdit.current ? made.shown() : []))
    return () => {
      stop?.()
      stopFollowing?.()
      made?.stop()
      highlights.current = null
    }
  }, [editor])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is marked depends on these
  useEffect(() => highlights.current?.refresh(), [threads, active, hovered, draft])
  useDraftFollows(editor)
  useAddress(page, editor)

  const orphans = useOrphans(threads, places)
  const placeOf = useCallback((id: string) => highlights.current?.placeOf(id) ?? null, [])
  useMarginThreads(editor, {
    page,
    draft: draft?.documentId === documentId ? draft : null,
    places,
    orphans,
    isElsewhere: panel === COMMENTS_PANEL,
    placeOf,
  })
  return (
    <>
      <BlockMarks editor={editor} threads={threads} />
      <TitleMark editor={editor} threads={threads} />
      {reader.canComment && <ReadOnlyButton editor={editor} host={host} />}
      <Arrivals threads={threads} me={reader.me.id} isRead={!page.isPending} />
    </>
  )
}

/** A press on what is discussed makes that active; of several, one after the other. The pointer over it shows which it is. */
function followPointer(dom: HTMLElement, highlights: Highlights): () => void {
  let frame = 0
  const click = ({ clientX, clientY, button }: MouseEvent) => {
    const hits = button === 0 ? highlights.at(clientX, clientY) : []
    if (hits.length === 0) return
    const at = hits.indexOf(activeThread.get() ?? '')
    activeThread.set(hits[(at + 1) % hits.length]!)
  }
  const move = ({ clientX, clientY, buttons }: PointerEvent) => {
    if (frame !== 0 || buttons !== 0 || (threadPlaces.get()?.length ?? 0) === 0) return
    frame = requestAnimationFrame(() => {
      frame = 0
      const [hit = null] = highlights.at(clientX, clientY)
      hoveredThread.set(hit)
      dom.classList.toggle('is-over-comment', hit !== null)
    })
  }
  const leave = () => hoveredThread.set(null)
  dom.addEventListener('click', click)
  dom.addEventListener('pointermove', move)
  dom.addEventListener('pointerleave', leave)
  return () => {
    cancelAnimationFrame(frame)
    dom.removeEventListener('click', click)
    dom.removeEventListener('pointermove', move)
    dom.removeEventListener('pointerleave', leave)
  }
}

/** What is being begun stays marked where it is while the page changes. */
function useDraftFollows(editor: OverlayProps['editor']): void {
  useEffect(() => {
    const follow = ({
      transaction: { docChanged, mapping },
    }: {
      transaction: OverlayProps['editor']['state']['tr']
    }) => {
      const draft = draftThread.get()
      if (!docChanged || !draft?.range) return
      const { from, to } = draft.range
      draftThread.set({
        ...draft,
        range: { ...draft.range, from: mapping.map(from, 1), to: mapping.map(to, -1) },
      })
    }
    editor.on('transaction', follow)
    return () => void editor.off('transaction', follow)
  }, [editor])
}

const OF_COMMENT = /^comment-(.+)$/

/** `/{page}#comment-{id}` opens the page with that comment's card active. */
function useAddress({ threads, isPending }: PageThreads, editor: OverlayProps['editor']): void {
  const hash = useRouterState({ select: (state) => state.location.hash })
  const places = useStore(threadPlaces)
  const done = useRef('')
  useEffect(() => {
    const wanted = OF_COMMENT.exec(hash)?.[1]
    if (wanted === undefined || done.current === hash || isPending || places === null) return
    const thread = threads.find(({ comments }) => comments.some(({ id }) => id === wanted))
    if (!thread) return
    done.current = hash
    activeThread.set(thread.id)
    const isMarked = thread.resolved === null && places.some(({ discussion }) => discussion === thread.id)
    if (isMarked) showThread(editor.view, thread.id)
    // What stands nowhere in the text, or is resolved, is shown beside it.
    else showPanel(COMMENTS_PANEL)
  }, [hash, threads, isPending, places, editor])
}

/** Where the text can only be read there is no toolbar over it: what is selected has this one button. */
function ReadOnlyButton({ editor, host }: OverlayProps) {
  const range = useEditorValue(editor, ({ isEditable, state: { selection } }) =>
    isEditable || selection.empty ? '' : `${selection.from} ${selection.to}`,
  )
  const active = useStore(activeThread)
  if (range === '' || active !== null) return null
  const [from = 0, to = 0] = range.split(' ').map(Number)
  const rect = () => {
    const [start, end] = [editor.view.coordsAtPos(from, 1), editor.view.coordsAtPos(to, -1)]
    return new DOMRect(start.left, start.top, Math.max(0, end.right - start.left), end.bottom - start.top)
  }
  return (
    <Floating rect={rect} context={editor.view.dom} placement="top" anchorKey={range} className="z-30">
      <Button
        size="sm"
        className="shadow-float"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          const target = targetIn(editor, host)
          if (target.editor && target.page) beginThread(target.editor, target.page)
        }}
      >
        <MessageSquarePlus aria-hidden />
        {t('Comment')}
      </Button>
    </Floating>
  )
}

/** Says politely, to people who listen, that somebody else has commented. */
function Arrivals({ threads, me, isRead }: { threads: readonly Thread[]; me: string; isRead: boolean }) {
  const known = useRef<ReadonlySet<string> | null>(null)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (!isRead) return
    const comments = threads.flatMap((thread) => thread.comments)
    const fresh = comments.filter(({ id, author }) => author.id !== me && known.current?.has(id) === false)
    known.current = new Set(comments.map(({ id }) => id))
    const last = fresh.at(-1)
    if (last) setSaid(t('{name} commented: {words}', { name: last.author.name, words: plainText(last.body) }))
  }, [threads, me, isRead])
  return (
    <div className="sr-only" role="status" aria-label={t('New comments')}>
      {said && <span key={said}>{said}</span>}
    </div>
  )
}
