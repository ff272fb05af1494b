/**
 * The parts of the product that each journey goes through. `npm test -- --changed` runs the journeys of the parts that a
 * change touches; a test holds this table against the folders.
 */
export declare const areas: Readonly<Record<string, readonly string[]>>
/** The same by the journey's file, relative to the workspace. */
export declare const areasByFile: Readonly<Record<string, readonly string[]>>
