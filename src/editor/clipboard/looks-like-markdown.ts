/** Signs that a line of plain text is Markdown, with how much each one says. One strong sign or two weak ones are enough. */
const SIGNS: readonly (readonly [weight: number, sign: RegExp])[] = [
  [2, /^#{1,6} \S/m],
  [2, /^ {0,3}(```|~~~)/m],
  [2, /^ {0,3}[-*+] \[[ xX]\] /m],
  [2, /^\|.+\|\s*\n\|[\s:|-]+\|/m],
  [2, /!?\[[^\]\n]+\]\([^)\s]+( "[^"\n]*")?\)/],
  [2, /\*\*[^\s*][^*\n]*\*\*/],
  [2, /^ {0,3}[-*+] \S.*\n {0,7}[-*+] \S/m],
  [2, /^ {0,3}\d{1,9}[.)] \S.*\n {0,7}\d{1,9}[.)] \S/m],
  [1, /^ {0,3}[-*+] \S/m],
  [1, /^ {0,3}1[.)] \S/m],
  [1, /^ {0,3}> \S/m],
  [1, /(^|\s)`[^`\n]+`(?=[\s.,;:!?]|$)/m],
  [1, /(^|\s)_[^\s_][^_\n]*_(?=[\s.,;:!?]|$)/m],
  [1, /~~[^\s~][^~\n]*~~/],
  [1, /==[^\s=][^=\n]*==/],
  [1, /^ {0,3}(---|\*\*\*|___)\s*$/m],
  [1, /<!--\s*sheaf/],
]

/** How much of a long text is looked at, and of every line in it: some signs are looked for again and again (R34). */
const SAMPLE = 50_000
const SAMPLE_OF_LINE = 1000

/** Is this plain text probably Markdown, so that pasting it should give blocks and not its signs? */
export function looksLikeMarkdown(text: string): boolean {
  const sample = text
    .slice(0, SAMPLE)
    .split('\n')
    .map((line) => line.slice(0, SAMPLE_OF_LINE))
    .join('\n')
  let weight = 0
  for (const [worth, sign] of SIGNS) {
    if (sign.test(sample)) weight += worth
    if (weight >= 2) return true
  }
  return false
}
