import { ChartFigure } from '../chart/chart-figure'
import { MathMl } from '../equation/math-ml'
import { NoteText } from '../footnote/note-text.static'
import { drawingOf } from '../icon/drawings'
import { blockScope } from '../kit/block-scope'
import { scopedCss } from '../kit/scoped-css'
import type { StaticParts } from '../kit/static-parts'

/** Everything that read-only HTML can hold, for files that have to be complete in themselves. */
export const allParts: StaticParts = {
  equation: (tex, display) => <MathMl tex={tex} display={display} />,
  icon(name) {
    const Drawing = drawingOf(name)
    return Drawing && <Drawing aria-hidden width="1em" height="1em" />
  },
  note: (note) => <NoteText note={note} />,
  chart: (attributes, id) => <ChartFigure attributes={attributes} scope={id} />,
  styles: (source, id) => <style>{scopedCss(source, blockScope(id)).css}</style>,
}
