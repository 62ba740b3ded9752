import { useContext } from 'react'
import type { Attributes } from '../kit/attributes'
import { StaticPartsContext } from '../kit/static-parts'

export function IconStatic({ attributes: { iconName } }: { attributes: Attributes }) {
  const parts = useContext(StaticPartsContext)
  return parts?.icon(String(iconName)) ?? `:${String(iconName)}:`
}
