import '@testing-library/jest-dom'
import { TextDecoder, TextEncoder } from 'node:util'
import { failOnConsole } from './fail-on-console.mjs'

// The router needs both at load; jsdom lacks them.
Object.assign(globalThis, { TextDecoder, TextEncoder })

failOnConsole()
