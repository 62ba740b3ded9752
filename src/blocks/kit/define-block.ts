import { type InputRule, Mark, type MarkConfig, Node, type NodeConfig } from '@tiptap/core'
import type { Attrs, TagParseRule } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import type { ReactNode } from 'react'
import type { BlockCommand } from '../editing/turn-into'
import type { Action } from './action'
import {
  type AttributeShape,
  type Attributes,
  attributesFromData,
  dataFromAttributes,
  defaultAttributes,
} from './attributes'
import type { Block } from './block'
import type { DomElement, StyleOf } from './dom'
import type { BlockMarkdown, MarkMarkdown } from './markdown'
import { FORMATS, SECTION } from './section'
import { UNKNOWN, unknownData, unknownFromData } from './unknown-attributes'

/** How a kind stands in menus (slash menu, turn into, palette). One kind can have several entries. */
export interface InsertEntry {
  /** Unique over all kinds, such as `heading-2`. */
  id: string
  label: string
  /** Name of a lucide icon, kebab-case. */
  icon: string
  keywords: readonly string[]
  group: 'Basic' | 'Lists' | 'Blocks' | 'Media' | 'Inline'
  /** What can be typed instead, such as `##`. */
  hint?: string
  /** Such as `mod+alt+2`. */
  shortcut?: string
  /** Attributes that this entry sets. */
  attributes?: Attributes
  /** Can an existing text block be turned into it, keeping its text? */
  turnsInto: boolean
  /** How it is inserted and turned into, where making a block of the kind with the attributes is not all. */
  insert?: BlockCommand
  turnInto?: BlockCommand
  /** Is the selection this already? Left out: when its block, or the container around it, is of the kind. */
  isActive?: (state: EditorState) => boolean
  /** The panel (`editor/menus/block-panels.tsx`) that opens at a new one. */
  panel?: string
  /** Nothing is inserted: this is typed instead, and what listens for it goes on. */
  types?: string
}

/** An element's name and attributes, as written into the page and into exported HTML. */
export interface HtmlTag {
  tag: string
  attributes?: Record<string, string>
  /** An element inside it that holds the content. */
  inner?: HtmlTag
}

/** Foreign HTML that means this kind. `attributes` answers `null` when the element means something else. */
export interface HtmlRule {
  tag: string
  attributes?: (element: DomElement, styleOf: StyleOf) => Attributes | null
}

export interface StaticProps {
  block: Block
  /** The block's rendered text or children. */
  children?: ReactNode
  /** Renders blocks of its own choice among those it holds. */
  render(blocks: readonly Block[]): ReactNode
  /** All blocks of the page it stands on. */
  page: readonly Block[]
}

/** `grid`, `row` and `column`: the parts of a table (docs/document-format.md); its cells hold blocks. */
type BlockContent = 'text' | 'code' | 'blocks' | 'none' | 'grid' | 'row' | 'column'

interface BlockInput {
  kind: string
  content: BlockContent
  attributes: AttributeShape
  /**
   * Attributes that are records of which several people change different members at once: each member is stored for itself
   * (docs/document-format.md, "Records").
   */
  spread?: readonly string[]
  insert: readonly InsertEntry[]
  html: { rules: readonly HtmlRule[]; render: (attributes: Attributes) => HtmlTag }
  /** `apart`: it stands in `blocks/markdown/markdown-of.ts`, so that an editor is there before it. */
  markdown: BlockMarkdown | 'apart'
  /** The words of a kind that keeps them in attributes; else they are its text. */
  plainText?: (block: Block) => string
  /** What only blocks of this kind can do (product.md 2.37). */
  actions?: readonly Action[]
  /** Input rules, commands, keys, node views: whatever else Tiptap should know. */
  editing?: Partial<NodeConfig>
}

export interface BlockDefinition extends BlockInput {
  extension: Node
}

const CONTENT: Record<BlockContent, Partial<NodeConfig>> = {
  text: { content: 'inline*', marks: FORMATS },
  code: { content: 'text*', marks: '', code: true, defining: true, whitespace: 'pre' },
  // What comes in from the top of the page may still carry its section for a moment.
  blocks: { content: 'block+', marks: SECTION, defining: true },
  none: { atom: true, selectable: true },
  grid: { content: 'tableColumn+ tableRow+', marks: SECTION, defining: true, isolating: true },
  row: { group: '', content: 'tableCell*', marks: '', selectable: false },
  column: { group: '', atom: true, selectable: false },
}

/**
 * Tiptap's attributes for a shape. They are read and written by the tag rules below, all at once, so Tiptap's own
 * per-attribute HTML handling is switched off.
 */
export const tiptapAttributes = (shape: AttributeShape) =>
  Object.fromEntries(
    Object.entries(defaultAttributes(shape)).map(([key, value]) => [
      key,
      { default: value, rendered: false, parseHTML: () => null },
    ]),
  )

/** As the browser has read it; the importer does so itself (`declarations.ts`), which a page's first load can do without. */
export const browserStyle: StyleOf = (element, property) => {
  const { style } = element as DomElement & { style?: { getPropertyValue(property: string): string } }
  return style?.getPropertyValue(property).toLowerCase() || undefined
}

/** Our rule reads the parts of an element named in `DomElement`; ProseMirror hands it the browser's. */
export const asParseRule = (
  tag: string,
  attributes: (element: DomElement) => Attrs | false,
  priority: number,
): TagParseRule => ({
  tag,
  priority,
  getAttrs: attributes as unknown as NonNullable<TagParseRule['getAttrs']>,
})

