/** The browser's error messages do not use it (`error-codes/dist/browser.mjs`). */
export const optionsToMFContext = (): undefined => undefined
