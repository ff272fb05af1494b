/*
 * Remotes bring no `shared` of their own: whatever a remote imports of it, the shell must provide, whether or not it
 * uses it itself. So every subpath stands here (docs/decisions/0002-what-is-shared.md).
 */
import 'shared/contract'
import 'shared/http'
import 'shared/remote'
import 'shared/router'
import 'shared/state'
import 'shared/ui'

/**
 * Provided, and fetched only for a screen that imports it: nobody calls this.
 */
export const provideLater = () => [
  import('shared/controls'),
  import('shared/contract/accounts'),
  import('shared/state/account'),
  import('shared/contract/sealing'),
  import('shared/http/annotations'),
  import('shared/http/evidence'),
  import('shared/contract/signing-order'),
]
