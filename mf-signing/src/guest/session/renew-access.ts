import { invitationsApi } from 'shared/http'

/** @throws HttpError */
export const renewAccess = async (token: string, onRenewed: (accessToken: string) => void): Promise<string> => {
  const { access_token } = await invitationsApi.validate(token)
  onRenewed(access_token)
  return access_token
}
