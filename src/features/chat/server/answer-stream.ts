/** Under which name an answer of a chat is written and followed. */
export const answerStream = (messageId: string): string => `chat:${messageId}`
