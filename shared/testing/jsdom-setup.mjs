import '@testing-library/jest-dom'
import { TextDecoder, TextEncoder } from 'node:util'
import { configure } from '@testing-library/react'
import { failOnConsole } from './fail-on-console.mjs'

// The router needs both at load; jsdom lacks them.
Object.assign(globalThis, { TextDecoder, TextEncoder })

// The default second is too short on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

failOnConsole()
