const BULLET_STYLES = ['disc', 'circle', 'square'] as const
export const NUMBER_STYLES = ['decimal', 'lower-alpha', 'upper-alpha', 'lower-roman', 'upper-roman'] as const
const TODO_STYLES = ['todo', 'todoNoStrike'] as const

/** Every marker a list item can have (product.md 3.20). */
export const LIST_STYLES = [...BULLET_STYLES, ...NUMBER_STYLES, ...TODO_STYLES] as const

export const isNumbered = (style: unknown): boolean => (NUMBER_STYLES as readonly unknown[]).includes(style)
export const isTodo = (style: unknown): boolean => (TODO_STYLES as readonly unknown[]).includes(style)
