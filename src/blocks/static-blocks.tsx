import { type CSSProperties, Fragment, type ReactNode, useContext } from 'react'
import { t } from '@/shared/i18n'
import { FootnoteList } from './footnote/footnote-list.static'
import { NotesContext, notesOnPage } from './footnote/notes-on-page'
import { atomKind, blockKind, markKind } from './kinds'
import { type Attributes, cleanAttributes } from './kit/attributes'
import { type Block, type Inline, type InlineAtom, isInlineText } from './kit/block'
import { blockData, directionOf, type HtmlTag } from './kit/define-block'
import { atomData } from './kit/define-inline'
import { type StaticChanges, StaticPartsContext } from './kit/static-parts'
import { ListItems } from './list-item/list-items.static'
import { numbersOf } from './list-item/numbering'
import { ATOM_STATICS, STATICS } from './statics'

/**
 * Blocks as read-only HTML: exports, published pages, previews. Touches no DOM, runs anywhere React does. Every
 * element carries `data-kind` and `data-block-id`, from which our importer reads the blocks back exactly.
 */
export function StaticBlocks({
  blocks,
  page = blocks,
}: {
  blocks: readonly Block[]
  /** All blocks of the page, where `blocks` is only a part of them. */
  page?: readonly Block[]
}): ReactNode {
  const shown: ReactNode[] = []
  const isWithin = useContext(NotesContext) !== null
  const notes = !isWithin && page === blocks ? notesOnPage(blocks) : null
  const numbers = numbersOf(blocks)
  const isKeptWhole = useContext(StaticPartsContext)?.isKeptWhole
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index]!
    if (block.kind !== 'listItem') {
      shown.push(<StaticBlock key={block.id || index} block={block} page={page} />)
      continue
    }
    const isWhole = isKeptWhole?.(block)
    let end = index + 1
    while (!isWhole && blocks[end]?.kind === 'listItem' && !isKeptWhole?.(blocks[end]!)) end++
    const items = (
      <ListItems
        key={block.id || index}
        siblings={blocks}
        numbers={numbers}
        start={index}
        end={end}
        renderText={(item) => <StaticText text={item.text} />}
      />
    )
    shown.push(isWhole ? <KeptWhole key={block.id || index} block={block} shown={items} /> : items)
    index = end - 1
  }
  if (!notes) return shown
  return (
    <NotesContext value={notes}>
      {shown}
      {notes.size > 0 && <FootnoteList notes={notes} />}
    </NotesContext>
  )
}

function StaticBlock(props: { block: Block; page: readonly Block[] }): ReactNode {
  const isKeptWhole = useContext(StaticPartsContext)?.isKeptWhole
  const shown = <FramedBlock {...props} />
  return isKeptWhole?.(props.block) ? <KeptWhole block={props.block} shown={shown} /> : shown
}

/** A block that holds what its element has no words for: all of it in `data-json`, around what can be shown. */
function KeptWhole({ block, shown }: { block: Block; shown: ReactNode }): ReactNode {
  const { isKeptWhole: _, ...parts } = useContext(StaticPartsContext)!
  return (
    <div data-kind="unsupported" data-json={JSON.stringify(block)} className="kept-whole">
      <StaticPartsContext value={parts}>{shown}</StaticPartsContext>
    </div>
  )
}

function FramedBlock(props: { block: Block; page: readonly Block[] }): ReactNode {
  const changes = useContext(StaticPartsContext)?.changes
  const shown = drawBlock(props.block, props.page, changes)
  const frame = props.block.kind === 'column' ? null : changes?.frame(props.block)
  if (!frame) return shown
  return (
    <figure aria-label={frame.label} className={frame.className}>
      {shown}
    </figure>
  )
}

