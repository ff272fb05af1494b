/** These failures pass without a restart. */
export type Trouble = 'full' | 'read-only' | 'away'
