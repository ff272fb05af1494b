interface SharedFallback {
  readonly factory: () => unknown
}

/** Another file as fallback is for tree-shaken shared modules, and loaded by a function that the shell's runtime lacks. */
const takeFactory = ({ factory }: SharedFallback): (() => unknown) => factory

export { takeFactory as getSharedFallbackGetter }
