import type { Bearer } from 'shared/http'
import { participationApi } from 'shared/http/deferred'
import { withFreshToken } from '../session/guest-access.ts'
import type { Participation, ParticipationAction } from './participation.ts'

type Dispatch = (action: ParticipationAction) => void

/** @throws HttpError */
export const renewParticipation = async (token: string, dispatch: Dispatch): Promise<string> => {
  const { access_token: accessToken } = await participationApi.open(token)
  dispatch({ type: 'renewed', accessToken })
  return accessToken
}

/** Retries once with a new access token. */
export const asParticipant = <T>(
  { token, access_token }: Participation,
  dispatch: Dispatch,
  call: (bearer: Bearer) => Promise<T>,
): Promise<T> => withFreshToken(call, access_token, () => renewParticipation(token, dispatch))
