import type { OpenEditor } from '@/blocks/kit/action'
import { dictate, dictation, finishDictation } from './dictation'
import { placeOfCaret } from './text-place'

/** Dictates at the caret of an editor; asked again while it records, it ends that. */
export function startDictation({ editor }: OpenEditor): void {
  const { status } = dictation.get()
  if (status === 'recording') finishDictation()
  else if (status === 'idle' || status === 'done') void dictate(placeOfCaret(editor))
}
