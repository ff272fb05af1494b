import { isRemoteName, type RemoteName } from 'shared/contract'
import type { ErrorEvent, ErrorKind } from 'shared/contract/load-events'
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

// As in the contract, whose schemas would be loaded with them.
const FRAMES_TIMING = 'frames'
const FRAMES_MAX = 3

const asksForFrames = (): boolean => {
  const [page] = performance.getEntriesByType?.('navigation') ?? []
  return (
    (page as PerformanceNavigationTiming | undefined)?.serverTiming?.some(({ name }) => name === FRAMES_TIMING) ?? false
  )
}

/** Positions in the release's own files, topmost first. */
const framesIn = (text: string, { remote, release }: Culprit): Pick<ErrorEvent, 'frames'> => {
  const frames = text
    .split(`${window.location.origin}/r/${remote}/${release}/`)
    .slice(1)
    .flatMap((frame) => {
      const [, file, position] = /^([\w+-][\w.+-]{0,79}\.js)(?:\?[^\s:)]*)?(:\d{1,7}:\d{1,7})/.exec(frame) ?? []
      return file ? [`${file}${position}`] : []
    })
  return frames.length === 0 ? {} : { frames: frames.slice(0, FRAMES_MAX) }
}

interface Attributed {
  readonly kind: ErrorKind
  readonly culprit: Culprit | undefined
}

/** The script that asked for it, or what was asked for. */
const blockedIn = ({
  effectiveDirective,
  sourceFile,
  blockedURI,
}: SecurityPolicyViolationEvent): Attributed | undefined => {
  const [what] = /^(?:style|script)/.exec(effectiveDirective) ?? []
  const kind = what === 'style' ? 'blocked-style' : 'blocked-script'
  return what ? { kind, culprit: releaseIn(sourceFile) ?? releaseIn(blockedURI) } : undefined
}

const culpritOf = ({ error, filename = '', boundary }: CaughtError): Culprit | undefined =>
  releaseIn(stackOf(error)) ?? releaseIn(filename) ?? boundary

const attribute = (caught: CaughtError): Attributed | undefined => {
  const { kind, error } = caught
  if (kind === 'blocked') return blockedIn(error as SecurityPolicyViolationEvent)
  return { kind, culprit: isMissingCode(error) ? undefined : culpritOf(caught) }
}

/**
 * Reports each kind of error once per release. Of the error
 * itself nothing is sent but positions, if the site asks. Missing chunks are not errors: connections
 * and deploys cause them.
 */
export const createReporter = (
  send: (event: ErrorEvent) => void,
  withFrames = asksForFrames,
): ((caught: CaughtError) => void) => {
  const seen = new Set<string>()
  const isNew = (key: string): boolean => !seen.has(key) && Boolean(seen.add(key))
  return (caught) => {
    const { kind, culprit } = attribute(caught) ?? {}
    if (!kind || !culprit) return
    const key = `${culprit.remote} ${culprit.release}`
    if (isNew(`${key} ${kind}`))
      send({
        ...culprit,
        kind,
        first: caught.kind !== 'blocked' && isNew(key),
        ...(withFrames() ? framesIn(stackOf(caught.error), culprit) : {}),
      })
  }
}
