/** @jest-environment jsdom */
import { storageKeys } from './storage.ts'
import { store } from './store.ts'
import { setTheme, startTheme, themeAtom, toggleTheme } from './theme.ts'

const shown = () => [store.get(themeAtom), document.documentElement.getAttribute('data-theme')]

beforeEach(() => {
  localStorage.clear()
  startTheme()
})

test('section 9: the theme is light at the start', () => {
  expect(shown()).toEqual(['light', null])
})

test('section 4: toggling the theme sets data-theme on the root and stores the theme', () => {
  toggleTheme()
  expect(shown()).toEqual(['dark', 'dark'])
  expect(localStorage.getItem(storageKeys.theme)).toBe('dark')
  toggleTheme()
  expect(shown()).toEqual(['light', null])
})

test('section 4: only the themes light and dark are accepted', () => {
  setTheme('dark')
  setTheme('sepia')
  expect(shown()).toEqual(['dark', 'dark'])
})

test('an invalid stored theme counts as the default theme', () => {
  localStorage.setItem(storageKeys.theme, 'sepia')
  startTheme()
  expect(shown()).toEqual(['light', null])
})

test('section 4: a theme that another tab chooses is shown in this tab, too', () => {
  const choose = (theme: string | undefined, key: string | null = storageKeys.theme) => {
    if (theme) localStorage.setItem(storageKeys.theme, theme)
    window.dispatchEvent(new StorageEvent('storage', { key }))
  }
  choose('dark')
  expect(shown()).toEqual(['dark', 'dark'])
  choose('light', 'something-else')
  expect(shown()).toEqual(['dark', 'dark'])
  localStorage.clear()
  choose(undefined, null)
  expect(shown()).toEqual(['light', null])
})
