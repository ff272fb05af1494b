import '@testing-library/jest-dom'
import { TextDecoder, TextEncoder } from 'node:util'
import { configure } from '@testing-library/react'
import { failOnConsole } from './fail-on-console.mjs'

// The router needs both at load; jsdom lacks them.
Object.assign(globalThis, { TextDecoder, TextEncoder })

// The default second is too short on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

failOnConsole()

/**
 * jsdom lacks it. As in a browser: the window's listeners hear of the
 * error, then the console prints it, which fails a test that expects none.
 */
globalThis.reportError ??= (error) => {
  const event = new ErrorEvent('error', { error, message: String(error), cancelable: true })
  // biome-ignore lint/suspicious/noConsole: what a browser does.
  if (window.dispatchEvent(event)) console.error(error)
}
