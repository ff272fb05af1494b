/**
 * Builds the page of every evidence bundle that verifies it without a network.
 * @returns false if the page is up to date
 */
export declare const buildOfflineVerifier: () => Promise<boolean>
