/**
 * What an editor needs of suggestions while a page has some, or while somebody suggests. A page without any never loads it, so
 * it is imported by `import()` alone, and by code that comes that way.
 */
export { type Chosen, chosenIn, chosenSids, decide } from './decide'
export type { Described } from './described'
export { Descriptions } from './descriptions'
export { LivePlaces } from './live-places'
export { type Beside, movedFrom } from './moved-from'
export { authorOf, type Sid } from './part-keys'
export type { Reading } from './reading-view'
export { type Replay, replayAsSuggestions } from './replay'
export { ReviewedPage } from './reviewed-page'
export { itemsIn, type Suggestions } from './suggestions'
export { titleSuggester } from './title-suggester'
export { chosenAt, type WordPlace, wordPlaces } from './word-places'