function drawBlock(block: Block, page: readonly Block[], changes: StaticChanges | undefined): ReactNode {
  const definition = blockKind(block.kind)
  if (!definition) return <UnsupportedBlock block={block} />
  const content =
    definition.content === 'blocks' || definition.content === 'grid' || definition.content === 'row' ? (
      <StaticBlocks blocks={block.children ?? []} page={page} />
    ) : definition.content === 'none' || definition.content === 'column' ? undefined : definition.content ===
        'code' && !(changes && block.text?.some(({ marks = [] }) => marks.length > 0)) ? (
      <StaticCode block={block} />
    ) : (
      <StaticText text={block.text} />
    )
  const Static = STATICS[block.kind]
  if (Static) {
    const render = (blocks: readonly Block[]) => <StaticBlocks blocks={blocks} page={page} />
    return (
      <Static block={block} render={render} page={page}>
        {content}
      </Static>
    )
  }
  const data = {
    ...blockData(block.kind, definition.attributes, { ...block.attributes, id: block.id }),
    ...directionOf(definition.content),
  }
  return element(
    definition.html.render(block.attributes ?? {}),
    content,
    // A link to a heading works without any script.
    definition.kind === 'heading' ? { ...data, id: block.id } : data,
  )
}

/** A block of a kind that this version does not know, with all it holds in `data-json`. */
function UnsupportedBlock({ block }: { block: Block }): ReactNode {
  return (
    <div
      role="note"
      data-kind="unsupported"
      data-block-id={block.id}
      data-json={JSON.stringify(block)}
      className="unsupported-block"
    >
      {t('Unsupported block')}
    </div>
  )
}

function StaticCode({ block }: { block: Block }): ReactNode {
  const parts = useContext(StaticPartsContext)
  const text = plainInline(block.text)
  const { lang } = block.attributes ?? {}
  return parts?.code?.(text, typeof lang === 'string' ? lang : '') ?? text
}

const plainInline = (text: readonly Inline[] | undefined): string =>
  (text ?? []).map((piece) => (isInlineText(piece) ? piece.text : '')).join('')

/** Marked text. Marks nest in the order of the list of marks; an atom of an unknown kind shows nothing. */
export function StaticText({ text }: { text: readonly Inline[] | undefined }): ReactNode {
  return marked(text ?? [], 0, useContext(StaticPartsContext)?.changes)
}

function StaticAtom({ atom }: { atom: InlineAtom }): ReactNode {
  const { kind, attributes: given = {} } = atom
  const definition = atomKind(kind)
  if (!definition) return null
  const attributes = cleanAttributes(definition.attributes, given)
  const Static = ATOM_STATICS[kind]
  const content = Static ? <Static attributes={attributes} atom={atom} /> : definition.text(attributes)
  return element(definition.html.render(attributes), content, atomData(kind, definition.attributes, given))
}

function marked(pieces: readonly Inline[], depth: number, changes: StaticChanges | undefined): ReactNode {
  const shown: ReactNode[] = []
  for (let index = 0; index < pieces.length; index++) {
    const mark = pieces[index]!.marks?.[depth]
    if (!mark) {
      const piece = pieces[index]!
      shown.push(
        isInlineText(piece) ? (
          <Lines key={index} text={piece.text} />
        ) : (
          <StaticAtom key={index} atom={piece} />
        ),
      )
      continue
    }
    const same = JSON.stringify(mark)
    let end = index + 1
    while (end < pieces.length && JSON.stringify(pieces[end]!.marks?.[depth]) === same) end++
    const tag = markKind(mark.kind)?.html.render(mark.attributes ?? {}) ?? changes?.mark(mark.kind)
    const inner = marked(pieces.slice(index, end), depth + 1, changes)
    shown.push(tag ? element(tag, inner, {}, index) : inner)
    index = end - 1
  }
  return shown
}

function Lines({ text }: { text: string }): ReactNode {
  return text.split('\n').map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: static text never changes its order
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ))
}

function element(
  { tag: Tag, attributes = {}, inner }: HtmlTag,
  children: ReactNode,
  data: Attributes | Record<string, string>,
  key?: number,
): ReactNode {
  // React's own names.
  const { class: className, datetime: dateTime, style, ...rest } = attributes
  const Element = Tag as 'div'
  return (
    <Element
      key={key}
      className={className}
      {...(dateTime ? { dateTime } : {})}
      {...(style ? { style: styleOf(style) } : {})}
      {...data}
      {...rest}
    >
      {inner ? element(inner, children, {}) : children}
    </Element>
  )
}

/** Declarations as React wants them: `font-size:2em` is `{ fontSize: '2em' }`. */
const styleOf = (declarations: string): CSSProperties =>
  Object.fromEntries(
    declarations.split(';').map((declaration) => {
      const [property = '', ...value] = declaration.split(':')
      const name = property.trim()
      const key = name.startsWith('--')
        ? name
        : name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
      return [key, value.join(':').trim()]
    }),
  )
