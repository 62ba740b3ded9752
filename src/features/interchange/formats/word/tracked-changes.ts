import { DeletedTextRun, type IRunOptions, type ParagraphChild, TextRun, XmlComponent } from 'docx'
import type { CarriedChange } from '@/document'

/** What Word says of a tracked change. */
export interface ChangeMark {
  id: number
  author: string
  date: string
}

/** What comes, goes, or does both: by the numbers of suggestions. */
export interface ComingOrGoing {
  added?: number | null | undefined
  removed?: number | null | undefined
}

/** Word's own element around what is suggested. */
class TrackedElement extends XmlComponent {
  constructor(name: 'w:ins' | 'w:del', { id, author, date }: ChangeMark, children: readonly unknown[]) {
    super(name)
    this.root.push({ _attr: { 'w:id': id, 'w:author': author, 'w:date': date } }, ...children)
  }
}

/** Writes suggestions as tracked changes, each with the name of its author and its time. */
export class TrackedChanges {
  private ids = 0

  constructor(
    private readonly changes: readonly CarriedChange[],
    private readonly clean: (text: string) => string,
  ) {}

  mark(number: number): ChangeMark {
    const { author = '', at = 0, via } = this.changes[number] ?? {}
    const name = via === undefined ? author : `${author} (${via})`
    // Word writes whole seconds.
    const date = new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
    return { id: ++this.ids, author: this.clean(name) || 'Sheaf', date }
  }

  /** How a paragraph's own mark, or a row, says that it comes or goes. */
  marks({ added, removed }: ComingOrGoing): { insertion?: ChangeMark; deletion?: ChangeMark } {
    return {
      ...(typeof added === 'number' && { insertion: this.mark(added) }),
      ...(typeof removed === 'number' && { deletion: this.mark(removed) }),
    }
  }

  /** A run of text. */
  run(options: IRunOptions, { added, removed }: ComingOrGoing): ParagraphChild {
    const run =
      typeof removed === 'number'
        ? new DeletedTextRun({ ...options, ...this.mark(removed) })
        : new TextRun(options)
    return typeof added === 'number' ? this.element('w:ins', added, [run]) : run
  }

  /** Anything that is no text: an equation, a picture. */
  around(child: ParagraphChild, { added, removed }: ComingOrGoing): ParagraphChild {
    const gone = typeof removed === 'number' ? this.element('w:del', removed, [child]) : child
    return typeof added === 'number' ? this.element('w:ins', added, [gone]) : gone
  }

  private element(name: 'w:ins' | 'w:del', number: number, children: readonly unknown[]): ParagraphChild {
    // A paragraph takes any element; its types name only those of the library.
    return new TrackedElement(name, this.mark(number), children) as unknown as ParagraphChild
  }
}
