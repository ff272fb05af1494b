import type { SessionReply } from 'shared/contract'
import { sampleSession, sampleUser } from 'shared/testing'

export { sampleFile as documentWith } from 'shared/testing'

export const owner: SessionReply = { ...sampleSession, user: { ...sampleUser, first_name: 'Ana María' } }
