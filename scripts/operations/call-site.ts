import { spawnSync } from 'node:child_process'

export const SITE_HOST = 'firmas.example'

const OPTIONS = ['--silent', '--show-error', '--fail-with-body', '--insecure']

const curl = (path: string, args: readonly string[]): Buffer => {
  const place = ['--resolve', `${SITE_HOST}:443:127.0.0.1`, `https://${SITE_HOST}${path}`]
  const { status, stdout, stderr } = spawnSync('curl', [...OPTIONS, ...place, ...args])
  if (status !== 0) throw new Error(`${path}: ${stderr}${stdout}`)
  return stdout
}

const bearerOf = (token: string | undefined): readonly string[] =>
  token === undefined ? [] : ['-H', `authorization: Bearer ${token}`]

/** Through nginx, with TLS. */
export const callSite = (path: string, ...args: readonly string[]): string => curl(path, args).toString()

export const downloadFrom = (path: string, token: string): Buffer => curl(path, bearerOf(token))

export const getJson = (path: string, token?: string, ...args: readonly string[]) =>
  JSON.parse(callSite(path, ...bearerOf(token), ...args))

export const postJson = (path: string, body: object, token?: string) =>
  getJson(path, token, '-H', 'content-type: application/json', '-d', JSON.stringify(body))

/** A started service needs a moment. */
export const waitUntilReady = (): void => {
  for (const path of ['/readyz', '/home/api/signing-agent/'])
    callSite(path, '--retry', '120', '--retry-delay', '1', '--retry-all-errors')
}
