import type { LentRuntime } from './lent-runtime.ts'

declare const __webpack_require__: { readonly federation: LentRuntime }

const { runtime, bundlerRuntime, attachShareScopeMap } = __webpack_require__.federation

// The page's, for the containers of released remotes, none of which can
// change it for the others. An element of that name is no own property.
if (!Object.hasOwn(globalThis, 'trazoFederation'))
  Object.defineProperty(globalThis, 'trazoFederation', {
    value: Object.freeze({
      runtime: Object.freeze(runtime),
      bundlerRuntime: Object.freeze(bundlerRuntime),
      attachShareScopeMap,
    }),
  })
