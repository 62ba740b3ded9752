/**
 * Text that a spreadsheet would take for a formula (R35). Numbers are none, so that `-5` stays a number everywhere. Signs
 * that were put in front before are counted, which is what makes putting one in front reversible.
 */
const FORMULA = /^'*[=+\-@\t\r]/
const PLAIN_NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** The text of a cell, with `'` in front where a spreadsheet would run it as a formula (R35). `readCell` takes it off. */
export const safeCell = (text: string): string =>
  FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text

/** The text that `safeCell` was given. */
export const readCell = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) && !PLAIN_NUMBER.test(text.slice(1)) ? text.slice(1) : text
