import { type DeveloperTools, TOOLS_KEY } from './tools.ts'

const isWanted = (): boolean => {
  try {
    return /[?&]mf\./.test(window.location.search) || sessionStorage.getItem(TOOLS_KEY) !== null
  } catch {
    return false
  }
}

let started: Promise<DeveloperTools | undefined> | undefined

/** Runs for `?mf.…`. The loader waits: the tools choose what it loads. */
export const startTools = (): Promise<DeveloperTools | undefined> => {
  started ??= isWanted()
    ? import(/* webpackChunkName: "tools" */ './create-tools.ts').then(
        ({ createTools }) => createTools(),
        () => undefined,
      )
    : Promise.resolve(undefined)
  return started
}
