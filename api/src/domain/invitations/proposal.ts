import type { Selectable } from 'kysely'
import type { InvitationTable } from '../../platform/database/schema.ts'

/** Another signer whom the guest named; the owner decides. */
export interface ProposedSigner {
  readonly name: string
  readonly email: string
}

type Proposed = Pick<Selectable<InvitationTable>, 'proposed_at' | 'proposed_name' | 'proposed_email'>

export const proposalOf = ({ proposed_at, proposed_name, proposed_email }: Proposed): ProposedSigner | null =>
  proposed_at === null || proposed_name === null || proposed_email === null
    ? null
    : { name: proposed_name, email: proposed_email }
