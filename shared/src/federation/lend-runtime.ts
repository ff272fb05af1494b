import type { LentRuntime } from './lent-runtime.ts'

declare const __webpack_require__: { readonly federation: LentRuntime }

// The shell's, for the containers of released remotes.
globalThis.trazoFederation = __webpack_require__.federation
