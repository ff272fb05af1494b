import { privacyCall } from 'shared/contract/accounts'
import { request } from 'shared/http'

export const fetchRetentionDays = async (signal: AbortSignal): Promise<number> =>
  (await request(privacyCall, { bearer: 'none', signal })).retention_days
