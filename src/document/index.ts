export { isFromElsewhere } from './binding'
export { applyBlocks, blocksOf, plainTextOfDoc } from './blocks'
export { liveExtensions } from './live'
export {
  createPageDoc,
  layoutIsKnown,
  setTitle,
  stretchChanged,
  titleOf,
  titleText,
  wordCount,
} from './page-doc'
export { colorOf, type PageUser, presentUser } from './presence'
