import { useEffect, useSyncExternalStore } from 'react'
import type { BlockFrame } from '@/blocks/kit/block-program'
import { textOf } from '@/blocks/media/attributes'
import { type MediaKind, mediaUrl } from '@/blocks/media/media-url'
import { ownUndoStep } from '@/document'
import { type Arrived, arrivedFile, settledMedia } from './arrived-uploads'
import { withOtherMedia } from './insert-media'
import { markTaken, placeholderFor, type Upload, uploadNamed, uploadOf, watchUploads } from './uploads'

/** The upload that a block with this `placeholderId` waits for, as it is now. */
export const useUpload = (placeholder: string): Upload | null =>
  useSyncExternalStore(watchUploads, () => (placeholder === '' ? null : uploadOf(uploadNamed(placeholder))))

/** The file that a block waits for, once it is there: brought just now, or before this page was opened. */
function arrivedOf(id: string, upload: Upload | null): Arrived | null {
  if (!upload) return arrivedFile(id)
  const { state, info, width, height } = upload
  return state === 'done' && info
    ? { ...info, previews: info.previews && [...info.previews], width, height }
    : null
}

/**
 * Writes into the block what became of its upload: the file when it has arrived, and that it failed, which everybody else
 * would wait for. That is nothing somebody did: undo goes past it. A file that takes the place of another is what somebody chose, and a step
 * of its own.
 */
export function useSettledUpload(frame: BlockFrame, upload: Upload | null, isEditable: boolean): void {
  const placeholder = textOf(frame.node().attrs, 'placeholderId')
  useEffect(() => {
    const { view } = frame
    const pos = frame.pos()
    const node = frame.node()
    const id = uploadNamed(placeholder)
    if (id === '' || pos === undefined || view.isDestroyed || !isEditable) return
    if (node.attrs.placeholderId !== placeholder || (upload && upload.id !== id)) return
    const tr = view.state.tr.setMeta('addToHistory', false)
    const arrived = arrivedOf(id, upload)
    const had = mediaUrl(node.attrs.url)
    if (arrived && had !== null) {
      markTaken(id)
      // Nobody waits for it any more, also when the file that it takes the place of is brought back.
      view.dispatch(tr.setNodeAttribute(pos, 'placeholderId', ''))
      if (had === arrived.url) return
      const settled = settledMedia(node.type.name as MediaKind, {}, arrived)
      view.dispatch(withOtherMedia(ownUndoStep(view.state.tr), pos, settled))
      return
    }
    if (arrived) {
      markTaken(id)
      const { kind, attributes } = settledMedia(node.type.name as MediaKind, node.attrs, arrived)
      if (kind === node.type.name)
        for (const [name, value] of Object.entries(attributes)) tr.setNodeAttribute(pos, name, value)
      else tr.setNodeMarkup(pos, view.state.schema.nodes[kind]!, { ...node.attrs, ...attributes })
    } else if (upload && placeholder !== placeholderFor(upload))
      tr.setNodeAttribute(pos, 'placeholderId', placeholderFor(upload))
    if (tr.docChanged) view.dispatch(tr)
  }, [frame, placeholder, upload, isEditable])
}
