/** These failures pass without a restart. */
export type InfrastructureFailure = 'full' | 'read-only' | 'unavailable'
