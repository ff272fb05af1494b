/**
 * The PDF's URL on a signing page. Runs before `shared` loads, so it
 * repeats `filesApi.downloadUrl`; a test compares the two.
 */
export const documentOfPage = (pathname: string, apiHost: string): string | undefined => {
  const id = /^\/sign\/(?:field\/)?(\d+)\/[^/]/.exec(pathname)?.[1]
  return id === undefined ? undefined : `${apiHost}/home/api/files/${id}/public_download`
}

export const invitationHeader = (search: string): Readonly<Record<string, string>> => {
  const token = /[?&]token=([\w-]{43})(?:&|$)/.exec(search)?.[1]
  return token === undefined ? {} : { Authorization: `Invitation ${token}` }
}
