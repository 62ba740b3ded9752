import { type InputRule, Node, type NodeConfig } from '@tiptap/core'
import type { NodeType } from '@tiptap/pm/model'
import type { PhrasingContent } from 'mdast'
import { type AttributeShape, type Attributes, attributesFromData, dataFromAttributes } from './attributes'
import {
  asParseRule,
  browserStyle,
  type HtmlRule,
  type HtmlTag,
  type InsertEntry,
  tiptapAttributes,
} from './define-block'

/** The HTML attribute that names the kind of an atom of ours, as `data-kind` names that of a block. */
export const ATOM = 'data-atom'

/** An inline atom in Markdown, where Markdown has words for it. */
export interface AtomMarkdown {
  /** `null`: these attributes cannot be said; the atom is written as the HTML that our importer reads back. */
  write(attributes: Attributes): PhrasingContent | null
  reads?: {
    [Type in PhrasingContent['type']]?: (node: Extract<PhrasingContent, { type: Type }>) => Attributes
  }
}

interface AtomInput {
  /** Not an attribute's name: a page stores an atom as `{ kind, …attributes }`, so `kind` and `id` cannot be attributes. */
  kind: string
  attributes: AttributeShape
  insert: readonly InsertEntry[]
  /** What a new one says when nothing else was chosen. */
  fresh?: (now: Date) => Attributes
  /** What stands for it where there are only letters: search, word count, plain text, and between its tags. */
  text: (attributes: Attributes) => string
  html: { rules: readonly HtmlRule[]; render: (attributes: Attributes) => HtmlTag }
  markdown?: AtomMarkdown
  inputRules?: (type: NodeType) => InputRule[]
  editing?: Partial<NodeConfig>
}

export interface AtomDefinition extends AtomInput {
  extension: Node
}

/**
 * Makes an inline atom (date, mention, inline equation, icon) from one value; the counterpart of `defineBlock`. An atom
 * stands in text like a character, carries marks, and holds nothing but its attributes: Zod, every one with a default.
 */
export function defineAtom(input: AtomInput): AtomDefinition {
  const { kind, attributes: shape, html, text, inputRules, editing } = input
  const extension = Node.create({
    name: kind,
    group: 'inline',
    inline: true,
    atom: true,
    selectable: true,
    draggable: false,
    addAttributes: () => tiptapAttributes(shape),
    parseHTML: () => [
      asParseRule(
        `[${ATOM}="${kind}"]`,
        (element) => attributesFromData(shape, (name) => element.getAttribute(name)),
        80,
      ),
      ...html.rules.map((rule) =>
        asParseRule(
          rule.tag,
          (element) => {
            const found = rule.attributes ? rule.attributes(element, browserStyle) : {}
            return found === null ? false : found
          },
          60,
        ),
      ),
    ],
    renderHTML: ({ node }) => {
      const { tag, attributes } = html.render(node.attrs as Attributes)
      return [tag, { ...atomData(kind, shape, node.attrs), ...attributes }, text(node.attrs as Attributes)]
    },
    renderText: ({ node }) => text(node.attrs as Attributes),
    addInputRules() {
      return inputRules ? inputRules(this.type) : []
    },
    ...editing,
  })
  return { ...input, extension }
}

/** The `data-*` that let every importer of ours read an atom back exactly. */
export const atomData = (
  kind: string,
  shape: AttributeShape,
  attributes: Readonly<Record<string, unknown>>,
): Record<string, string> => ({ [ATOM]: kind, ...dataFromAttributes(shape, attributes) })
