/** Alphabetical, as Spanish does. */
export const byTagName = (a: string, b: string): number => a.localeCompare(b, 'es')
