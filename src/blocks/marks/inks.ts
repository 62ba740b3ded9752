import type { Color } from '../kit/colors'

type Inks = Readonly<Record<Color, string>>

/**
 * The colours of both themes (`ui/theme.css`, the one that counts), for what is read where our style sheet is not: other
 * programs, exported files.
 */
export const LIGHT: Readonly<Record<'text' | 'background', Inks>> = {
  text: {
    gray: '#5f5b54',
    brown: '#7a4b2c',
    orange: '#964300',
    yellow: '#735200',
    green: '#24633b',
    blue: '#23568f',
    purple: '#6a3f97',
    pink: '#97306a',
    red: '#a52a2a',
  },
  background: {
    gray: '#f0eeea',
    brown: '#f4ebe3',
    orange: '#fbeadb',
    yellow: '#faf1d2',
    green: '#e5f1e6',
    blue: '#e4eef8',
    purple: '#f0e9f7',
    pink: '#f9e8f0',
    red: '#fbe8e5',
  },
}

export const DARK: Readonly<Record<'text' | 'background', Inks>> = {
  text: {
    gray: '#b3ada3',
    brown: '#d5aa8c',
    orange: '#f0a468',
    yellow: '#dfba5c',
    green: '#8cc99d',
    blue: '#8fbdee',
    purple: '#c7a5ec',
    pink: '#ee9ec4',
    red: '#f29a92',
  },
  background: {
    gray: '#302e2b',
    brown: '#382c24',
    orange: '#402b1b',
    yellow: '#3a3018',
    green: '#1f3526',
    blue: '#1e3045',
    purple: '#322840',
    pink: '#402535',
    red: '#432624',
  },
}
