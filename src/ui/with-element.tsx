import type { ReactNode } from 'react'

/** Stands in a message where its one element comes: `t('Edited {when}', { when: HERE })`. Nobody types this character. */
export const HERE = '\u0001'

/** A sentence with one element in it, at {@link HERE}. `Trans` can do more, and weighs more than a first load should have. */
export function withElement(words: string, element: ReactNode): ReactNode {
  const [before, after = ''] = words.split(HERE)
  return (
    <>
      {before}
      {element}
      {after}
    </>
  )
}
