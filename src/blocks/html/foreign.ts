import { cleanText } from '../json'
import { type BlockMark, type Inline, isInlineText } from '../kit/block'
import { type DomElement, isTextNode } from '../kit/dom'

/** A `<ul>` or `<ol>` that is open while its items are read. */
export interface OpenList {
  ordered: boolean
  /** Number of the next item, when it is not just the next. */
  start: number | null
  type: string | null
}

/** The text of a `<pre>`. Of foreign ones, the line ends that only frame the text are left out. */
export function codeText(element: DomElement, exact: boolean): string {
  const text = cleanText(element.textContent ?? '')
  return exact
    ? text
    : text.replace(element.firstChild && isTextNode(element.firstChild) ? /^\n/ : /^/, '').replace(/\n$/, '')
}

export function lastOfEachKind(marks: readonly BlockMark[]): Iterable<BlockMark> {
  return new Map(marks.map((mark) => [mark.kind, mark])).values()
}

export function styleOfList(list: OpenList): string {
  if (!list.ordered) return list.type === 'circle' || list.type === 'square' ? list.type : 'disc'
  const styles: Record<string, string> = {
    a: 'lower-alpha',
    A: 'upper-alpha',
    i: 'lower-roman',
    I: 'upper-roman',
  }
  const named = list.type?.replace('latin', 'alpha') ?? ''
  return styles[named] ?? (Object.values(styles).includes(named) ? named : 'decimal')
}

export function hasStyle(
  element: DomElement,
  rules: readonly { property: string; means: (value: string) => unknown }[] | undefined,
): boolean {
  const style = element.getAttribute('style')
  if (!style || !rules) return false
  return style.split(';').some((declaration) => {
    const at = declaration.indexOf(':')
    const property = declaration.slice(0, at).trim().toLowerCase()
    const value = declaration
      .slice(at + 1)
      .trim()
      .toLowerCase()
    return rules.some(
      (rule) =>
        (property === rule.property || property === `${rule.property}-line`) && Boolean(rule.means(value)),
    )
  })
}

/** Without the space and the one line break at the end that nobody sees. */
export function trimmed(text: Inline[]): Inline[] {
  const result = [...text]
  for (let last = result.at(-1); last; last = result.at(-1)) {
    if (!isInlineText(last)) break
    const kept = last.text.replace(/ +$/, '').replace(/ *\n$/, '')
    result.pop()
    if (kept === '') continue
    result.push({ ...last, text: kept })
    break
  }
  return result
}
