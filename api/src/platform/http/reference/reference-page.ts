import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PRODUCT } from 'shared/contract'
import { escapeHtml, policyHash, THEME_SCRIPT } from 'shared/server'
import type { DescribedOperation } from '../description/described-parts.ts'
import type { DescribedSchema } from '../json-schema.ts'
import { type describeApiClients, successOf } from './describe-api-clients.ts'

const STYLE = readFileSync(join(import.meta.dirname, 'reference-page.css'), 'utf8')

export const REFERENCE_POLICY = [
  "default-src 'none'",
  `script-src ${policyHash(THEME_SCRIPT)}`,
  `style-src ${policyHash(STYLE)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const schemaType = ({ anyOf, enum: choices, const: only, type, format, items }: DescribedSchema): string => {
  if (anyOf !== undefined) return anyOf.map(schemaType).join(' o ')
  if (choices !== undefined) return choices.map((choice) => JSON.stringify(choice)).join(', ')
  if (only !== undefined) return JSON.stringify(only)
  if (items !== undefined) return `lista de ${schemaType(items)}`
  return format ?? type ?? 'cualquiera'
}

const row = (name: string, schema: DescribedSchema, required: boolean): string =>
  `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${escapeHtml(schemaType(schema))}</td><td>${required ? 'sí' : 'no'}</td></tr>`

const tableOf = (caption: string, rows: readonly string[]): string =>
  rows.length === 0
    ? ''
    : `<h4>${caption}</h4><div class="table" tabindex="0" role="region" aria-label="${caption}"><table><thead><tr><th scope="col">Nombre</th><th scope="col">Tipo</th><th scope="col">Obligatorio</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`

const sample = (title: string, text: string): string =>
  `<h4>${title}</h4><pre tabindex="0" role="region" aria-label="${title}">${escapeHtml(text)}</pre>`

const asJson = (value: unknown): string => JSON.stringify(value, undefined, 2)

const argumentsOf = (type: string, example: unknown): string[] => {
  if (type === 'application/json')
    return ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(example).replaceAll("'", "'\\''")}'`]
  const flag = type === 'multipart/form-data' ? '-F' : '--data-urlencode'
  return Object.entries(typeof example === 'object' && example !== null ? example : {}).map(([name, value]) =>
    name === 'file' ? "-F 'file=@contrato.pdf;type=application/pdf'" : `${flag} '${name}=${String(value)}'`,
  )
}

const curlOf = (method: string, path: string, { parameters, requestBody, security }: DescribedOperation): string => {
  const exampleFor = (name: string): string =>
    String(parameters.find((parameter) => parameter.name === name)?.example ?? '')
  const query = parameters.flatMap((parameter) =>
    parameter.in === 'query' && parameter.example !== undefined
      ? [`${parameter.name}=${String(parameter.example)}`]
      : [],
  )
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => exampleFor(name))
  const isClient = security.some((scheme) => 'client' in scheme)
  return [
    `curl -X ${method.toUpperCase()} "$TRAZO_URL${address}${query.length === 0 ? '' : `?${query.join('&')}`}"`,
    isClient ? '-u "$CLIENT_ID:$CLIENT_SECRET"' : '-H "Authorization: Bearer $TRAZO_TOKEN"',
    ...Object.entries(requestBody?.content ?? {}).flatMap(([type, { example }]) => argumentsOf(type, example)),
  ].join(' \\\n  ')
}

const replyOf = (one: DescribedOperation): string => {
  const json = successOf(one)?.content?.['application/json']
  return json === undefined
    ? '<h4>Respuesta</h4><p>Los bytes del archivo.</p>'
    : sample('Respuesta', asJson(json.example))
}

const bodyRows = ({ properties = {}, required = [] }: DescribedSchema): string[] =>
  Object.entries(properties).map(([name, schema]) => row(name, schema, required.includes(name)))

const operation = (method: string, path: string, one: DescribedOperation): string => {
  const [body] = Object.values(one.requestBody?.content ?? {})
  const scopes = one.security.flatMap((scheme) => Object.values(scheme).flat())
  return `<article id="${escapeHtml(one.operationId)}"><h3>${escapeHtml(one.summary)}</h3>
<p><code>${method.toUpperCase()} ${escapeHtml(path)}</code>${scopes.length === 0 ? '' : ` <span class="muted">Permiso: ${escapeHtml(scopes[0] ?? '')}</span>`}</p>
${tableOf(
  'Parámetros',
  one.parameters.map(({ name, schema, required }) => row(name, schema, required)),
)}${body === undefined ? '' : tableOf('Cuerpo', bodyRows(body.schema))}
${sample('Ejemplo', curlOf(method, path, one))}
${replyOf(one)}</article>`
}

const INTRODUCTION = `<p>Crea un token o un cliente OAuth en tu perfil, en «Programas». El token va en el encabezado <code>Authorization: Bearer …</code> de cada llamada. Un cliente OAuth pide con su secreto tokens que duran una hora.</p>
<p>La descripción OpenAPI 3.1 de estas llamadas: <a href="/home/api/docs/programas.json">programas.json</a>.</p>
<h2 id="reglas">Reglas</h2>
<ul>
<li>Páginas: pasa el <code>next_cursor</code> de una respuesta como <code>cursor</code> de la siguiente. Las demás listas son de un solo documento y llegan completas.</li>
<li>Errores: problem details (RFC 9457). <code>code</code> nombra la razón y <code>detail</code> dice qué hacer.</li>
<li>Límite: 600 llamadas en diez minutos por token o cliente. <code>RateLimit-Remaining</code> dice cuántas quedan; con 429, espera lo que diga <code>Retry-After</code>.</li>
<li>Repetir sin duplicar: manda <code>Idempotency-Key</code> en cada POST, de 16 a 128 letras, dígitos o guiones.</li>
</ul>`

export const referencePage = ({ paths }: Pick<ReturnType<typeof describeApiClients>, 'paths'>): string => {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ method, path, one })),
  )
  const tags = [...new Set(all.flatMap(({ one }) => one.tags))]
  const of = (tag: string) => all.filter(({ one }) => one.tags.includes(tag))
  const links = (tag: string): string =>
    of(tag)
      .map(({ one }) => `<li><a href="#${escapeHtml(one.operationId)}">${escapeHtml(one.summary)}</a></li>`)
      .join('')
  return `<!doctype html>
<html lang="es-CR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>API para programas · ${PRODUCT}</title>
<script>${THEME_SCRIPT}</script>
<style>${STYLE}</style>
</head>
<body>
<header><a href="/">${PRODUCT}</a></header>
<main>
<h1>API para programas</h1>
${INTRODUCTION}
<nav aria-label="Llamadas">${tags.map((tag) => `<h2>${escapeHtml(tag)}</h2><ul>${links(tag)}</ul>`).join('')}</nav>
${tags
  .map(
    (tag) =>
      `<section aria-label="${escapeHtml(tag)}"><h2>${escapeHtml(tag)}</h2>${of(tag)
        .map(({ method, path, one }) => operation(method, path, one))
        .join('\n')}</section>`,
  )
  .join('\n')}
</main>
</body>
</html>`
}
