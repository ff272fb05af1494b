import type { BrowserContext } from 'playwright/test'

/** What a browser says when it keeps a page, or a worker of one, from something. */
const REFUSAL = /content security policy|trusted ?(?:types|html|script)|refused to/i

/**
 * Notes everything that the pages and workers of a context try against the policy of their answer; before the first page.
 * Pages tell by an event and workers, which have policies of their own, by the console alone.
 */
export const watchPolicy = async (context: BrowserContext): Promise<string[]> => {
  const found: string[] = []
  await context.exposeBinding('trazoViolation', (_source, text: string) => found.push(text))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event
      window.trazoViolation?.(`${effectiveDirective} ${blockedURI} ${sample} in ${sourceFile}:${lineNumber}`)
    })
  })
  context.on('console', (message) => {
    if (REFUSAL.test(message.text())) found.push(message.text())
  })
  context.on('weberror', (error) => found.push(String(error.error())))
  return found
}

declare global {
  interface Window {
    trazoViolation?: (text: string) => void
  }
}
