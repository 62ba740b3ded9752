import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import type * as Y from 'yjs'
import { trpc } from '@/app/rpc'
import { settledTitle } from '@/document'
import { type PageSummary, UNTITLED } from '../model'
import { noteTitle } from './known-titles'
import { TitleReadings } from './title-readings'
import { withFields } from './tree-changes'

/** The title of a live page as it reads settled now. */
export function useTitle(doc: Y.Doc): string {
  const [title, setTitle] = useState(() => settledTitle(doc))
  useLayoutEffect(() => {
    const readings = new TitleReadings(doc)
    const read = () => setTitle(readings.read('settled'))
    read()
    const stop = readings.onChange(read)
    return () => {
      stop()
      readings.close()
    }
  }, [doc])
  return title
}

/** Lets the tree follow a title while it is being typed; the server's lists hear of it a moment later. */
export function useTitleInTree(id: string, title: string): void {
  const queries = useQueryClient()
  const shown = title || UNTITLED()
  useEffect(() => {
    noteTitle(id, shown)
    queries.setQueryData<{ documents: PageSummary[] }>(
      trpc.document.tree.queryKey(),
      (tree) => tree && { documents: withFields(tree.documents, id, { title: shown }) },
    )
  }, [queries, id, shown])
}
