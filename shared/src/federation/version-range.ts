type Version = readonly [major: number, minor: number, patch: number]

const parseVersion = (text: string): Version | undefined => {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(text) ?? []
  return patch === undefined ? undefined : [Number(major), Number(minor), Number(patch)]
}

/** Negative if `a` is older. */
const compareVersions = (a: Version, b: Version): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]

/** First version that a caret excludes: the first number that is not 0 must stay. */
const endOfCaret = ([major, minor, patch]: Version): Version => {
  if (major > 0) return [major + 1, 0, 0]
  return minor > 0 ? [0, minor + 1, 0] : [0, 0, patch + 1]
}

const endOf: Readonly<Record<string, (version: Version) => Version>> = {
  '^': endOfCaret,
  '~': ([major, minor]) => [major, minor + 1, 0],
}

/** Versions that are no whole ones are the oldest. */
export const isNewer = (version: string, other: string): boolean =>
  compareVersions(parseVersion(version) ?? [-1, 0, 0], parseVersion(other) ?? [-1, 0, 0]) > 0

const fitsComparator = (version: Version, comparator: string): boolean => {
  const [, operator = '', text = ''] = /^(\D*)(.*)$/.exec(comparator) ?? []
  const wanted = parseVersion(text)
  if (!wanted) return false
  const order = compareVersions(version, wanted)
  const end = endOf[operator]
  if (end) return order >= 0 && compareVersions(version, end(wanted)) < 0
  if (order === 0) return /^[<>]?=$|^$/.test(operator)
  return order < 0 ? /^<=?$/.test(operator) : /^>=?$/.test(operator)
}

/**
 * Builds write carets and versions; this knows whole versions with `^ ~ < <= > >= =`, joined by
 * spaces and `||`. Everything else fits nothing.
 */
export const fitsVersionRange = (version: string, range: string): boolean => {
  const parsed = parseVersion(version)
  if (!parsed) return false
  return range.split('||').some((part) =>
    part
      .trim()
      .split(/\s+/)
      .every((comparator) => fitsComparator(parsed, comparator)),
  )
}
