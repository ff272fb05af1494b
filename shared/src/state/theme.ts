import { atom, useAtomValue } from 'jotai'
import * as v from 'valibot'
import { readItem, storageKeys, writeItem } from './storage.ts'
import { store } from './store.ts'

const ThemeSchema = v.picklist(['light', 'dark'])
type Theme = v.InferOutput<typeof ThemeSchema>
const DEFAULT_THEME: Theme = 'light'

const themeState = atom<Theme>(DEFAULT_THEME)
export const themeAtom = atom((get) => get(themeState))
export const useTheme = (): Theme => useAtomValue(themeAtom, { store })

const applyTheme = (theme: Theme): void => {
  store.set(themeState, theme)
  if (theme === 'dark') document.documentElement.dataset.theme = 'dark'
  else delete document.documentElement.dataset.theme
}

export const setTheme = (theme: unknown): void => {
  const parsed = v.safeParse(ThemeSchema, theme)
  if (!parsed.success) return
  writeItem(storageKeys.theme, parsed.output)
  applyTheme(parsed.output)
}

export const toggleTheme = (): void => setTheme(store.get(themeState) === 'dark' ? 'light' : 'dark')

const applyStoredTheme = (): void =>
  applyTheme(readItem(storageKeys.theme, v.pipe(v.string(), ThemeSchema)) ?? DEFAULT_THEME)

const followThemeOfTabs = ({ key }: StorageEvent): void => {
  if (key === storageKeys.theme || key === null) applyStoredTheme()
}

export const startTheme = (): void => {
  window.addEventListener('storage', followThemeOfTabs)
  applyStoredTheme()
}
