import { isRemoteName, type RemoteName } from 'shared/contract'
import type { ErrorEvent } from 'shared/contract/load-events'
import { isMissingCode } from 'shared/http'
import type { CaughtError } from './caught.ts'

interface Culprit {
  readonly remote: RemoteName
  readonly release: string
}

/** @param text a stack (the topmost frame counts) or an address */
const releaseIn = (text: string): Culprit | undefined => {
  const [, path = ''] = text.split(`${window.location.origin}/r/`)
  const [, remote = '', release = ''] = /^(\w+)\/(\w[\w.+-]{0,79})\//.exec(path) ?? []
  return isRemoteName(remote) ? { remote, release } : undefined
}

const stackOf = (error: unknown): string => (error instanceof Error && error.stack) || ''

const culpritOf = ({ error, filename = '', boundary }: CaughtError): Culprit | undefined =>
  releaseIn(stackOf(error)) ?? releaseIn(filename) ?? boundary

/**
 * Reports each kind of error once per release. Nothing of the
 * error itself is sent. Missing chunks are not errors: connections
 * and deploys cause them.
 */
export const createReporter = (send: (event: ErrorEvent) => void): ((caught: CaughtError) => void) => {
  const seen = new Set<string>()
  const isNew = (key: string): boolean => !seen.has(key) && Boolean(seen.add(key))
  return (caught) => {
    const { kind, error } = caught
    const culprit = isMissingCode(error) ? undefined : culpritOf(caught)
    if (!culprit) return
    const key = `${culprit.remote} ${culprit.release}`
    if (isNew(`${key} ${kind}`)) send({ ...culprit, kind, first: isNew(key) })
  }
}
