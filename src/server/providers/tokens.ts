/** About how many tokens a text has: no tokenizer is the right one for every model, and this is rather too many than too few. */
export const estimatedTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES)

const BYTES = 3.5

/** How many bytes of text a number of tokens is estimated to be, at most. */
export const bytesOf = (tokens: number): number => Math.floor(tokens * BYTES)
