/** Packages of the workspace, and those of ours that each one depends on. */
export type Dependencies = Readonly<Record<string, readonly string[]>>

/** Every package is installed, compiled or checked with these; their release ids hang on the first ones. */
const FOR_ALL = /^(pnpm-lock\.yaml|pnpm-workspace\.yaml|package\.json|tsconfig[\w.]*\.json|biome\.json)$/
const TEXT = /\.md$/
/** A package's own affair: in no build, and nobody else's test reads it. */
const OWN = /\.test\.tsx?$|\/api-surface\.json$/

/** `name` and whoever depends on it, however far. */
const withDependents = (name: string, dependencies: Dependencies): string[] => [
  name,
  ...Object.entries(dependencies)
    .filter(([, needed]) => needed.includes(name))
    .flatMap(([dependent]) => withDependents(dependent, dependencies)),
]

const packagesOf = (path: string, dependencies: Dependencies): string[] => {
  if (FOR_ALL.test(path)) return Object.keys(dependencies)
  const [name = ''] = path.split('/')
  if (!(name in dependencies) || TEXT.test(path)) return []
  return OWN.test(path) ? [name] : withDependents(name, dependencies)
}

/**
 * Packages that a change has to check, test and, where they are front ends, build. Release ids agree with it: what is
 * not in the answer keeps the id that it had.
 *
 * @param paths changed files, relative to the workspace, with slashes
 * @returns in the order of `dependencies`
 */
export const affectedPackages = (paths: readonly string[], dependencies: Dependencies): string[] => {
  const found = new Set(paths.flatMap((path) => packagesOf(path, dependencies)))
  return Object.keys(dependencies).filter((name) => found.has(name))
}
