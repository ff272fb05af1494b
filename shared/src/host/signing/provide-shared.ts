/*
 * Released remotes bundle no `shared`: the page provides every subpath
 * that they use (docs/decisions/0002-what-is-shared.md).
 */
// First, because it orders the style sheets.
import 'shared/ui'
import 'shared/contract'
import 'shared/http'
import 'shared/remote'
import 'shared/router'
import 'shared/state'

/**
 * Loaded on demand by remotes; never called.
 * @public
 */
export const provideDeferred = () => [
  import('shared/controls'),
  import('shared/file-password'),
  import('shared/contract/accounts'),
  import('shared/contract/webhooks'),
  import('shared/state/account'),
  import('shared/contract/sealing'),
  import('shared/http/deferred'),
  // Deprecated: for remotes of earlier releases.
  import('shared/http/annotations'),
  import('shared/http/evidence'),
  import('shared/http/own-program'),
  import('shared/http/form-fields'),
  import('shared/contract/signing-order'),
]
