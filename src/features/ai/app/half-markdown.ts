/** What may stand open at the end of a growing answer. */
const MARKS = ['`', '**', '~~']

/**
 * A growing answer with what its last paragraph has opened closed, so that half a bold word is shown as bold and not as stars. For
 * showing alone: what is accepted is the answer as the model wrote it.
 */
export function closedMarkdown(words: string): string {
  const fences = words.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0
  // In code every sign stands for itself, and the reader closes the block.
  if (fences % 2 === 1) return words
  const start = words.lastIndexOf('\n\n') + 1
  let last = words.slice(start).replace(/(?:\*+|~+|`+)$/, '')
  for (const mark of MARKS) {
    if (last.split(mark).length % 2 === 1) continue
    last = last.trimEnd()
    last = last.endsWith(mark) ? last.slice(0, -mark.length) : last + mark
  }
  return words.slice(0, start) + last
}
