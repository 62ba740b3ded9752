/** What a field of Word links to: an address, or (`anchor`) a place in the document itself. */
export interface FieldLink {
  address: string
  anchor: string
}

/** Longer instructions are no link. */
const LONGEST = 5000
/** Switches that are followed by a word of their own. */
const WITH_WORD = /^\\[lot]$/i

/** The words of an instruction: `"in quotes"` (with `\"` and `\\` in it) without them, and bare ones. */
function* wordsOf(instruction: string): Generator<{ text: string; isQuoted: boolean }> {
  for (const [, quoted, bare] of instruction.matchAll(/"((?:[^"\\]|\\.)*)"?|([^\s"]+)/g))
    yield quoted === undefined
      ? { text: bare!, isQuoted: false }
      : { text: quoted.replace(/\\(["\\])/g, '$1'), isQuoted: true }
}

/**
 * The link that a field's instruction is (ECMA-376 part 1, 17.16.5.25): `HYPERLINK "address" \l "place" \o "tip" \t "frame"`,
 * its switches in any order. `null` for other fields.
 */
export function fieldLink(instruction: string): FieldLink | null {
  if (instruction.length > LONGEST || !/^\s*HYPERLINK\s/i.test(instruction)) return null
  const [, ...words] = wordsOf(instruction)
  let [address, anchor] = ['', '']
  for (let at = 0; at < words.length; at++) {
    const { text, isQuoted } = words[at]!
    const isSwitch = !isQuoted && text.startsWith('\\')
    if (isSwitch && WITH_WORD.test(text)) {
      const word = words[++at]?.text ?? ''
      if (/^\\l$/i.test(text)) anchor = word
    } else if (!isSwitch && address === '') address = text
  }
  return address === '' && anchor === '' ? null : { address, anchor }
}

/** The instruction as mammoth reads it, which knows one word only. */
export function plainInstruction({ address, anchor }: FieldLink): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '%22')}"`
  if (address === '') return ` HYPERLINK \\l ${quoted(anchor)} `
  const whole = anchor === '' ? address : `${address.replace(/#.*$/s, '')}#${anchor}`
  return ` HYPERLINK ${quoted(whole)} `
}
