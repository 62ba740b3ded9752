import type { CoverFit, CoverMediaType } from '../../cover/cover'

/** A cover that was chosen and not set yet (product.md 4.5). A file is sent only when it is set. */
export type PendingCover =
  | { kind: 'value'; value: string; fit?: CoverFit; gradient?: string | null }
  | {
      kind: 'file'
      file: File
      url: string
      type: CoverMediaType
      /** It was recorded here, and is nowhere else. */
      isRecorded?: boolean
    }

export interface ChoosesCover {
  onChoose(pending: PendingCover): void
}
