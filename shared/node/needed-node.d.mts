/** First major version of Node that runs our programs. */
export declare const NEEDED_NODE: number
/**
 * @param version `process.versions.node`
 * @param needed major version
 * @returns one line for people, undefined if it is new enough
 */
export declare const nodeProblem: (version: string, needed?: number, advice?: string) => string | undefined
