import { blockKind } from '@/blocks/kinds'
import type { Block, Json } from '@/blocks/kit/block'
import { sameJson } from '@/blocks/kit/equal'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'

/** What the attributes that a person sets are called. */
const NAMES: Readonly<Record<string, () => string>> = {
  indent: () => t('Indent'),
  align: () => t('Alignment'),
  lineHeight: () => t('Line height'),
  color: () => t('Text color'),
  backgroundColor: () => t('Background color'),
  background: () => t('Background color'),
  icon: () => t('Icon'),
  lang: () => t('Language'),
  width: () => t('Width'),
  height: () => t('Height'),
  listStart: () => t('Number'),
  headerRow: () => t('Header row'),
  headerColumn: () => t('Header column'),
  url: () => t('Address'),
  link: () => t('Link'),
  name: () => t('Name'),
  title: () => t('Title'),
  caption: () => t('Caption'),
  alt: () => t('Alt text'),
  texExpression: () => t('Equation'),
  email: () => t('Email'),
  phone: () => t('Phone'),
}

/** Values that have a name of their own. */
const VALUES: Readonly<Record<string, () => string>> = {
  left: () => t('Left'),
  center: () => t('Center'),
  right: () => t('Right'),
  justify: () => t('Justify'),
}

/** Attributes whose values say something in every language; numbers are written as the reader writes them. */
const SHOWN_WITH_VALUES: ReadonlySet<string> = new Set([
  ...['indent', 'align', 'lineHeight', 'width', 'height', 'listStart', 'headerRow', 'headerColumn'],
  ...['lang', 'url', 'link', 'name', 'title', 'caption', 'alt', 'texExpression', 'email', 'phone'],
])

/** Which attributes choose between the entries of a kind in menus, such as the level of a heading. */
const IN_THE_NAME: ReadonlySet<string> = new Set(['level', 'listStyleType', 'variant', 'chartType'])

const LONGEST_VALUE = 24

/** What changed of a block itself, in the words of its menus: "Text → Heading 2", "Alignment: Left → Center". */
export function notesOf(was: Block, now: Block): string[] {
  const notes = new Set<string>()
  const [before, after] = [kindName(was), kindName(now)]
  if (before !== after) notes.add(`${before} → ${after}`)
  else if (was.kind !== now.kind) notes.add(t('Kind of block changed'))
  const [old, attributes] = [was.attributes ?? {}, now.attributes ?? {}]
  for (const key of new Set([...Object.keys(old), ...Object.keys(attributes)])) {
    if (sameJson(old[key], attributes[key])) continue
    if (IN_THE_NAME.has(key) && before !== after) continue
    if (key === 'checked') notes.add(attributes.checked === true ? t('Checked') : t('Unchecked'))
    else notes.add(changeOf(key, old[key], attributes[key]))
  }
  return [...notes]
}

function changeOf(key: string, from: Json | undefined, to: Json | undefined): string {
  const name = Object.hasOwn(NAMES, key) ? NAMES[key]?.() : undefined
  if (name === undefined) return t('Details changed')
  const [before, after] = [short(from), short(to)]
  return SHOWN_WITH_VALUES.has(key) && before !== null && after !== null
    ? `${name}: ${before} → ${after}`
    : t('{name} changed', { name })
}

/** A value in a few letters, or null where it does not fit. */
function short(value: Json | undefined): string | null {
  if (value === undefined || value === null || value === '') return t('Default')
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (typeof value === 'number') return inFigures(value)
  if (typeof value !== 'string' || value.length > LONGEST_VALUE || value.includes('\n')) return null
  return Object.hasOwn(VALUES, value) ? (VALUES[value]?.() ?? value) : value
}

/** What a block is called in menus: its attributes say which of the entries of its kind it is. */
function kindName({ kind, attributes: own = {} }: Block): string {
  const entries = blockKind(kind)?.insert ?? []
  const fitting = entries.find(({ attributes = {} }) =>
    Object.entries(attributes).every(([name, value]) => own[name] === value),
  )
  return (fitting ?? entries[0])?.label ?? kind
}
