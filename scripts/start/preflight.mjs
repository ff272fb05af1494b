/* Runs on any Node, before the installation. */
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'

/** Browsers resolve `localhost` to both. */
const LOOPBACK = ['127.0.0.1', '::1']

/**
 * @param {string | undefined} text
 * @param {number} fallback
 * @returns {number | undefined} undefined if invalid
 */
export const parsePort = (text, fallback) => {
  if (text === undefined || text === '') return fallback
  const port = Number(text)
  return /^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535 ? port : undefined
}

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | undefined>} error
 *   code (EADDRINUSE, EACCES …), undefined if free
 */
const tryPort = (port, host) =>
  new Promise((done) => {
    const server = createServer()
    server.once('error', (error) => done('code' in error ? String(error.code) : 'UNKNOWN'))
    server.listen({ port, host }, () => server.close(() => done(undefined)))
  })

/**
 * @param {string} variable
 * @param {number} port
 * @returns {Promise<string | undefined>} error message
 */
const checkPort = async (variable, port) => {
  const other = `${variable}=${port + 100 > 65_535 ? port - 100 : port + 100} npm start`
  for (const host of LOOPBACK) {
    const code = await tryPort(port, host)
    if (code === 'EADDRINUSE') return `El puerto ${port} está ocupado. Cierra el otro programa o usa otro: ${other}`
    if (code === 'EACCES') return `No hay permiso para usar el puerto ${port}. Usa otro: ${variable}=3100 npm start`
  }
  return undefined
}

/**
 * Creates a missing folder.
 *
 * @param {string} folder
 * @returns {string | undefined}
 */
const checkFolder = (folder) => {
  try {
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK | constants.X_OK)
    return undefined
  } catch {
    return `No se puede escribir en ${folder}. Da permiso a esa carpeta o usa otra: DATA_DIR=$HOME/trazo npm start`
  }
}

/**
 * @param {Record<string, string | undefined>} environment
 * @returns {Promise<string | undefined>} error message
 */
export const checkStart = async (environment) => {
  const site = parsePort(environment.PORT, 3000)
  const api = parsePort(environment.API_PORT, 8000)
  if (site === undefined) return 'PORT debe ser un número de puerto, de 1 a 65535.'
  if (api === undefined) return 'API_PORT debe ser un número de puerto, de 1 a 65535.'
  if (site === api) return `PORT y API_PORT no pueden ser el mismo número (${site}).`
  return (
    (await checkPort('PORT', site)) ??
    (await checkPort('API_PORT', api)) ??
    checkFolder(resolve(environment.DATA_DIR || './data'))
  )
}
