import { useEffect, useMemo, useReducer } from 'react'
import { type ActionEntry, type ActionTarget, entriesIn } from '@/blocks/kit/action'
import { allOf, useContributions } from '../../contribution'

/** What features put at the end of the toolbar (product.md 2.42), shown anew when one of them says that it changed. */
export function useContributedTools(target: ActionTarget): readonly ActionEntry[] {
  const contributions = useContributions()
  const actions = useMemo(
    () => allOf(contributions, (one) => one.actions).filter(({ places }) => places.toolbar),
    [contributions],
  )
  const [, changed] = useReducer((turn: number) => turn + 1, 0)
  useEffect(() => {
    const stops = actions.map(({ watch }) => watch?.(changed))
    return () => {
      for (const stop of stops) stop?.()
    }
  }, [actions])
  return entriesIn('toolbar', actions, target)
}
