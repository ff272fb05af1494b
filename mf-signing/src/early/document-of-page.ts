/**
 * The PDF's address on a signing page, as `filesApi.downloadUrl` builds it; undefined on every other page. This runs
 * before `shared` is there, so it says again what the contract says; its test compares the two.
 */
export const documentOfPage = (pathname: string, apiHost: string): string | undefined => {
  const id = /^\/sign\/(?:field\/)?(\d+)\/[^/]/.exec(pathname)?.[1]
  return id === undefined ? undefined : `${apiHost}/home/api/files/${id}/public_download`
}

/** What opens the document of an invitation before there is an access token: the token of the link itself. */
export const invitationHeader = (search: string): Readonly<Record<string, string>> => {
  const token = /[?&]token=([\w-]{43})(?:&|$)/.exec(search)?.[1]
  return token === undefined ? {} : { Authorization: `Invitation ${token}` }
}
