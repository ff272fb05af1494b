import '@testing-library/jest-dom'
import { TextDecoder, TextEncoder } from 'node:util'

// The router needs them as it loads; jsdom knows neither.
Object.assign(globalThis, { TextDecoder, TextEncoder })
