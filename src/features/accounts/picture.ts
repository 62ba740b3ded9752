/** The sides of a person's own picture, which is square. */
export const PICTURE_SIDE = 512
/** The largest file that a picture is made from or kept as: 5 MB (product.md 3.13). */
export const PICTURE_BYTES = 5 * 1024 * 1024
/** A picture with a longer side than this is not unpacked. */
export const LONGEST_SIDE = 10_000

const OWN_PICTURE = '/api/avatars/own/'

/** The address of a person's own picture. It says nothing of the person, and another picture has another one. */
export const ownPictureAddress = (id: string): string => `${OWN_PICTURE}${id}`

/** The picture that is shown, if it is one of the person's own. */
export const ownPictureOf = (image: string | null): string | null =>
  image?.startsWith(OWN_PICTURE) ? image : null
