/**
 * The PDF's address on a signing page, as `filesApi.downloadUrl` builds it; undefined on every other page. This runs
 * before `shared` is there, so it says again what the contract says; its test compares the two.
 */
export const documentOfPage = (pathname: string, apiHost: string): string | undefined => {
  const id = /^\/sign\/(?:field\/)?(\d+)\/[^/]/.exec(pathname)?.[1]
  return id === undefined ? undefined : `${apiHost}/home/api/files/${id}/public_download`
}
