/** CSS declarations by property; properties and values in lower case, without comments and `!important`. */
export type Declarations = ReadonlyMap<string, string>

/** Longer styles are not looked at: nobody needs them (R34). */
const LONGEST = 20_000
/** Documents say the same few styles over and over. */
const MOST_KEPT = 500
const kept = new Map<string, Declarations>()

/** Comments, strings, escapes, signs that matter here, and all between them. A part of the editor's first load, so small. */
const TOKENS =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\])*"?|'(?:\\[\s\S]|[^'\\])*'?|\\[\s\S]?|[()[\]{};:/]|[^"'\\()[\]{};:/]+/g

/**
 * What a `style` attribute, or the inside of a rule, declares. Each declaration is read whole, so a property never
 * passes for another whose name ends the same (`mso-bidi-font-weight`), nor the inside of a string for a declaration.
 */
export function declarationsOf(css: string | null): Declarations {
  const text = (css ?? '').slice(0, LONGEST)
  const known = kept.get(text)
  if (known) return known
  const found = new Map<string, string>()
  let property: string | null = null
  let value = ''
  let depth = 0
  const end = () => {
    const name = property?.trim().toLowerCase()
    if (name)
      found.set(
        name,
        value
          .replace(/!\s*important\s*$/i, '')
          .trim()
          .toLowerCase(),
      )
    property = null
    value = ''
  }
  for (const [written] of text.matchAll(TOKENS)) {
    if ('([{'.includes(written)) depth++
    else if (')]}'.includes(written)) depth = Math.max(0, depth - 1)
    if (written === ';' && depth === 0) end()
    else if (written === ':' && property === null) {
      property = value
      value = ''
    } else if (!written.startsWith('/*')) value += written
  }
  end()
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(text, found)
  return found
}
