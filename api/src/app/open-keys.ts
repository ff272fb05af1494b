import { join } from 'node:path'
import { createResetCodes } from '../domain/accounts/login/reset-codes.ts'
import { createFactorSecrets } from '../domain/accounts/second-factors/factor-secrets.ts'
import { createGuestTokens } from '../domain/invitation-tokens/guest-token.ts'
import { createInvitationTokens } from '../domain/invitation-tokens/invitation-token.ts'
import { createAskRevocation } from '../domain/pki/ask-revocation.ts'
import { createJudgeCopyFile } from '../domain/returned-copy/judging.ts'
import { readWitnessPolicy } from '../domain/seal-log/read-policy.ts'
import { REVOCATION_ANSWER_MAX_BYTES } from '../domain/verification/constants.ts'
import { createFetchPublic } from '../domain/verification/fetch-public.ts'
import {
  createCheckSoundness,
  createJudgeNationalFormat,
  createVerifyFile,
  createWriteEtsiReport,
} from '../domain/verification/verification-task.ts'
import { createWebhookSecrets } from '../domain/webhooks/webhook-secrets.ts'
import type { Clock } from '../platform/clock.ts'
import type { ApiEnvironment } from '../platform/environment/environment.ts'
import type { FetchLimited } from '../platform/fetch-limited.ts'
import type { ServiceLog } from '../platform/logging.ts'
import { type AdminLog, silentAdminLog } from '../platform/monitoring/admin-log.ts'
import { watchService } from '../platform/monitoring/watch-service.ts'
import { ensureSecretKey } from '../platform/storage/secret-key.ts'
import type { ThreadTasks } from '../platform/threads/thread-task.ts'
import { withInstallationKeys } from './installation-keys.ts'
import { openSigning } from './open-signing.ts'
import type { SharedStores } from './open-stores.ts'

interface KeyOptions {
  readonly environment: ApiEnvironment
  readonly clock: Clock
  readonly log: ServiceLog
  readonly adminLog?: AdminLog
  readonly fetch?: FetchLimited
}

/** All processes share them. */
export const openKeys = (options: KeyOptions, { db, alone }: SharedStores, threads: ThreadTasks) => {
  const { environment, clock, log, fetch, adminLog = silentAdminLog } = options
  const keys = environment.keysDir
  const watch = watchService('timeStamps', adminLog, clock)
  const outer = fetch === undefined ? {} : { fetch }
  const open = async () => {
    const { authorities, ...signing } = await openSigning({
      environment,
      keys,
      db,
      clock,
      log,
      watch,
      threads,
      ...outer,
    })
    return {
      guestTokens: createGuestTokens(await ensureSecretKey(join(keys, 'guest-token.key'))),
      invitationTokens: createInvitationTokens(await ensureSecretKey(join(keys, 'invitation-token.key'))),
      factorSecrets: createFactorSecrets(await ensureSecretKey(join(keys, 'second-factor.key'))),
      webhookSecrets: createWebhookSecrets(await ensureSecretKey(join(keys, 'second-factor.key'))),
      resetCodes: createResetCodes(await ensureSecretKey(join(keys, 'reset-code.key'))),
      sealLog: {
        seed: await ensureSecretKey(join(keys, 'second-factor.key')),
        witnesses: await readWitnessPolicy(environment.witnessPolicy),
      },
      ...signing,
      judgeNationalFormat: createJudgeNationalFormat(threads, authorities),
      checkSoundness: createCheckSoundness(threads, authorities),
      judgeCopyFile: createJudgeCopyFile(threads),
      verification: {
        authorities,
        verifyFile: createVerifyFile(threads, authorities),
        writeReport: createWriteEtsiReport(threads),
        askPublic: createAskRevocation(fetch ?? createFetchPublic(REVOCATION_ANSWER_MAX_BYTES)),
      },
    }
  }
  const onCreated = (names: readonly string[]): void => adminLog.record({ event: 'keys-created', keys: [...names] })
  return alone(() => withInstallationKeys(db, keys, open, onCreated))
}
