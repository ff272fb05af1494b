import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

export interface TargetRules {
  readonly ports: readonly number[]
  readonly local: boolean
  readonly resolve: (hostname: string) => Promise<readonly string[]>
}

export const resolveHost = async (hostname: string): Promise<readonly string[]> =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)

export class TargetRefused extends Error {
  override readonly name = 'TargetRefused'
}

export interface OutboundTarget {
  readonly url: URL
  readonly address: string
}

const LOOPBACK = ['127.0.0.1', '::1']

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

const isLocal = (url: URL, { local }: TargetRules): boolean => local && ['localhost', ...LOOPBACK].includes(hostOf(url))

const parseTarget = (text: string, rules: TargetRules): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) throw new TargetRefused('Escribe una dirección completa, como https://ejemplo.com/avisos.')
  if (url.username !== '' || url.password !== '')
    throw new TargetRefused('La dirección no puede llevar usuario ni contraseña. Quítalos.')
  if (url.hash !== '') throw new TargetRefused('La dirección no puede llevar «#». Quita esa parte.')
  if (isLocal(url, rules) && ['http:', 'https:'].includes(url.protocol)) return url
  if (url.protocol !== 'https:') throw new TargetRefused('La dirección debe empezar con https://.')
  if (!rules.ports.includes(Number(url.port || 443)))
    throw new TargetRefused(`Solo se permiten los puertos ${rules.ports.join(', ')}. Usa uno de ellos.`)
  return url
}

const addressesOf = async (host: string, { resolve }: TargetRules): Promise<readonly string[]> => {
  if (isIP(host) !== 0) return [host]
  const addresses = await resolve(host).catch(() => [])
  if (addresses.length === 0)
    throw new TargetRefused(`No encontramos el servidor ${host}. Revisa que el nombre esté bien escrito.`)
  return addresses
}

/** @throws TargetRefused if one address is private */
export const resolveTarget = async (text: string, rules: TargetRules): Promise<OutboundTarget> => {
  const url = parseTarget(text, rules)
  const addresses = await addressesOf(hostOf(url), rules)
  const isAllowed = (address: string): boolean =>
    isPublicAddress(address) || (isLocal(url, rules) && LOOPBACK.includes(address))
  const [address] = addresses
  if (address === undefined || !addresses.every(isAllowed))
    throw new TargetRefused('Esa dirección lleva a una red privada o reservada. Usa un servidor público de internet.')
  return { url, address }
}
