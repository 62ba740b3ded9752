/** What a paste needs besides the editor itself; loaded by `load-paste-code.ts`. */

export { pasteCells } from '../core/paste-cells'
export { foreignSlice } from './foreign-slice'
export { looksLikeMarkdown } from './looks-like-markdown'
export { pasteMarkdown } from './paste-markdown'
export { pastePlain } from './paste-plain'
export { pasteAddress } from './pasted-address'
