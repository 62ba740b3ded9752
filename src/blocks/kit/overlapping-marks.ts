import type { Mark } from '@tiptap/pm/model'

const idOf = ({ attrs }: Mark): string => String(attrs.id)

/**
 * Marks in the one order that a page has them in: those of one kind by their id, once each. ProseMirror keeps marks of one kind in
 * the order in which they were made, which is another one for each person; an editor is brought to the order of its page.
 */
export function orderedMarks(marks: readonly Mark[]): readonly Mark[] {
  if (!marks.some((mark, i) => marks[i + 1]?.type === mark.type)) return marks
  const ordered: Mark[] = []
  for (let from = 0; from < marks.length; ) {
    const { type } = marks[from] as Mark
    let to = from + 1
    while (marks[to]?.type === type) to++
    // The last one counts, as it does where it is stored.
    const byId = new Map(marks.slice(from, to).map((mark) => [idOf(mark), mark]))
    ordered.push(...[...byId.values()].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1)))
    from = to
  }
  return ordered
}
