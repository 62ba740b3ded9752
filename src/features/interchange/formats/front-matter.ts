import { isMap, isScalar, type Pair, parseDocument } from 'yaml'
import { isPageIcon } from '@/blocks/icon/page-icon'
import { readCover } from '@/features/pages/cover/cover'
import { isCoverInZip } from '../cover-address'
import { PageProperties } from '../page-properties'

/* The properties at the top of a Markdown file (rulings 6): which of them is which property of a page. */

const NAMES = {
  icon: 'icon',
  cover: 'coverImage',
  'cover-fit': 'coverFit',
  background: 'backgroundGradient',
  status: 'status',
  tags: 'tags',
  summary: 'aiSummary',
  'text-style': 'textStyle',
  'small-text': 'smallText',
  'full-width': 'fullWidth',
  'table-of-contents': 'toc',
  created: 'createdAt',
} as const satisfies Record<string, keyof PageProperties>

/** Larger front matter than this is no list of properties, and is kept as the text that it is. */
const MOST = 64 * 1024
/** More uses of an anchor than anybody writes by hand (the "billion laughs" of YAML). */
const MOST_ALIASES = 20

/** The lines between `---` for these properties; JSON is YAML too, so nothing in a value can end it. */
export const frontMatterLines = (properties: PageProperties): string[] =>
  Object.entries(NAMES).flatMap(([name, property]) => {
    const value = properties[property]
    return value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`]
  })

export interface ReadFrontMatter {
  title: string | null
  properties: PageProperties
  /** The lines that say something else, word for word. */
  others: string
}

/**
 * What the lines between `---` say. Whatever is no property of a page, or has a value that it cannot have, is among
 * `others`. Null when it is no YAML at all, or too much of it.
 */
export function readFrontMatterLines(source: string): ReadFrontMatter | null {
  if (source.length > MOST) return null
  const document = parseDocument(source, { logLevel: 'silent', prettyErrors: false })
  if (document.errors.length + document.warnings.length > 0 || !isMap(document.contents)) return null
  const properties: PageProperties = {}
  let title: string | null = null
  const starts = document.contents.items.map(startOf)
  const others = [source.slice(0, starts[0])]
  for (const [index, pair] of document.contents.items.entries()) {
    const name = isScalar(pair.key) ? String(pair.key.value) : ''
    const value = valueIn(pair, document)
    if (name === 'title' && isOneLine(value)) title = String(value)
    else if (!takeProperty(properties, name, value))
      others.push(source.slice(starts[index], starts[index + 1]))
  }
  const rest = others.map((text) => text.trimEnd()).filter((text) => text.trim() !== '')
  return { title, properties, others: rest.join('\n') }
}

const isOneLine = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

const startOf = ({ key }: Pair): number => (key as { range?: [number] | null } | null)?.range?.[0] ?? 0

type Parsed = ReturnType<typeof parseDocument>

function valueIn(pair: Pair, document: Parsed): unknown {
  const { value } = pair as {
    value?: { toJS?(doc: Parsed, options: { maxAliasCount: number }): unknown } | null
  }
  try {
    return value?.toJS?.(document, { maxAliasCount: MOST_ALIASES }) ?? null
  } catch {
    // Aliases without end, or to nothing: kept as it was written.
    return undefined
  }
}

/** Sets a property when this is one and the value is one that it can have. */
function takeProperty(properties: PageProperties, name: string, value: unknown): boolean {
  if (!Object.hasOwn(NAMES, name) || value === null || value === undefined) return false
  const property = NAMES[name as keyof typeof NAMES]
  const given = property === 'tags' && typeof value === 'string' ? value.split(',') : value
  if (property === 'icon' && !isPageIcon(String(given))) return false
  if (property === 'coverImage' && readCover(String(given)) === null && !isCoverInZip(String(given)))
    return false
  const read = PageProperties.parse({ [property]: given })
  if (read[property] === undefined) return false
  Object.assign(properties, read)
  return true
}
