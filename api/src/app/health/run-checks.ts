import { type RepeatWork, SECOND_MS } from '../../platform/clock.ts'
import { classifyInfrastructureError } from '../../platform/infrastructure-failure.ts'
import type { ServiceLog } from '../../platform/logging.ts'
import { StorageUnavailableError } from '../../platform/storage/storage-errors.ts'
import { CHECK_NAMES, type CheckName, type FatalCheck, MAIL_WARNING, problemText } from './readiness-texts.ts'

/** Milliseconds. S3 without an answer takes up to a minute to fail, longer than monitors wait. */
export const CHECK_PATIENCE = 4 * SECOND_MS

export interface Readiness {
  readonly status: 'ready' | 'not-ready'
  readonly checks: Readonly<Partial<Record<CheckName, 'ok' | 'failed'>>>
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
}

export interface ReadinessChecks {
  readonly database: () => Promise<unknown>
  /** Of the disk, and of S3 if there is one. */
  readonly files: () => Promise<unknown>
  readonly signing: () => Promise<unknown>
  readonly sealing: () => Promise<unknown>
  readonly mailIsAway: () => boolean
  /** Asked only if the database answers. */
  readonly warnings: () => Promise<readonly string[]>
}

interface CheckContext {
  readonly hasS3: boolean
  readonly every: RepeatWork
  readonly log: Pick<ServiceLog, 'error'>
}

class SilentCheckError extends Error {
  override readonly name = 'SilentCheckError'
}

const withPatience = async (work: Promise<unknown>, every: RepeatWork): Promise<void> => {
  let stop = (): void => undefined
  const late = new Promise<never>((_resolve, reject) => {
    stop = every(CHECK_PATIENCE, () => reject(new SilentCheckError('no answer in time')))
  })
  try {
    await Promise.race([work, late])
  } finally {
    stop()
  }
}

type Failures = ReadonlyMap<FatalCheck, unknown>

/** S3 also keeps arriving files on the disk: the error says which of the two failed. */
const nameOf = (asked: 'database' | 'files' | 'signing' | 'sealing', error: unknown, hasS3: boolean): FatalCheck => {
  if (asked !== 'files') return asked
  return hasS3 && (error instanceof StorageUnavailableError || error instanceof SilentCheckError) ? 'storage' : 'disk'
}

const findFailures = async (checks: ReadinessChecks, { hasS3, every, log }: CheckContext): Promise<Failures> => {
  const failures = new Map<FatalCheck, unknown>()
  const check = async (asked: 'database' | 'files' | 'signing' | 'sealing'): Promise<void> => {
    try {
      await withPatience(checks[asked](), every)
    } catch (error) {
      const name = nameOf(asked, error, hasS3)
      failures.set(name, error)
      log.error({ err: error, check: name }, 'readiness check failed')
    }
  }
  // Without a database nothing is known about seals.
  const stored = check('database').then(() => (failures.has('database') ? undefined : check('sealing')))
  await Promise.all([stored, check('files'), check('signing')])
  return failures
}

export const runChecks = async (checks: ReadinessChecks, context: CheckContext): Promise<Readiness> => {
  const failures = await findFailures(checks, context)
  const mailIsAway = checks.mailIsAway()
  const isFailed = (name: CheckName): boolean => (name === 'mail' ? mailIsAway : failures.has(name))
  const names = CHECK_NAMES.filter((name) => context.hasS3 || name !== 'storage')
  const warnings = failures.has('database') ? [] : await checks.warnings().catch(() => [])
  return {
    status: failures.size === 0 ? 'ready' : 'not-ready',
    checks: Object.fromEntries(names.map((name) => [name, isFailed(name) ? 'failed' : 'ok'])),
    problems: names.flatMap((name) =>
      name !== 'mail' && failures.has(name) ? [problemText(name, classifyInfrastructureError(failures.get(name)))] : [],
    ),
    warnings: [...(mailIsAway ? [MAIL_WARNING] : []), ...warnings],
  }
}
