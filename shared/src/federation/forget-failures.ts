interface FailedShare {
  readonly pkgName: string
  readonly shareScopeMap: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, { loaded?: unknown; loading?: unknown }>>>>>
  >
}

/**
 * For pages that lend the whole runtime, which keeps a failed download of a
 * shared module for ever: with this, the next use repeats it.
 */
export const forgetFailures = {
  name: 'forget-failures',
  errorLoadShare({ pkgName, shareScopeMap }: FailedShare): void {
    for (const scope of Object.values(shareScopeMap))
      for (const shared of Object.values(scope[pkgName] ?? {})) if (!shared.loaded) shared.loading = null
  },
}
