/** About how many tokens a text has: no tokenizer is the right one for every model, and this is rather too many than too few. */
export const estimatedTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3.5)
