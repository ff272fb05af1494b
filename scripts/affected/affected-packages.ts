export type PackageDependencies = Readonly<Record<string, readonly string[]>>

/** Affects every package and its release id. */
const FOR_ALL = /^(pnpm-lock\.yaml|pnpm-workspace\.yaml|package\.json|tsconfig[\w.]*\.json|biome\.json)$/
const TEXT = /\.md$/
/** No build and no other package's test reads these. */
const OWN = /\.test\.tsx?$|\/api-surface\.json$/

/** In no front end and no release id. */
const SERVERS = /^shared\/server\//
const REMOTE = /^mf-/

const withDependents = (name: string, dependencies: PackageDependencies): string[] => [
  name,
  ...Object.entries(dependencies)
    .filter(([, needed]) => needed.includes(name))
    .flatMap(([dependent]) => withDependents(dependent, dependencies)),
]

const packagesOf = (path: string, dependencies: PackageDependencies): string[] => {
  if (FOR_ALL.test(path)) return Object.keys(dependencies)
  const [name = ''] = path.split('/')
  if (!(name in dependencies) || TEXT.test(path)) return []
  if (OWN.test(path)) return [name]
  const names = withDependents(name, dependencies)
  return SERVERS.test(path) ? names.filter((dependent) => !REMOTE.test(dependent)) : names
}

/**
 * Agrees with release ids: packages not returned keep theirs.
 * @param paths relative to the workspace, with slashes
 * @returns in the order of `dependencies`
 */
export const affectedPackages = (paths: readonly string[], dependencies: PackageDependencies): string[] => {
  const found = new Set(paths.flatMap((path) => packagesOf(path, dependencies)))
  return Object.keys(dependencies).filter((name) => found.has(name))
}
