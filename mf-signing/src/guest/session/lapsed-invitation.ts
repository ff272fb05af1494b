import { invitationsApi } from 'shared/http'

export interface LapsedInvitation {
  readonly token: string
  readonly filename: string
  readonly ownerName: string
}

/** Undefined if the guest cannot request a new link, or the site does not answer. */
export const findLapsed = async (token: string, signal: AbortSignal): Promise<LapsedInvitation | undefined> => {
  try {
    const { original_filename: filename, owner_name: ownerName } = await invitationsApi.lapsed(token, signal)
    return { token, filename, ownerName }
  } catch {
    return undefined
  }
}
