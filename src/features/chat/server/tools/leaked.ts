import { NOT_IN_CODE, outsideCode } from './outside-code'

/** A model wrote a call as text instead of making one. */
export class ToolTextLeaked extends Error {}

/** How models that were taught other formats begin a call. In code they are what somebody writes about. */
const MARKS = /<tool_call|<function[=_]|<\|(?:tool|python_tag|plugin)|\[TOOL_CALLS\]/i
/** The beginning of a line, perhaps of one in a block of code. Each part is bounded, so that no answer makes it slow. */
const BEGINNING = '(?:^|\\n)[ \\t]{0,20}(?:`{3}\\w{0,20}[ \\t]{0,20}\\n?[ \\t]{0,20})?'
/** A call as JSON. */
const asJson = (names: readonly string[]) =>
  new RegExp(
    `${BEGINNING}\\{\\s{0,20}"(?:name|tool|tool_name|function)"\\s{0,20}:\\s{0,20}(?:\\{\\s{0,20}"name"\\s{0,20}:\\s{0,20})?"(?:${names.join('|')})"`,
  )
/** What may still become one of them. */
const UNFINISHED = new RegExp(
  `(?:${BEGINNING}(?:\`{1,3}|\\{[^\\n]{0,60}(?:\\n[^\\n]{0,60}){0,2})?|<[|\\w]{0,12}|\\[[A-Z_]{0,12})$`,
)

/**
 * The words of an answer, without a call that is written as text: throws {@link ToolTextLeaked} before the first character of one. What may
 * still become one is held back until it has.
 */
export async function* withoutLeaks<End>(
  words: AsyncGenerator<string, End>,
  names: readonly string[],
): AsyncGenerator<string, End> {
  const json = asJson(names)
  let held = ''
  let place = NOT_IN_CODE
  let hasEnded = false
  try {
    for (;;) {
      const next = await words.next()
      if (next.done) {
        hasEnded = true
        if (held !== '') yield held
        return next.value
      }
      held += next.value
      if (MARKS.test(outsideCode(place, held).outside) || json.test(held)) throw new ToolTextLeaked()
      const until = UNFINISHED.exec(held)?.index ?? held.length
      if (until === 0) continue
      const ready = held.slice(0, until)
      held = held.slice(until)
      place = outsideCode(place, ready).state
      yield ready
    }
  } finally {
    // Nobody reads on: the request at the provider ends.
    if (!hasEnded) await words.return(undefined as never)
  }
}
