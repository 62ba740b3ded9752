import * as Y from 'yjs'
import { type Block, blocksFromDoc } from '@/blocks'
import { bindingKey } from '@/document/binding/plugin'
import { chosenSids, decide, ReviewedPage } from '@/document/review'
import { BoundEditor, inOrder } from './bound-editor'

const DECIDED = 'decided'

/** An editor without a screen whose person suggests, or reads what others suggest. */
export class SuggestingEditor extends BoundEditor {
  readonly page: ReviewedPage

  constructor(doc: Y.Doc, name: string, isSuggesting = true) {
    super(doc)
    this.page = new ReviewedPage(doc, name)
    this.page.isSuggesting = isSuggesting
    this.binding.readBy(this.page)
    this.binding.undoManager.addTrackedOrigin(DECIDED)
  }

  /** A page with these blocks, in as many editors, all of which suggest; nothing goes from one to the other by itself. */
  static onPage(blocks: readonly Block[], ...names: string[]): SuggestingEditor[] {
    const first = BoundEditor.showing(blocks)
    const state = Y.encodeStateAsUpdate(first.doc)
    first.close()
    return names.map((name) => {
      const doc = new Y.Doc()
      Y.applyUpdate(doc, state)
      return new SuggestingEditor(doc, name)
    })
  }

  get binding() {
    return bindingKey.getState(this.state)!.binding
  }

  decideAll(isAccepted: boolean): void {
    const { suggestions } = this.page
    decide(this.binding.index, suggestions, chosenSids(suggestions, suggestions.sids), isAccepted, DECIDED)
  }

  /** Throws unless the marked page is shown as a fresh tab shows it. */
  override check(): void {
    const { doc } = this.state
    doc.check()
    const copy = new Y.Doc()
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(this.doc))
    const page = new ReviewedPage(copy, 'reader')
    const index = page.openMarked()
    const fresh = inOrder(index.blocks().map((block) => blockOf(index, block.id)))
    index.close()
    page.close()
    copy.destroy()
    const { binding } = this
    const own = inOrder(binding.index.blocks().map((block) => blockOf(binding.index, block.id)))
    if (own !== fresh) throw new Error(`reads ${own}, in a fresh tab ${fresh}`)
    const shown = inOrder(blocksFromDoc(doc))
    const wanted = inOrder(blocksFromDoc(binding.wholeDoc(this.state)))
    if (binding.index.children('').length > 0 && shown !== wanted)
      throw new Error(`shown ${shown}, marked ${wanted}`)
  }

  override close(): void {
    super.close()
    this.page.close()
  }
}

type Index = ReturnType<ReviewedPage['openMarked']>
const blockOf = (index: Index, id: string) => index.block(id) as unknown as Block
