import { MAX_INDENT } from '../kit/attributes'
import { NUMBER_STYLES } from './list-styles'

const counter = (level: number, style: string): string => `n${level}-${style}`
const item = (level: number): string => (level === 0 ? ':not([data-indent])' : `[data-indent="${level}"]`)
const zero = (counters: readonly string[]): string => counters.map((name) => `${name} 0`).join(' ')
const below = (level: number): string => (level < MAX_INDENT ? ` var(--list-below-${level})` : '')

/**
 * The style sheet that numbers list items while they are edited, by the rules of `numbersOf`. The browser counts, so a
 * keystroke walks nothing: every indent has a counter for each way of counting; a block sets those of deeper indents,
 * and of other ways at its own, back to 0. `numbering.css` is this text (a test compares them).
 */
export function numberingCss(): string {
  const levels = Array.from({ length: MAX_INDENT + 1 }, (_, level) => level)
  const all = (level: number) => NUMBER_STYLES.map((style) => counter(level, style))
  const rules = [
    '/* Made by numbering-css.ts; do not edit by hand. */',
    ':root {',
    ...levels
      .filter((level) => level < MAX_INDENT)
      .map((level) => `  --list-below-${level}: ${zero(all(level + 1))}${below(level + 1)};`),
    '}',
    `[data-kind="blockquote"] > :first-child {\n  counter-reset: ${levels.flatMap(all).join(' ')};\n}`,
  ]
  for (const level of levels) {
    rules.push(`[data-kind]${item(level)} {\n  counter-set: ${zero(all(level))}${below(level)};\n}`)
    for (const style of NUMBER_STYLES) {
      // Read-only pages have real lists, which number themselves.
      const selector = `div[data-kind="listItem"][data-list-style-type="${style}"]${item(level)}`
      const own = counter(level, style)
      const others = zero(all(level).filter((name) => name !== own))
      rules.push(
        `${selector} {\n  counter-increment: ${own};\n  counter-set: ${others}${below(level)};\n}`,
        `${selector}[data-list-start] {\n  counter-set: ${others} ${own} var(--list-start)${below(level)};\n}`,
        `${selector} > .item-body::before {\n  content: counter(${own}, ${style}) ".";\n}`,
      )
    }
  }
  return `${rules.join('\n')}\n`
}
