import { askedTerms } from '@/server/search/terms'

/** Words that stand in questions about anything. */
const COMMON = new Set(
  'a about all an and any are as at be been but by can could did do does for from get had has have how i if in into is it its just me my no not of on or our please say should so some tell than that the their them then there these they this those to up us was we were what when where which who whom whose why will with would you your'.split(
    ' ',
  ),
)
/** More say no more about what is meant. */
const MOST_WORDS = 6

/** The words of a question that say what it is about, the longest first: they say most. */
export const tellingWords = (question: string) =>
  askedTerms(question)
    .filter(({ term }) => !COMMON.has(term) && [...term].length > 1)
    .sort((a, b) => b.term.length - a.term.length)
    .slice(0, MOST_WORDS)
