import '@testing-library/jest-dom'
import { TextDecoder, TextEncoder } from 'node:util'
import { failOnConsole } from './fail-on-console.mjs'

// The router needs them as it loads; jsdom knows neither.
Object.assign(globalThis, { TextDecoder, TextEncoder })

failOnConsole()
