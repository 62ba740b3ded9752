import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { rpc, trpc } from '@/app/rpc'

/** Tells the server when the page was looked at: on opening it and on leaving it, so that what changed in between was seen. */
export function useVisit(id: string, isThere: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!isThere) return
    const visit = () =>
      rpc.document.visit.mutate({ id }).then(
        () => queries.invalidateQueries({ queryKey: trpc.document.recents.pathKey() }),
        // Costs a line in "recents" and nothing else; whatever else is wrong is shown by the page itself.
        () => undefined,
      )
    void visit()
    return () => void visit()
  }, [queries, id, isThere])
}
