import type { BrowserContext } from 'playwright/test'

const REFUSAL = /content security policy|trusted ?(?:types|html|script)|refused to/i

/**
 * Collects CSP violations; call before the first page
 * opens. Workers report them only on the console.
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
