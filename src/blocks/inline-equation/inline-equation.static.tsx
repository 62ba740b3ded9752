import { useContext } from 'react'
import type { Attributes } from '../kit/attributes'
import { StaticPartsContext } from '../kit/static-parts'

export function InlineEquationStatic({ attributes: { texExpression } }: { attributes: Attributes }) {
  const parts = useContext(StaticPartsContext)
  const tex = String(texExpression)
  return parts?.equation(tex, false) ?? <code>{tex}</code>
}
