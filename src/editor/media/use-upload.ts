import { useEffect, useSyncExternalStore } from 'react'
import type { BlockFrame } from '@/blocks/kit/block-program'
import { textOf } from '@/blocks/media/attributes'
import type { MediaKind } from '@/blocks/media/media-url'
import { type Arrived, arrivedFile, settledMedia } from './arrived-uploads'
import { type Upload, uploadOf, watchUploads } from './uploads'

/** The upload that a block waits for, as it is now. */
export const useUpload = (id: string): Upload | null =>
  useSyncExternalStore(watchUploads, () => (id === '' ? null : uploadOf(id)))

/** The file that a block waits for, once it is there: brought just now, or before this page was opened. */
function arrivedOf(id: string, upload: Upload | null): Arrived | null {
  if (!upload) return arrivedFile(id)
  const { state, info, width, height } = upload
  return state === 'done' && info ? { ...info, width, height } : null
}

/** Writes the file into the block when it has arrived. That is nothing somebody did: undo goes past it. */
export function useSettledUpload(frame: BlockFrame, upload: Upload | null, isEditable: boolean): void {
  const id = textOf(frame.node().attrs, 'placeholderId')
  useEffect(() => {
    const { view } = frame
    const pos = frame.pos()
    const node = frame.node()
    if (id === '' || pos === undefined || view.isDestroyed || !isEditable) return
    if (node.attrs.placeholderId !== id || (upload && upload.id !== id)) return
    const arrived = arrivedOf(id, upload)
    if (!arrived) return
    const { kind, attributes } = settledMedia(node.type.name as MediaKind, node.attrs, arrived)
    const tr = view.state.tr.setMeta('addToHistory', false)
    if (kind === node.type.name)
      for (const [name, value] of Object.entries(attributes)) tr.setNodeAttribute(pos, name, value)
    else tr.setNodeMarkup(pos, view.state.schema.nodes[kind]!, { ...node.attrs, ...attributes })
    view.dispatch(tr)
  }, [frame, id, upload, isEditable])
}
