export { addsSomething, onlyDeletes } from './adds'
export { applyBlocks } from './beads/blocks'
export { type BlockChange, diffBlocks } from './beads/diff-blocks'
export { PageGuard, type Parting } from './beads/page-guard'
export {
  asUndoPart,
  isFromElsewhere,
  isOwnUndoStep,
  isPutRight,
  isTakingBack,
  ownUndoStep,
} from './beads/plugin'
export { sectionOf, sectionsPlugin } from './beads/sections'
export { changedRanges, joined, nodesIn, type Range, touchedRanges } from './changed-ranges'
export { MOST_STEPS } from './crowding'
export { cutUpdate } from './cut-update'
export { type DecodedUpdate, decodeOnce, forgetDecoded } from './decoded-update'
export { hasRoomFor, hasRoomForBlocks } from './growth'
export { keepsLayout } from './keeps-layout'
export { isBehind, migrateLayout } from './layout-0'
export { liveExtensions } from './live'
export { createLiveDoc } from './live-doc'
export { idsNamedIn } from './named-in'
export {
  createPageDoc,
  layoutIsKnown,
  setTitle,
  stretchChanged,
  titleOf,
  titleText,
  wordCount,
} from './page-doc'
export {
  holdsState,
  type PlannedEdit,
  planEdit,
  samePage,
  stillWanted,
} from './plan-edit'
export { colorOf, type PageUser, presentUser } from './presence'
export { type PutBack, putBack } from './put-back'
export { chosenIn, chosenOf, chosenSids, decide } from './review/decide'
export { authorOf as suggestionAuthor } from './review/part-keys'
export { wasBegun } from './review/parts-begun'
export { type Reading, ReadingView } from './review/reading-view'
export { type Suggesting, suggestPage } from './review/suggest-page'
export { Suggestions } from './review/suggestions'
export { type PageContent, settledBlocks, settledPage, settledText, settledTitle } from './settled-page'
export { judged, piecesOfState, type UpdateFacts } from './update-facts'
