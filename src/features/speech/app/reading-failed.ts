/** Reading has failed, in words for the person. */
export class ReadingFailed extends Error {}
