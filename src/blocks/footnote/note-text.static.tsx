import { Fragment, type ReactNode } from 'react'
import { blocksFromMarkdown } from '../markdown'
import { plainTextOf } from '../plain-text'
import { StaticText } from '../static-blocks'

/** The text of a footnote with its marks and links. What is no paragraph is its words. */
export function NoteText({ note }: { note: string }): ReactNode {
  return blocksFromMarkdown(note).map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: static text never changes its order
    <Fragment key={index}>
      {index > 0 && <br />}
      {block.kind === 'paragraph' ? <StaticText text={block.text} /> : plainTextOf([block])}
    </Fragment>
  ))
}
