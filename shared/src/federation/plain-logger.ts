/** The federation runtime's own adds stack traces for its debugging mode. */
class PlainLogger {
  readonly #prefix: string

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  warn(...parts: unknown[]): void {
    // biome-ignore lint/suspicious/noConsole: for developers, who read it here
    console.warn(this.#prefix, ...parts)
  }

  error(...parts: unknown[]): void {
    // biome-ignore lint/suspicious/noConsole: for developers, who read it here
    console.error(this.#prefix, ...parts)
  }
}

const createPlainLogger = (prefix: string): PlainLogger => new PlainLogger(prefix)

/** Only builds call these. */
export { createPlainLogger as createInfrastructureLogger, createPlainLogger as createLogger }
export const bindLoggerToCompiler = (): void => undefined
export const infrastructureLogger = undefined
export const logger = undefined
