/** An event of a media element, heard on its way down: it stands on the page now, and may be ready already. */
export const PLAYER_STANDS = 'sheaf:player-stands'
