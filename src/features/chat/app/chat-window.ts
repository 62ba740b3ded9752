/** The name of the panel of the chat. */
export const CHAT_PANEL = 'chat'
