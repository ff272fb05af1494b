/**
 * `npm test -- --changed` selects journeys by these
 * areas. A test checks them against the folders.
 */
export declare const areas: Readonly<Record<string, readonly string[]>>
/** Keyed by spec file. */
export declare const areasByFile: Readonly<Record<string, readonly string[]>>
