import { expect, test } from 'vitest'
import { parseSidebarCookie, SIDEBAR, sidebarCookie, widthAfterKey } from './sidebar-state'

test('9.10 the sidebar is 16 rem, and its state is kept in a cookie for seven days', () => {
  expect(parseSidebarCookie('')).toEqual({ open: true, width: 256 })
  expect(sidebarCookie({ open: false, width: 300 })).toContain('Max-Age=604800')
})

test('the cookie says again what it was told', () => {
  for (const state of [
    { open: true, width: 256 },
    { open: false, width: 401 },
  ])
    expect(parseSidebarCookie(`other=1; ${sidebarCookie(state).split(';')[0]}; last=2`)).toEqual(state)
})

test('a spoiled cookie gives a sidebar that can be used', () => {
  expect(parseSidebarCookie('sheaf-sidebar=closed.9999')).toEqual({ open: false, width: SIDEBAR.max })
  expect(parseSidebarCookie('sheaf-sidebar=<b>')).toEqual({ open: true, width: 256 })
})

test('the handle answers the arrow keys, Home and End', () => {
  expect(widthAfterKey(256, 'ArrowRight')).toBe(272)
  expect(widthAfterKey(205, 'ArrowLeft')).toBe(SIDEBAR.min)
  expect(widthAfterKey(256, 'Home')).toBe(SIDEBAR.min)
  expect(widthAfterKey(256, 'End')).toBe(SIDEBAR.max)
  expect(widthAfterKey(256, 'a')).toBeNull()
})

test('2.33 a handle at the left edge makes wider what is to its right', () => {
  const limits = { min: 200, max: 720, step: 16 }
  expect(widthAfterKey(400, 'ArrowLeft', limits, 'left')).toBe(416)
  expect(widthAfterKey(400, 'ArrowRight', limits, 'left')).toBe(384)
  expect(widthAfterKey(710, 'ArrowLeft', limits, 'left')).toBe(720)
  expect(widthAfterKey(400, 'Home', limits, 'left')).toBe(200)
})
