import { useMemo } from 'react'
import { rpc } from '@/app/rpc'
import type { BlockHost } from '@/blocks/kit/block-program'

type FileHost = Pick<BlockHost, 'upload' | 'findFiles'>

/** Files that are found at once; a longer query finds the others (product.md 7.32). */
const MOST = 10

/** What a block of this page can do with files: have one kept with the page, and find those of the person's pages. */
export const useFileHost = (documentId: string): FileHost =>
  useMemo(
    () => ({
      // Its code comes with the first file.
      upload: async (file, options) => (await import('./upload-file')).uploadFile(file, documentId, options),
      findFiles: async (search) => (await rpc.file.files.query({ search, limit: MOST })).files,
    }),
    [documentId],
  )
