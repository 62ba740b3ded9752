import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { BlockHost, PageInfo } from '@/blocks/kit/block-program'
import { mentionedPage } from '@/blocks/mention/mention'
import { ownUndoStep } from '@/document'
import { t } from '@/shared/i18n'
import { pageIdOf } from '@/shared/page-address'
import { linkAddress, linkAt } from '../core/link'
import { withAnnouncement, withPopup } from '../core/surface-state'
import { keepPlace } from './kept-place'

/** The popup that asks how a pasted address is to be shown (`menus/pasted-address-panel.tsx`). */
export const PASTED_ADDRESS = 'pasted-address'

/** The page of this server that an address leads to, as a mention names it; `null` for a place within one, and for all else. */
export function pageAt(address: string, origin: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const segment = /^\/([^/]+)\/?$/.exec(url.pathname)?.[1]
  if (url.origin !== origin || url.search !== '' || url.hash !== '' || segment === undefined) return null
  return mentionedPage(`/${pageIdOf(segment)}`)
}

/** Replaces the link at the kept place with a mention, unless it has become something else meanwhile. */
function putMention(
  view: EditorView,
  { from, to }: { from: number; to: number },
  page: PageInfo,
  url: string,
) {
  const { state } = view
  const type = state.schema.nodes.mention!
  const link = from < to ? linkAt(state.doc.resolve(from + 1)) : null
  if (!view.editable || link?.from !== from || link.to !== to || link.url !== url || link.text !== url) return
  const $from = state.doc.resolve(from)
  if (!$from.parent.canReplaceWith($from.index(), $from.index(), type)) return
  const { path, title, icon, coverImage } = page
  const marks = $from.nodeAfter!.marks.filter((mark) => mark.type.name !== 'link')
  const mention = type.create({ key: path, value: title, icon, coverImage: coverImage ?? null }, null, marks)
  const tr = ownUndoStep(state.tr).replaceWith(from, to, mention)
  view.dispatch(withAnnouncement(tr, t('Now a mention of {title}', { title: title || t('Untitled') })))
}

/**
 * A lone address: over selected text it becomes its link, at the caret a linked text. One of a page of this server becomes a
 * mention of it as soon as its title is known. For any other web address `offers` opens a menu that can show it otherwise.
 */
export function pasteAddress(view: EditorView, text: string, host: BlockHost, offers: boolean): boolean {
  const { state } = view
  const { selection, schema } = state
  const typed = text.trim()
  if (!(selection instanceof TextSelection) || !/^(https?:\/\/|mailto:)\S+$/i.test(typed)) return false
  const url = linkAddress(typed)
  const link = schema.marks.link!
  const { $from, $to, from, to, empty } = selection
  if (url === null || !$from.sameParent($to) || !$from.parent.type.allowsMarkType(link)) return false
  if ($from.marks().some((mark) => mark.type.spec.code)) return false
  const mark = link.create({ url })
  const tr = state.tr
  if (empty) tr.replaceWith(from, to, schema.text(typed, mark.addToSet($from.marks()))).removeStoredMark(mark)
  else tr.addMark(from, to, mark).setSelection(TextSelection.create(tr.doc, to))
  const path = empty && host.pageInfo ? pageAt(url, location.origin) : null
  if (empty && path === null && offers && /^http/i.test(url))
    withPopup(tr, { kind: 'block-panel', name: PASTED_ADDRESS, pos: from })
  view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'))
  if (path !== null) {
    const place = keepPlace(view, TextSelection.create(view.state.doc, from, from + typed.length), -1)
    void host.pageInfo!(path)
      // A page that cannot be asked for now stays the link that it is.
      .catch(() => null)
      .then((page) => {
        if (view.isDestroyed) return
        const there = place()
        if (page) putMention(view, there, page, url)
      })
  }
  return true
}
