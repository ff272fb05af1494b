export declare const SLOWNESS: number
/** @param milliseconds on two idle cores */
export declare const scaled: (milliseconds: number) => number
