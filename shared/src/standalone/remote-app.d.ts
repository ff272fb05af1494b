/** Alias of a remote's `src/app.tsx`, in development only. */
declare module 'remote-app' {
  import type { ComponentType } from 'react'

  const app: {
    readonly name: string
    readonly routes: readonly { readonly path: string; readonly Component: ComponentType }[]
    readonly slots: Readonly<Record<string, ComponentType<object>>>
  }
  export default app
}
