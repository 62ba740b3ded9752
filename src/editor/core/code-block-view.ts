import type { Node as PMNode } from '@tiptap/pm/model'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import { codeBlock } from '@/blocks/code-block/code-block'
import { languageName } from '@/blocks/code-block/languages'
import { blockData } from '@/blocks/kit/define-block'
import { t } from '@/shared/i18n'
import { withPopup } from './surface-state'

/** How long "Copied" is shown (product.md 9.7). */
const SAID = 2000

/** A code block with its language and a copy button. Plain DOM; its colours are no part of it (`colour-code.element.ts`). */
export class CodeBlockView implements NodeView {
  readonly dom: HTMLElement
  readonly contentDOM: HTMLElement
  private node: PMNode
  private readonly language: HTMLButtonElement
  /** Come once the block stands; without them (offline) code has one color. */
  private colours: { changed(): void; stop(): void } | null = null
  private isGone = false
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    node: PMNode,
    private readonly view: EditorView,
    private readonly getPos: () => number | undefined,
  ) {
    this.node = node
    this.dom = document.createElement('div')
    this.dom.className = 'code-block'
    const bar = document.createElement('div')
    bar.className = 'code-block-bar'
    bar.contentEditable = 'false'
    this.language = button('code-block-language', () => this.chooseLanguage())
    this.language.setAttribute('aria-haspopup', 'dialog')
    const copy = button('code-block-copy', () => this.copy(copy))
    copy.textContent = t('Copy')
    copy.setAttribute('aria-label', t('Copy code'))
    bar.append(this.language, copy)
    const pre = document.createElement('pre')
    this.contentDOM = document.createElement('code')
    this.contentDOM.spellcheck = false
    pre.append(this.contentDOM)
    this.dom.append(bar, pre)
    import('@/blocks/code-block/colour-code.element').then(
      ({ colourCode }) => {
        if (this.isGone) return
        this.colours = colourCode(this.contentDOM, () => ({
          text: this.node.textContent,
          lang: String(this.node.attrs.lang ?? ''),
        }))
      },
      () => undefined,
    )
    this.show()
  }

  update(node: PMNode): boolean {
    if (node.type !== this.node.type) return false
    const changed = node.attrs !== this.node.attrs
    this.node = node
    if (changed) this.show()
    this.colours?.changed()
    return true
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof HTMLElement && event.target.closest('.code-block-bar') !== null
  }

  ignoreMutation(mutation: { target: Node }): boolean {
    return !this.contentDOM.contains(mutation.target)
  }

  destroy(): void {
    clearTimeout(this.timer)
    this.isGone = true
    this.colours?.stop()
  }

  private show(): void {
    for (const name of this.dom.getAttributeNames()) {
      if (name.startsWith('data-') && name !== 'data-placeholder') this.dom.removeAttribute(name)
    }
    const data = blockData('codeBlock', codeBlock.attributes, this.node.attrs)
    for (const [name, value] of Object.entries(data)) this.dom.setAttribute(name, value)
    const name = languageName(String(this.node.attrs.lang ?? ''))
    this.language.textContent = name
    this.language.setAttribute('aria-label', t('Language: {name}', { name }))
  }

  private chooseLanguage(): void {
    const pos = this.getPos()
    if (pos === undefined || !this.view.editable) return
    this.view.dispatch(withPopup(this.view.state.tr, { kind: 'language', pos }))
  }

  private async copy(copy: HTMLButtonElement): Promise<void> {
    let said = t('Copied')
    try {
      await navigator.clipboard.writeText(this.node.textContent)
    } catch {
      said = t('Copying was not allowed')
    }
    copy.textContent = said
    copy.setAttribute('aria-label', said)
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      copy.textContent = t('Copy')
      copy.setAttribute('aria-label', t('Copy code'))
    }, SAID)
  }
}

function button(className: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = className
  made.addEventListener('mousedown', (event) => event.preventDefault())
  made.addEventListener('click', onClick)
  return made
}
