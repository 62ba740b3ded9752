const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Orders words as a person's language does, "Note 2" before "Note 10", capitals and accents beside the plain letters. */
export const compareWords: (a: string, b: string) => number = collator.compare
