/** What a model is asked to see whether it answers at all. */
export const ANSWER = 'Answer with the word ready.'

/** Long enough to come in several pieces. */
export const COUNT = 'Count from 1 to 20, with a space between the numbers.'

export const CALL = 'Call the tool "report" with the word ready.'

/** The tool of {@link CALL}. */
export const REPORT = {
  type: 'function' as const,
  name: 'report',
  description: 'Reports one word.',
  inputSchema: {
    type: 'object' as const,
    properties: { word: { type: 'string' as const } },
    required: ['word'],
  },
}

/** A text to embed. */
export const SENTENCE = 'Is anybody there?'
