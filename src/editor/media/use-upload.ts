import { useEffect, useSyncExternalStore } from 'react'
import type { BlockFrame } from '@/blocks/kit/block-program'
import { type Upload, uploadOf, watchUploads } from './uploads'

/** The upload that a block waits for, as it is now. */
export const useUpload = (id: string): Upload | null =>
  useSyncExternalStore(watchUploads, () => (id === '' ? null : uploadOf(id)))

/** What the block is to say once its file is there; `null` as long as nothing is to be changed. */
function settled(upload: Upload, attrs: Readonly<Record<string, unknown>>): Record<string, unknown> | null {
  if (upload.state !== 'done' || !upload.info) return null
  const { url, name, type, size } = upload.info
  return {
    url,
    name: name.slice(0, 500),
    mimeType: type.slice(0, 200),
    size,
    isUpload: true,
    placeholderId: '',
    initialWidth: attrs.initialWidth ?? upload.width,
    initialHeight: attrs.initialHeight ?? upload.height,
  }
}

/** Writes the file into the block when it has arrived. That is nothing somebody did: undo goes past it. */
export function useSettledUpload(frame: BlockFrame, upload: Upload | null): void {
  useEffect(() => {
    const { view } = frame
    const pos = frame.pos()
    const node = frame.node()
    if (!upload || pos === undefined || !view.editable || node.attrs.placeholderId !== upload.id) return
    const found = settled(upload, node.attrs)
    if (!found) return
    const tr = view.state.tr.setMeta('addToHistory', false)
    for (const [name, value] of Object.entries(found)) tr.setNodeAttribute(pos, name, value)
    view.dispatch(tr)
  }, [frame, upload])
}
