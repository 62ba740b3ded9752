import { type Config, createTailwindMerge, validators } from 'tailwind-merge'

const { isAny, isArbitraryLength, isArbitraryShadow, isArbitraryWeight, isNumber, isTshirtSize } = validators

/** Utilities whose name says what they set: of two, the later one wins, whatever their values. */
const BY_NAME =
  'accent animate appearance aspect basis bottom break-inside col columns cursor divide-x divide-y duration ease end field-sizing fill gap gap-x gap-y grid-cols h indent inset inset-x inset-y leading left line-clamp list m max-h max-w mb me min-h min-w ml mr ms mt mx my object opacity order origin outline-offset overflow overflow-x overflow-y p pb pe pl pointer-events pr ps pt px py resize right ring-offset rotate rounded rounded-b rounded-l rounded-r rounded-t scale scroll-my scroll-py select self shrink size space-x space-y start stroke top touch tracking transition translate translate-x translate-y underline-offset w whitespace z'
    .split(' ')
    .map((name) => [name, [{ [name]: ['', isAny] }]] as const)

const STYLES = ['solid', 'dashed', 'dotted', 'double', 'none', 'hidden']
const LENGTH = ['', isNumber, isArbitraryLength]
const sides = (name: string, values: unknown[]) =>
  ['x', 'y', 's', 'e', 't', 'r', 'b', 'l'].map(
    (side) => [`${name}-${side}`, [{ [`border-${side}`]: values }]] as const,
  )

/**
 * The utilities that this application uses, in groups of which the later one wins. tailwind-merge brings a list of all there
 * are, which is more than half of its weight and would be loaded with every page; a test holds this one to be the same for every class
 * in the sources.
 */
const groups = {
  ...Object.fromEntries(BY_NAME),
  align: [{ items: [isAny] }],
  content: [{ justify: [isAny] }],
  display: [
    'block',
    'inline-block',
    'inline',
    'flex',
    'inline-flex',
    'table',
    'grid',
    'inline-grid',
    'contents',
    'hidden',
  ],
  position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
  visibility: ['visible', 'invisible', 'collapse'],
  sr: ['sr-only', 'not-sr-only'],
  'font-style': ['italic', 'not-italic'],
  'text-decoration': ['underline', 'overline', 'line-through', 'no-underline'],
  'text-transform': ['uppercase', 'lowercase', 'capitalize', 'normal-case'],
  'text-overflow': ['truncate', { text: 'ellipsis clip'.split(' ') }],
  'font-size': [{ text: [(value: string) => value === 'base', isTshirtSize, isArbitraryLength] }],
  'text-alignment': [{ text: 'left center right justify start end'.split(' ') }],
  'text-wrap': [{ text: 'wrap nowrap balance pretty'.split(' ') }],
  'text-color': [{ text: [isAny] }],
  'font-weight': [{ font: ['normal', 'medium', 'semibold', 'bold', isArbitraryWeight] }],
  'font-family': [{ font: [isAny] }],
  'bg-color': [{ bg: [isAny] }],
  flex: [{ flex: [isNumber, 'auto', 'initial', 'none'] }],
  grow: [{ grow: ['', isNumber] }],
  'flex-direction': [{ flex: ['row', 'row-reverse', 'col', 'col-reverse'] }],
  'flex-wrap': [{ flex: ['nowrap', 'wrap', 'wrap-reverse'] }],
  break: [{ break: ['normal', 'words', 'all', 'keep'] }],
  shadow: [{ shadow: ['', 'none', isTshirtSize, isArbitraryShadow] }],
  'shadow-color': [{ shadow: [isAny] }],
  'divide-color': [{ divide: [isAny] }],
  'font-variant': ['tabular-nums'],
  container: ['container'],
  'ring-w': [{ ring: LENGTH }],
  'ring-color': [{ ring: [isAny] }],
  'border-style': [{ border: STYLES }],
  'border-w': [{ border: LENGTH }],
  ...Object.fromEntries(sides('border-w', LENGTH)),
  'border-color': [{ border: [isAny] }],
  ...Object.fromEntries(sides('border-color', [isAny])),
  'outline-style': [{ outline: STYLES }],
  'outline-w': [{ outline: LENGTH }],
  'outline-color': [{ outline: [isAny] }],
}

/** Setting the first sets all of the others as well. */
const conflicts = {
  overflow: ['overflow-x', 'overflow-y'],
  inset: ['inset-x', 'inset-y', 'start', 'end', 'top', 'right', 'bottom', 'left'],
  'inset-x': ['start', 'end', 'right', 'left'],
  'inset-y': ['top', 'bottom'],
  flex: ['basis', 'grow', 'shrink'],
  gap: ['gap-x', 'gap-y'],
  p: ['px', 'py', 'ps', 'pe', 'pt', 'pr', 'pb', 'pl'],
  px: ['ps', 'pe', 'pr', 'pl'],
  py: ['pt', 'pb'],
  m: ['mx', 'my', 'ms', 'me', 'mt', 'mr', 'mb', 'ml'],
  mx: ['ms', 'me', 'mr', 'ml'],
  my: ['mt', 'mb'],
  size: ['w', 'h'],
  translate: ['translate-x', 'translate-y'],
  'font-size': ['leading'],
  'line-clamp': ['display', 'overflow'],
  rounded: ['rounded-t', 'rounded-r', 'rounded-b', 'rounded-l'],
  'border-w': ['x', 'y', 's', 'e', 't', 'r', 'b', 'l'].map((side) => `border-w-${side}`),
  'border-color': ['x', 'y', 's', 'e', 't', 'r', 'b', 'l'].map((side) => `border-color-${side}`),
}

/** Leaves out the utilities that a later one overrides. */
export const mergeClasses = createTailwindMerge(
  () =>
    ({
      cacheSize: 500,
      theme: {},
      classGroups: groups,
      conflictingClassGroups: conflicts,
      conflictingClassGroupModifiers: { 'font-size': ['leading'] },
      orderSensitiveModifiers: ['*', '**', 'after', 'before', 'file', 'marker', 'placeholder', 'selection'],
      // The library's type asks for names of its own groups.
    }) as unknown as Config<never, never>,
)
