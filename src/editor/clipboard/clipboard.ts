import { DOMSerializer, type Fragment, type Schema, Slice } from '@tiptap/pm/model'
import { Plugin, type PluginSpec, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { BlockHost } from '@/blocks/kit/block-program'
import { CellSelection } from '@/blocks/table/cell-selection'
import { tableOf } from '@/blocks/table/table-commands'
import { hasBlockId } from '../core/block-ids'
import { textOfCells } from './cells-text'
import { foreignPastedHtml, isOurs, OUR_MARK, pasteParser } from './foreign-html'
import { holdPaste } from './held-paste'
import { whyTooBig } from './limits'
import { nestLists } from './list-html'
import { pasteCode } from './load-paste-code'
import { filterIds, sliceFromBlocks, textOfSlice } from './slices'

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

/** Code of an editor of code, in its language. */
function pasteLines(view: EditorView, text: string, lang: string): void {
  const { schema } = view.state
  const code = [{ id: '', kind: 'codeBlock', attributes: { lang }, text: [{ text: text.trimEnd() }] }]
  const content = filterIds(sliceFromBlocks(schema, code).content, () => false)
  const made = new Slice(content, 0, 0)
  if (pasteBlocks(view, made)) return
  view.dispatch(view.state.tr.replaceSelection(made).scrollIntoView().setMeta('uiEvent', 'paste'))
}

/** ProseMirror's own, with our flat lists as the nested ones that other programs know. */
function copySerializer(schema: Schema): DOMSerializer {
  const own = DOMSerializer.fromSchema(schema)
  return {
    serializeFragment(content: Fragment, options?: { document?: Document }) {
      const made = own.serializeFragment(content, options)
      nestLists(made as DocumentFragment)
      if (made.firstChild instanceof HTMLElement) made.firstChild.setAttribute(OUR_MARK, '')
      return made
    },
  } as DOMSerializer
}

/**
 * Copy, cut and paste. Copied blocks are HTML that we read back without loss and that others read as lists and
 * headings, and Markdown as plain text. Pasted HTML goes through the schema, so that nothing it does not know
 * survives (R29, R30); plain text that is Markdown becomes blocks, with mod+shift+v it stays text. `offers`: a pasted address
 * may become a block.
 */
export function clipboard(
  schema: Schema,
  host: () => BlockHost,
  tell: (message: string) => void,
  offers: boolean,
): Plugin {
  /** Ids of blocks that were cut and can come back as themselves; everything copied gets new ids (rulings 3). */
  let cut = new Set<string>()
  /** Is Shift held, as in mod+shift+v? */
  let plain = false
  /** Was it found out while reading it that there is too much on the clipboard? */
  let isRefused = false

  const rememberCut = (view: EditorView, event: Event): boolean => {
    cut = new Set()
    if (event.type === 'cut') {
      view.state.selection.content().content.descendants((node) => {
        if (typeof node.attrs.id === 'string') cut.add(node.attrs.id)
      })
    }
    return false
  }
  const refuse = (why: string) => {
    isRefused = true
    tell(why)
  }
  const refuseTooBig = (data: DataTransfer | null, event: Event): boolean => {
    isRefused = false
    const why = whyTooBig(data?.getData('text/html') ?? '', data?.getData('text/plain') ?? '')
    if (why === null) return false
    event.preventDefault()
    tell(why)
    return true
  }
  /** Pastes that have waited, and were begun without formatting. */
  const heldPlain = new WeakSet<Event>()
  const holdsShift = (_view: EditorView, event: KeyboardEvent): boolean => {
    // Shift with Insert pastes as it is, as the keys of other systems do.
    plain = event.shiftKey && event.key !== 'Insert'
    return false
  }

  const props: PluginSpec<null>['props'] = {
    clipboardSerializer: copySerializer(schema),
    clipboardParser: pasteParser(schema, tell, refuse),
    clipboardTextSerializer: (slice, view) =>
      view.state.selection instanceof CellSelection ? textOfCells(slice) : textOfSlice(slice, schema),
    transformPastedHTML: foreignPastedHtml,
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
      if (isRefused) return true
      const data = event.clipboardData
      const text = data?.getData('text/plain') ?? ''
      const inCode = view.state.selection.$from.parent.type.spec.code
      const html = data?.getData('text/html') ?? ''
      const isPlain = plain || heldPlain.has(event)
      if (isPlain && isOurs(html) && pasteCode()?.pastePlain(view, html)) return true
      if (isPlain || inCode) return false
      const code = pasteCode()
      if (code?.pasteAddress(view, text, host(), offers)) return true
      const lang = copiedLanguage(data)
      if (lang !== null && text.includes('\n')) {
        pasteLines(view, text, lang)
        return true
      }
      const hasHtml = data?.types.includes('text/html') === true
      if (!hasHtml && data && !data.files.length && code?.looksLikeMarkdown(text)) {
        code.pasteMarkdown(view, text, tell)
        return true
      }
      return pasteBlocks(view, slice)
    },
    handleDOMEvents: {
      keydown: holdsShift,
      keyup: holdsShift,
      copy: rememberCut,
      cut: rememberCut,
      paste: (view, event) =>
        refuseTooBig(event.clipboardData, event) ||
        // Copied from here, it needs nothing but itself, except among cells and for its bare words.
        ((tableOf(view.state.selection) !== null ||
          plain === isOurs(event.clipboardData?.getData('text/html') ?? '')) &&
          holdPaste(view, event, (again) => {
            if (plain) heldPlain.add(again)
          })),
      drop: (_view, event) => refuseTooBig(event.dataTransfer, event),
    },
  }
  return new Plugin({ props })
}
