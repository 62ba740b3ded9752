import {
  DOMParser,
  DOMSerializer,
  type Fragment,
  type ParseOptions,
  type Schema,
  Slice,
} from '@tiptap/pm/model'
import { Plugin, type PluginSpec, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { hasBlockId } from '../core/block-ids'
import { linkAddress } from '../core/link'
import { nestLists } from './list-html'
import { looksLikeMarkdown } from './looks-like-markdown'
import { foreignHtml, markdown } from './readers'
import { filterIds, sliceFromBlocks, textOfSlice } from './slices'

/** Characters of one clipboard that are pasted; more would hold the page up for seconds and belongs into an import. */
export const PASTE_LIMIT = 4_000_000

const megabytes = (characters: number) => `${Math.max(1, Math.round(characters / 1_000_000))} MB`

/** Refuses what is too big before anything parses it. */
function refuseHuge(data: DataTransfer | null, event: Event, tell: (message: string) => void): boolean {
  const size = Math.max(data?.getData('text/html').length ?? 0, data?.getData('text/plain').length ?? 0)
  if (size <= PASTE_LIMIT) return false
  event.preventDefault()
  tell(`This is too much to paste at once (${megabytes(size)}). Save it as a file and import it instead.`)
  return true
}

/** The language that the code editor Visual Studio Code says the copied text is written in. */
function copiedLanguage(data: DataTransfer | null): string | null {
  const raw = data?.getData('vscode-editor-data')
  if (!raw) return null
  try {
    const { mode } = JSON.parse(raw) as { mode?: unknown }
    return typeof mode === 'string' && !['markdown', 'plaintext'].includes(mode) ? mode : null
  } catch {
    return null
  }
}

/** A lone address: over selected text it becomes its link, at the caret a linked text. */
function pasteAddress(view: EditorView, text: string): boolean {
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
  view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'))
  return true
}

/** Several blocks pasted into an empty paragraph take its place, the first one's kind included. */
function pasteBlocks(view: EditorView, slice: Slice): boolean {
  const { $from, empty } = view.state.selection
  const { content, openStart } = slice
  const { parent } = $from
  if (!empty || parent.type.name !== 'paragraph' || parent.content.size > 0) return false
  if (!content.firstChild?.isBlock || (content.childCount === 1 && openStart > 0)) return false
  if (!$from.node(-1).canReplace($from.index(-1), $from.indexAfter(-1), content)) return false
  const tr = view.state.tr.replaceWith($from.before(), $from.after(), content)
  const end = $from.before() + content.size
  tr.setSelection(TextSelection.near(tr.doc.resolve(end), -1))
  view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'))
  return true
}

/**
 * ProseMirror's own parser for what an editor of ours copied and for plain text; the importer for the HTML of other
 * programs, which knows their nested lists, tables and odd markup.
 */
function pasteParser(schema: Schema): DOMParser {
  const own = DOMParser.fromSchema(schema)
  return {
    parseSlice(dom: HTMLElement, options?: ParseOptions) {
      const reader = foreignHtml()
      return !reader || options?.preserveWhitespace || dom.querySelector('[data-pm-slice]')
        ? own.parseSlice(dom, options)
        : sliceFromBlocks(
            schema,
            reader.blocksFromHtml('', () => dom),
          )
    },
  } as DOMParser
}

/** ProseMirror's own, with our flat lists as the nested ones that other programs know. */
function copySerializer(schema: Schema): DOMSerializer {
  const own = DOMSerializer.fromSchema(schema)
  return {
    serializeFragment(content: Fragment, options?: { document?: Document }) {
      const made = own.serializeFragment(content, options)
      nestLists(made as DocumentFragment)
      return made
    },
  } as DOMSerializer
}

/**
 * Copy, cut and paste. Copied blocks are HTML that we read back without loss and that others read as lists and
 * headings, and Markdown as plain text. Pasted HTML goes through the schema, so that nothing it does not know
 * survives (R29, R30); plain text that is Markdown becomes blocks, with mod+shift+v it stays text.
 */
export function clipboard(schema: Schema, tell: (message: string) => void): Plugin {
  /** Ids of blocks that were cut and can come back as themselves; everything copied gets new ids (rulings 3). */
  let cut = new Set<string>()
  /** Is Shift held, as in mod+shift+v? */
  let plain = false

  const rememberCut = (view: EditorView, event: Event): boolean => {
    cut = new Set()
    if (event.type === 'cut') {
      view.state.selection.content().content.descendants((node) => {
        if (typeof node.attrs.id === 'string') cut.add(node.attrs.id)
      })
    }
    return false
  }

  const props: PluginSpec<null>['props'] = {
    clipboardSerializer: copySerializer(schema),
    clipboardParser: pasteParser(schema),
    clipboardTextSerializer: (slice) => textOfSlice(slice, schema),
    clipboardTextParser: (text, _context, asPlain) => {
      const reader = asPlain || !looksLikeMarkdown(text) ? null : markdown()
      // Undefined leaves the text to ProseMirror, which its types do not say.
      return reader
        ? sliceFromBlocks(schema, reader.blocksFromMarkdown(text))
        : (undefined as unknown as Slice)
    },
    transformPasted(slice, view) {
      if (view.dragging?.move) return slice
      const seen = new Set<string>()
      const keep = (id: string) => {
        const first = !seen.has(id)
        seen.add(id)
        return first && cut.has(id) && !hasBlockId(view.state, id)
      }
      return new Slice(filterIds(slice.content, keep), slice.openStart, slice.openEnd)
    },
    handlePaste(view, event, slice) {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const inCode = view.state.selection.$from.parent.type.spec.code
      if (plain || inCode) return false
      if (pasteAddress(view, text)) return true
      const lang = copiedLanguage(event.clipboardData)
      if (lang !== null && text.includes('\n')) {
        const code = [{ id: '', kind: 'codeBlock', attributes: { lang }, text: [{ text: text.trimEnd() }] }]
        const { content } = sliceFromBlocks(schema, code)
        const made = new Slice(
          filterIds(content, () => false),
          0,
          0,
        )
        if (pasteBlocks(view, made)) return true
        view.dispatch(view.state.tr.replaceSelection(made).scrollIntoView().setMeta('uiEvent', 'paste'))
        return true
      }
      return pasteBlocks(view, slice)
    },
    handleDOMEvents: {
      keydown(_view, event) {
        plain = event.shiftKey
        return false
      },
      keyup(_view, event) {
        plain = event.shiftKey
        return false
      },
      copy: rememberCut,
      cut: rememberCut,
      paste: (_view, event) => refuseHuge(event.clipboardData, event, tell),
      drop: (_view, event) => refuseHuge(event.dataTransfer, event, tell),
    },
  }
  return new Plugin({ props })
}
