import type { Tools } from '../tools/tools.ts'

/** What the tools of developers keep for this tab. */
export const TOOLS_KEY = 'trazo.mf.tools'

const isWanted = (): boolean => {
  try {
    return /[?&]mf\./.test(window.location.search) || sessionStorage.getItem(TOOLS_KEY) !== null
  } catch {
    return false
  }
}

let started: Promise<Tools | undefined> | undefined

/**
 * The tools of developers (`?mf.…`), for a tab that asked for them: remotes from elsewhere, and outlines of the teams'
 * areas. They travel only there, and a loader waits for them, because they decide what it loads.
 */
export const startTools = (): Promise<Tools | undefined> => {
  started ??= isWanted()
    ? import(/* webpackChunkName: "tools" */ '../tools/tools.ts').then(
        ({ createTools }) => createTools(),
        () => undefined,
      )
    : Promise.resolve(undefined)
  return started
}
