import { Fragment, type Node as PMNode, type Schema } from '@tiptap/pm/model'
import { type Mappable, Step, StepMap, StepResult } from '@tiptap/pm/transform'
import { t } from '@/shared/i18n'
import { eachTextBlock } from './texts'

/** Text between two positions of one block, and what stands there afterwards. */
export interface TextChange {
  from: number
  to: number
  content: Fragment
}

/**
 * Changes of text in many places of the page at once. As one step each, thousands of them would make everything that
 * follows the steps of a transaction go through all of the others for each one.
 */
export class TextsStep extends Step {
  /** `changes` are in order, apart from each other, and each within the text of one block. */
  constructor(readonly changes: readonly TextChange[]) {
    super()
  }

  apply(doc: PMNode): StepResult {
    try {
      let next = 0
      const change = (node: PMNode, start: number): PMNode => {
        const end = start + node.content.size
        const isTouched = () => next < this.changes.length && this.changes[next]!.from <= end
        if (!isTouched()) return node
        if (node.isTextblock) {
          let { content } = node
          let shift = -start
          for (; isTouched(); next++) {
            const { from, to, content: put } = this.changes[next]!
            if (from < start || to > end) throw new RangeError('A change reaches out of its block')
            const head = content.cut(0, from + shift)
            const tail = content.cut(to + shift)
            content = head.append(put).append(tail)
            shift += put.size - (to - from)
          }
          const made = node.copy(content)
          made.check()
          return made
        }
        let pos = start
        let isOther = false
        const children = node.content.content.map((child) => {
          const made = child.isLeaf ? child : change(child, pos + 1)
          if (made !== child) isOther = true
          pos += child.nodeSize
          return made
        })
        return isOther ? node.copy(Fragment.fromArray(children)) : node
      }
      const made = change(doc, 0)
      return next < this.changes.length ? StepResult.fail(t('No text is there')) : StepResult.ok(made)
    } catch (error) {
      if (error instanceof RangeError) return StepResult.fail(error.message)
      throw error
    }
  }

  override getMap(): StepMap {
    return new StepMap(this.changes.flatMap(({ from, to, content }) => [from, to - from, content.size]))
  }

  invert(doc: PMNode): Step {
    let shift = 0
    let next = 0
    const back: TextChange[] = []
    eachTextBlock(doc, (block, pos) => {
      const start = pos + 1
      for (; next < this.changes.length && this.changes[next]!.to <= start + block.content.size; next++) {
        const { from, to, content } = this.changes[next]!
        const was = block.content.cut(from - start, to - start)
        back.push({ from: from + shift, to: from + shift + content.size, content: was })
        shift += content.size - (to - from)
      }
    })
    return new TextsStep(back)
  }

  map(mapping: Mappable): Step | null {
    const changes = this.changes.flatMap(({ from, to, content }) => {
      const start = mapping.mapResult(from, 1)
      const end = mapping.mapResult(to, -1)
      if (start.deletedAcross && end.deletedAcross) return []
      return [{ from: start.pos, to: Math.max(start.pos, end.pos), content }]
    })
    return changes.length > 0 ? new TextsStep(changes) : null
  }

  toJSON(): unknown {
    return {
      stepType: 'texts',
      changes: this.changes.map(({ from, to, content }) => ({ from, to, content: content.toJSON() })),
    }
  }

  static override fromJSON(
    schema: Schema,
    { changes }: { changes: { from: number; to: number; content: unknown }[] },
  ): TextsStep {
    return new TextsStep(
      changes.map(({ from, to, content }) => ({ from, to, content: Fragment.fromJSON(schema, content) })),
    )
  }
}
Step.jsonID('texts', TextsStep)
