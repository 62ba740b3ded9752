import { InputRule } from '@tiptap/core'
import type { NodeType } from '@tiptap/pm/model'

/**
 * `$x^2$` becomes an equation when its second sign is typed (rulings 6). Not prices: the first sign stands at the start of
 * a word, and neither sign has a space on its inner side. Never in code.
 */
export const equationRule = (type: NodeType): InputRule =>
  new InputRule({
    find: /(?<![$\w\\])\$((?=[^\s$])(?:\\.|[^$\\\n\ufffc])*(?<=\S))\$$/,
    handler: ({ state, range, match }) => {
      const { tr } = state
      const $from = tr.doc.resolve(range.from)
      if (!$from.parent.canReplaceWith($from.index(), $from.index(), type)) return null
      let plain = true
      tr.doc.nodesBetween(range.from, range.to, (node) => {
        if (node.isInline && !node.isText) plain = false
        if (node.marks.some((mark) => mark.type.spec.code)) plain = false
      })
      // An amount of money, and another one: "$5 and 6$".
      if (!plain || /^[\d.,]+(?:\s|$)/.test(match[1]!)) return null
      const atom = type.create({ texExpression: match[1] }, null, $from.marks())
      tr.replaceRangeWith(range.from, range.to, atom)
      return undefined
    },
  })
