export type { PageBinding } from './binding/binding'
export { changedRanges, joined, nodesIn, type Range, touchedRanges } from './binding/changed-ranges'
export {
  type AnchorRange,
  anchorRanges,
  anchorTo,
  type DiscussionPlace,
  discussionPlaces,
  pageDocOf,
} from './binding/discussion-places'
export { liveExtensions } from './binding/live'
export { createLiveDoc } from './binding/live-doc'
export { PageGuard, type Parting } from './binding/page-guard'
export {
  asUndoPart,
  bindingOf,
  isFromElsewhere,
  isOwnUndoStep,
  isPutRight,
  isTakingBack,
  ownUndoStep,
} from './binding/plugin'
export { colorOf, type PageUser, PRESENCE_COLORS, type Presence, presentUser } from './binding/presence'
export { sectionOf, sectionsPlugin } from './binding/sections'
export { keepsLayout } from './format/keeps-layout'
export { pageKinds } from './format/layout'
export { isBehind, migrateLayout } from './format/layout-0'
export {
  changedPart,
  createPageDoc,
  layoutIsKnown,
  setTitle,
  titleOf,
  titleText,
  wordCount,
} from './format/page-doc'
export { blockStart } from './page-index/anchors'
export { atomClients } from './page-index/atom-clients'
export { applyBlocks } from './page-index/blocks'
export type { PageIndex } from './page-index/page-index'
export {
  type PageContent,
  proposedPage,
  settledBlocks,
  settledPage,
  settledText,
  settledTitle,
} from './page-index/settled-page'
export { type AnchorChange, anchorUpdate, eachOnce, hasIds, isAnyThere, wordsAt } from './review/anchors'
export { anchorsIn, type CarriedSpan, writeAnchors } from './review/carried/carried-anchors'
export {
  type BlockTags,
  blocksAs,
  type CarriedChange,
  type CarriedReview,
  plainMarks,
  tagged,
  tagsOf,
  titleAs,
} from './review/carried/carried-review'
export { readReview } from './review/carried/read-review'
export { addedCopy, isReviewOf, removedBlock, sameBlocks } from './review/carried/whole-review'
export { pageWithReview } from './review/carried/write-review'
export { chosenIn, chosenOf, chosenSids, decide } from './review/decide'
export { describePending } from './review/describe'
export type { Change, Described, LoggedSummary, Setting, Spot, SuggestionType } from './review/described'
export { Descriptions } from './review/descriptions'
export { givingBack } from './review/give-back'
export { hasSuggestions } from './review/has-suggestions'
export { judgeSuggestion, SUGGESTION_LIMITS, TOO_MUCH_SUGGESTED } from './review/judge-suggestion'
export { markedIndex } from './review/marked-view'
export { fingerprintOf } from './review/operations/fingerprint'
export {
  type BlockOperation,
  type OperationOutcome,
  type SetAside,
  type SignedOperation,
  suggestOperations,
} from './review/operations/suggest-operations'
export { sidsGone, type Trace, traceOf, tracesLeft, wereAccepted } from './review/outcome'
export { authorOf as suggestionAuthor, newSid, sidIn } from './review/part-keys'
export { beginsForOthers } from './review/parts-begun'
export { type Reading, ReadingView } from './review/reading-view'
export { type Suggesting, suggestPage } from './review/suggest-page'
export { suggestTitle } from './review/suggest-title'
export { Suggestions, suggestionsOf, withSuggestions } from './review/suggestions'
export { readTitle, setSettledTitle, writeTitle } from './review/titles'
export { unwrittenSize } from './review/unwritten-size'
export type { Waiting } from './review/update-places'
export { wordsIdOf } from './review/words-id'
export { addsSomething, lookForNew, onlyDeletes } from './updates/adds'
export { MOST_STEPS } from './updates/crowding'
export { cutUpdate } from './updates/cut-update'
export { type DecodedUpdate, decodeOnce, forgetDecoded } from './updates/decoded-update'
export { hasRoomFor, hasRoomForBlocks } from './updates/growth'
export { idsNamedIn } from './updates/named-in'
export { type Judged, judged, piecesOfState, type UpdateFacts } from './updates/update-facts'
export { weightOf } from './updates/weight'
export { type BlockChange, diffBlocks } from './write/diff-blocks'
export {
  holdsState,
  type PlannedEdit,
  planEdit,
  samePage,
  stillWanted,
} from './write/plan-edit'
export { type PutBack, putBack } from './write/put-back'
export { PageUndo } from './write/undo'
