/** The whole sentences of a text that is still growing, to be read out one by one; all of it once it has ended. */
export function sentencesOf(words: string, hasEnded: boolean): string[] {
  const sentences = words.match(/[^.!?。！？\n]+(?:[.!?。！？]+(?=\s|$)|\n|[.!?。！？]+)?/g) ?? []
  const said = sentences.map((one) => one.trim())
  const last = sentences.at(-1)
  if (!hasEnded && last !== undefined && !/[.!?。！？]\s*$|\n$/.test(last)) said.pop()
  return said.filter((one) => /[\p{L}\p{N}]/u.test(one))
}
