import { expect, it } from 'vitest'
import { declarationsOf } from './declarations'

it.each<[string, Record<string, string>]>([
  ['', {}],
  ['font-weight: Bold', { 'font-weight': 'bold' }],
  ['mso-bidi-font-weight:normal', { 'mso-bidi-font-weight': 'normal' }],
  ['color:red !important;;FONT-STYLE : italic ;', { color: 'red', 'font-style': 'italic' }],
  ['font-family:"a;font-weight:normal",b', { 'font-family': '"a;font-weight:normal",b' }],
  ['background:url(data:a;b:c);width:3px', { background: 'url(data:a;b:c)', width: '3px' }],
  ['/* font-weight:normal; */ width : 3px /* :4 */', { width: '3px' }],
  [
    'mso-list:l0 level2 lfo1;mso-level-text:\\F0B7',
    { 'mso-list': 'l0 level2 lfo1', 'mso-level-text': '\\f0b7' },
  ],
  ['nothing; width:3px; :4; broken "', { width: '3px' }],
])('I2 a style is read declaration by declaration: %s', (css, said) => {
  expect(Object.fromEntries(declarationsOf(css))).toEqual(said)
})