/**
 * Makes a block kind from one value: its attributes (Zod, every one with a default), what it may contain, how it is
 * offered, written as HTML and Markdown, shown read-only, and how it behaves while edited. Everything that knows
 * kinds (schema, menus, import, export, search text) derives from the list in `blocks/index.ts`.
 */
export function defineBlock(input: BlockInput): BlockDefinition {
  const { kind, attributes: shape, content, html, editing } = input
  const withId = (element: DomElement, attributes: Attributes): Attrs => ({
    ...attributes,
    ...unknownFromData(shape, element),
    id: element.getAttribute('data-block-id'),
  })
  const extension = Node.create({
    name: kind,
    group: 'block',
    ...CONTENT[content],
    addAttributes: () => ({
      id: { default: null, rendered: false, keepOnSplit: false, parseHTML: () => null },
      ...tiptapAttributes(shape),
      [UNKNOWN]: { default: null, rendered: false, keepOnSplit: false, parseHTML: () => null },
    }),
    parseHTML: () => [
      asParseRule(
        `[data-kind="${kind}"]`,
        (element) =>
          withId(
            element,
            attributesFromData(shape, (name) => element.getAttribute(name)),
          ),
        80,
      ),
      ...html.rules.map((rule) =>
        asParseRule(
          rule.tag,
          (element) => {
            const found = rule.attributes ? rule.attributes(element, browserStyle) : {}
            return found === null ? false : withId(element, found)
          },
          50,
        ),
      ),
    ],
    renderHTML: ({ node }) => {
      const { tag, attributes, inner } = html.render(node.attrs as Attributes)
      const all = {
        ...blockData(kind, shape, node.attrs),
        ...directionOf(content),
        ...attributes,
        ...unknownData(node.attrs),
      }
      if (content === 'none' || content === 'column') return [tag, all]
      return inner ? [tag, all, [inner.tag, inner.attributes ?? {}, 0]] : [tag, all, 0]
    },
    ...editing,
  })
  return { ...input, extension }
}

/** Text runs from the right or from the left as its first letter does, whatever the page around it is written in. */
export const directionOf = (content: BlockContent): { dir?: 'auto' } =>
  content === 'text' ? { dir: 'auto' } : {}

/** The `data-*` that let every importer of ours read a block back exactly. */
export function blockData(
  kind: string,
  shape: AttributeShape,
  attributes: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const id = attributes.id
  return {
    'data-kind': kind,
    ...(typeof id === 'string' ? { 'data-block-id': id } : {}),
    ...dataFromAttributes(shape, attributes),
  }
}

interface MarkInput {
  kind: string
  label: string
  icon: string
  shortcut?: string
  attributes: AttributeShape
  /** The attribute without which there is no mark, such as the address of a link. */
  needs?: string
  html: {
    rules: readonly HtmlRule[]
    /** `null` when the attributes make no mark (a link without a safe address). */
    render: (attributes: Attributes) => HtmlTag | null
  }
  markdown: MarkMarkdown
  /** Keys of other marks that cannot be there at once. */
  excludes?: readonly string[]
  /**
   * One piece of text may have several of this kind, told apart by their attribute `id`, without which there is no such mark.
   * A page keeps each under kind and id (docs/document-format.md). Having no id of its own to give, such a mark has no shortcut.
   */
  overlaps?: true
  inputRules?: (type: import('@tiptap/pm/model').MarkType) => InputRule[]
  editing?: Partial<MarkConfig>
}

export interface MarkDefinition extends MarkInput {
  extension: Mark
}

/** What ProseMirror calls keys that shortcuts name otherwise. */
const KEY_NAMES: Readonly<Record<string, string>> = {
  comma: ',',
  period: '.',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
}

/** Tiptap's and ProseMirror's name of a shortcut: `mod+shift+up` → `Mod-Shift-ArrowUp`. */
export const tiptapKey = (shortcut: string): string =>
  shortcut
    .split('+')
    .map((part) => KEY_NAMES[part] ?? part)
    .map((part) => (part.length > 1 ? part[0]!.toUpperCase() + part.slice(1) : part))
    .join('-')

/** Makes a mark kind from one value; the counterpart of `defineBlock`. The order in `blocks/index.ts` is the nesting. */
export function defineMark(input: MarkInput): MarkDefinition {
  const { kind, attributes: shape, html, editing, excludes, overlaps, shortcut, inputRules } = input
  const needs = overlaps ? 'id' : input.needs
  const extension = Mark.create({
    name: kind,
    group: FORMATS,
    ...(excludes || overlaps
      ? { excludes: [...(overlaps ? [] : [kind]), ...(excludes ?? [])].join(' ') }
      : {}),
    addAttributes: () => ({
      ...tiptapAttributes(shape),
      [UNKNOWN]: { default: null, rendered: false, parseHTML: () => null },
    }),
    parseHTML: () => [
      ...html.rules.map((rule) =>
        asParseRule(
          rule.tag,
          (element) => {
            const found = rule.attributes ? rule.attributes(element, browserStyle) : {}
            return found === null ? false : { ...found, ...unknownFromData(shape, element) }
          },
          50,
        ),
      ),
    ],
    renderHTML: ({ mark }) => {
      const made = html.render(mark.attrs as Attributes) ?? { tag: 'span' }
      return [made.tag, { ...made.attributes, ...unknownData(mark.attrs) }, 0]
    },
    addKeyboardShortcuts() {
      return shortcut ? { [tiptapKey(shortcut)]: () => this.editor.commands.toggleMark(kind) } : {}
    },
    addInputRules() {
      return inputRules ? inputRules(this.type) : []
    },
    ...editing,
  })
  return { ...input, ...(needs === undefined ? {} : { needs }), extension }
}
