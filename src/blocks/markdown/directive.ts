import * as z from 'zod/mini'
import type { Attributes } from '../kit/attributes'
import { BlockInput, type LooseBlock } from '../kit/block-schema'

/** Every directive begins with this. */
export const DIRECTIVE = '<!-- sheaf'
const OPEN = `${DIRECTIVE}: `
const CLOSE = ' -->'
const FORM = /^<!--\s*sheaf:\s*(\{[\s\S]*\})\s*-->$/

/**
 * What Markdown cannot say, as an HTML comment that our importer reads back (rulings 6): attributes of the text block
 * at whose end it stands, attributes of the `next` block, a whole `block`, or the beginning and the end of a container
 * whose blocks stand between them.
 */
export type Directive =
  | { attributes: Attributes }
  | { next: Attributes }
  | { block: LooseBlock }
  | { open: { kind: string; attributes?: Attributes } }
  | { close: string }

/** A comment cannot hold `--` or `>`; inside JSON both only occur in strings, where they can be escaped. */
const commentSafe = (json: string): string =>
  json
    .replaceAll('--', '-\\u002d')
    .replaceAll('>', '\\u003e')
    .replaceAll('<', '\\u003c')
    .replaceAll('\n', '\\n')

export function writeDirective(directive: Directive): string {
  const value = 'attributes' in directive ? directive.attributes : directive
  return OPEN + commentSafe(JSON.stringify(value)) + CLOSE
}

/** Directives are written by us, flat; what nests deeper than this was made to break something. */
const MAX_NESTING = 64

function nestsTooDeep(json: string): boolean {
  let depth = 0
  for (const character of json) {
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    if (depth > MAX_NESTING) return true
  }
  return false
}

const Given = z.union([
  z.strictObject({ next: z.record(z.string(), z.json()) }),
  z.strictObject({ block: BlockInput }),
  z.strictObject({
    open: z.strictObject({ kind: z.string(), attributes: z.optional(z.record(z.string(), z.json())) }),
  }),
  z.strictObject({ close: z.string() }),
  z.pipe(
    z.record(z.string(), z.json()),
    z.transform((attributes) => ({ attributes })),
  ),
])

/** Reads a comment; `null` when it is not a directive of ours. The block in it is only checked to be one. */
export function readDirective(comment: string): Directive | null {
  const json = FORM.exec(comment.trim())?.[1]
  if (json === undefined || nestsTooDeep(json)) return null
  try {
    const given = Given.safeParse(JSON.parse(json))
    return given.success ? (given.data as Directive) : null
  } catch {
    // Somebody else's comment that only looks like ours.
    return null
  }
}
