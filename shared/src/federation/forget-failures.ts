import type { getInstance } from '@module-federation/enhanced/runtime'

type Plugin = NonNullable<ReturnType<typeof getInstance>>['options']['plugins'][number]

/** The runtime keeps a failed download of a shared module for ever. With this, the next use repeats it. */
export const forgetFailures: Plugin = {
  name: 'forget-failures',
  errorLoadShare({ pkgName, shareScopeMap }) {
    for (const scope of Object.values(shareScopeMap))
      for (const shared of Object.values(scope[pkgName] ?? {})) if (!shared.loaded) shared.loading = null
  },
}
