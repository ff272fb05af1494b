export { MemoryRouter } from 'react-router-dom'
export { renderInShell } from './render-in-shell.tsx'
export { type NetworkAnswer, type SentCall, serveFetch } from './serve-fetch.ts'
export { settle } from './settle.ts'
