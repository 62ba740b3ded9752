import type { ReactNode } from 'react'
import { t } from '@/shared/i18n'
import { type Block, isInlineText } from '../kit/block'
import { blockData } from '../kit/define-block'
import { listItem } from './list-item'
import { isNumbered, isTodo } from './list-styles'

const OL_TYPE: Record<string, '1' | 'a' | 'A' | 'i' | 'I'> = {
  decimal: '1',
  'lower-alpha': 'a',
  'upper-alpha': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
}

const indentOf = (block: Block): number => Number(block.attributes?.indent ?? 0)
const styleOf = (block: Block): string => String(block.attributes?.listStyleType ?? 'disc')

interface ListItemsProps {
  /** All blocks beside the items, and the number of each (`numbersOf`). */
  siblings: readonly Block[]
  numbers: readonly (number | null)[]
  start: number
  /** One past the last item. */
  end: number
  renderText(item: Block): ReactNode
}

/** Neighbouring flat list items as properly nested `<ul>` and `<ol>`, read-only. */
export function ListItems({ siblings, numbers, start, end, renderText }: ListItemsProps): ReactNode {
  return lists(start, end)

  function lists(from: number, to: number): ReactNode[] {
    const made: ReactNode[] = []
    for (let index = from; index < to; ) {
      const level = indentOf(siblings[index]!)
      const style = styleOf(siblings[index]!)
      const items: ReactNode[] = []
      const first = index
      while (index < to && indentOf(siblings[index]!) === level && styleOf(siblings[index]!) === style) {
        let inner = index + 1
        while (inner < to && indentOf(siblings[inner]!) > level) inner++
        items.push(item(index, inner))
        index = inner
      }
      made.push(list(style, `${first}`, items))
    }
    return made
  }

  function item(index: number, to: number): ReactNode {
    const block = siblings[index]!
    const style = styleOf(block)
    return (
      <li
        key={block.id || index}
        {...blockData('listItem', listItem.attributes, { ...block.attributes, id: block.id })}
        dir="auto"
        {...(isNumbered(style) ? { value: numbers[index] ?? 1 } : {})}
      >
        {isTodo(style) && <StaticCheckbox item={block} />}
        <span>{renderText(block)}</span>
        {lists(index + 1, to)}
      </li>
    )
  }
}

const list = (style: string, key: string, items: ReactNode[]): ReactNode =>
  isNumbered(style) ? (
    <ol key={key} type={OL_TYPE[style]}>
      {items}
    </ol>
  ) : (
    <ul key={key} data-marker={style}>
      {items}
    </ul>
  )

function StaticCheckbox({ item }: { item: Block }): ReactNode {
  const words = (item.text ?? []).map((piece) => (isInlineText(piece) ? piece.text : '')).join('')
  return (
    <input
      type="checkbox"
      disabled
      defaultChecked={item.attributes?.checked === true}
      aria-label={words || t('To-do')}
    />
  )
}
