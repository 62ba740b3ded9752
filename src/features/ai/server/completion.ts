/** The words of a completion, without the "0" by which a model says that it has none (product.md 7.39). */
export async function* withoutZero<End>(words: AsyncGenerator<string, End>): AsyncGenerator<string, End> {
  let held: string | null = ''
  for (;;) {
    const next = await words.next()
    if (next.done) {
      if (held !== null && held.trim() !== '0' && held !== '') yield held
      return next.value
    }
    if (held === null) {
      yield next.value
      continue
    }
    held += next.value
    if (/^\s*(0\s*)?$/.test(held)) continue
    yield held
    held = null
  }
}
