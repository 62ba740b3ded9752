import { type ClassValue, clsx } from 'clsx'
import { mergeClasses } from './merge-classes'

/** Joins class names; where two Tailwind utilities conflict the later one wins. */
export const cn = (...classes: ClassValue[]): string => mergeClasses(clsx(classes))
