import { MessageSquare, MessageSquarePlus } from 'lucide-react'
import { onPanels, shownPanel, togglePanel } from '@/app/panels'
import { type Action, onPage } from '@/blocks/kit/action'
import type { Contribution, OverlayProps, PanelProps } from '@/editor/contribution'
import { t } from '@/shared/i18n'
import { lazy } from '@/ui/lazy'
import { runLater } from '@/ui/run-later'
import { mayTryToComment } from './comment-state'
import { COMMENTS_PANEL } from './comments-window'

const CommentLayer = lazy<OverlayProps>(() => import('./comment-layer'))
const CommentsPanel = lazy<{ documentId: string }>(() => import('./comments-panel'))

const CommentsOfPage = ({ documentId }: PanelProps) =>
  documentId !== null && <CommentsPanel key={documentId} documentId={documentId} />

/** Begins a discussion of what is selected, or of the block with the caret; also on a page that can only be read. */
const beginAction: Action = {
  id: 'comment.begin',
  get label() {
    return t('Comment')
  },
  icon: MessageSquarePlus,
  group: 'Actions',
  keywords: ['discuss', 'annotate', 'note', 'feedback', 'thread'],
  shortcut: 'mod+shift+m',
  places: {
    overText: {},
    blockMenu: { group: 'Actions' },
    palette: { group: 'Editor' },
  },
  command({ page, editor }, apply) {
    if (!page || !editor || !mayTryToComment(page.id)) return false
    if (apply) {
      // What is typed before the comment's field is there must not go over the selected words.
      if (editor.view.hasFocus()) editor.view.dom.blur()
      runLater(
        () => import('./begin'),
        ({ beginThread }) => beginThread(editor, page),
      )
    }
    return true
  },
}

const beginOnPageAction: Action = {
  id: 'comment.page',
  get label() {
    return t('Comment on the page')
  },
  icon: MessageSquarePlus,
  keywords: ['discuss', 'feedback', 'thread'],
  places: { palette: { group: 'Page' } },
  command({ page }, apply) {
    if (!page || !mayTryToComment(page.id)) return false
    if (apply)
      runLater(
        () => import('./begin'),
        ({ beginAbout }) => beginAbout('page', page.id),
      )
    return true
  },
}

/** The discussions of the page on the screen. */
const showAction: Action = {
  id: 'comment.show',
  get label() {
    return t('Comments')
  },
  icon: MessageSquare,
  keywords: ['discussions', 'threads', 'feedback', 'resolved', 'review'],
  places: {
    pageMenu: { when: ({ editor }) => editor !== null },
    palette: { group: 'Page' },
    toolbar: { order: 3 },
  },
  isActive: () => shownPanel() === COMMENTS_PANEL,
  watch: onPanels,
  command: onPage(() => togglePanel(COMMENTS_PANEL)),
}

/** Discussions of pages: on their text, their blocks, their title and themselves. */
export const comments: Contribution = {
  name: 'comments',
  actions: [beginAction, beginOnPageAction, showAction],
  overlays: [CommentLayer],
  panels: { [COMMENTS_PANEL]: CommentsOfPage },
}
