import type { ShareScope } from './share-scope.ts'

let provided: ShareScope | undefined

export const provideScope = (scope: ShareScope): void => {
  provided = scope
}

/** What this page's build provides; undefined without module federation. */
export const scopeOfPage = (): ShareScope | undefined => provided
