import '@testing-library/jest-dom'
import { TextDecoder, TextEncoder } from 'node:util'
import { configure } from '@testing-library/react'
import { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE as react } from 'react'
import { scaled } from 'shared/testing/limits'
import { failOnConsole } from './fail-on-console.mjs'

// The router needs both at load; jsdom lacks them.
Object.assign(globalThis, { TextDecoder, TextEncoder })

// The default second is too short on a busy machine.
configure({ asyncUtilTimeout: scaled(10_000) })

failOnConsole()

// jsdom has no timeline: marks are lost, and nothing is found.
performance.mark ??= () => undefined
performance.getEntriesByType ??= () => []
performance.getEntriesByName ??= () => []

/**
 * jsdom lacks it. As in a browser: the window's listeners hear of the
 * error, then the console prints it, which fails a test that expects none.
 */
globalThis.reportError ??= (error) => {
  const event = new ErrorEvent('error', { error, message: String(error), cancelable: true })
  // biome-ignore lint/suspicious/noConsole: what a browser does.
  if (window.dispatchEvent(event)) console.error(error)
}

/*
 * React's development build takes a stack trace for each element, for its own warnings, until a count that it resets
 * once a second: a tenth of the processor time of these tests. The count stays at its end. A warning still fails the
 * test, without the trace.
 */
Object.defineProperty(react, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined })
