import type { BlockHost, FileInfo } from '@/blocks/kit/block-program'

/** What a visitor chose in this tab, the newest first: it is gone with the tab (rulings 4). */
const chosen: FileInfo[] = []

/** Files of a visitor: they never leave the browser, and say so with `isKept: false`. */
export const localFileHost: Pick<BlockHost, 'upload' | 'findFiles'> = {
  async upload(file, { signal, onProgress } = {}) {
    signal?.throwIfAborted()
    const [{ refusalOf }, { safeFileName }] = await Promise.all([import('./upload-file'), import('../model')])
    const refusal = refusalOf(file)
    if (refusal !== null) throw new Error(refusal)
    signal?.throwIfAborted()
    onProgress?.(1)
    const info: FileInfo = {
      id: crypto.randomUUID(),
      url: URL.createObjectURL(file),
      name: safeFileName(file.name),
      type: file.type,
      size: file.size,
      isKept: false,
    }
    chosen.unshift(info)
    return info
  },
  async findFiles(query) {
    const wanted = query.toLowerCase()
    return chosen.filter(({ name }) => name.toLowerCase().includes(wanted))
  },
}
