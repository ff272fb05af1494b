/** Milliseconds between a successful login or registration and the dashboard. */
export const REDIRECT_DELAY_MS = 1000
