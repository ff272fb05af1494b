/** The first byte would be logged as a download. */
const SECOND_BYTE = 'bytes=1-1'

/** Asks why the server refuses the document: pdf.js reports only the status. */
export const refusalText = async (url: string, bearer: string | undefined): Promise<string | undefined> => {
  const headers = { Range: SECOND_BYTE, ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }) }
  const answer = await fetch(url, { headers })
  if (answer.status < 500) return undefined
  const body: unknown = await answer.json()
  const isRefusal = typeof body === 'object' && body !== null && 'message' in body
  return isRefusal && typeof body.message === 'string' ? body.message : undefined
}
