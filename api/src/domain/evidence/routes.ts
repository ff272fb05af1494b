import { PDF_MIME_TYPE } from 'shared/contract'
import { completionCertificateCall, evidenceCall, ZIP_MIME_TYPE } from 'shared/contract/evidence'
import { contentDisposition } from '../../platform/http/content-disposition.ts'
import { rateLimits } from '../../platform/http/limits.ts'
import { byApiClient, type RouteServices, rawRoute } from '../../platform/http/route.ts'
import { FILE_POLICY } from '../../platform/http/security-headers.ts'
import type { ApiServices } from '../../platform/services.ts'
import { writeBundle } from './bundle/write-bundle.ts'
import { certifiedEvidence, readCompletionCertificate } from './certificate/read-certificate.ts'

/** `Contrato.pdf` → `Contrato (certificado).pdf`. */
const named = (filename: string, what: string): string => filename.replace(/(?:\.pdf)?$/i, ` (${what})`)

const headersFor = (type: string, filename: string): Record<string, string> => ({
  'content-type': type,
  'content-disposition': contentDisposition(filename),
  'content-security-policy': FILE_POLICY,
})

export const evidenceRoutes = (api: RouteServices, services: ApiServices): void => {
  rawRoute(
    api,
    completionCertificateCall,
    { access: { kind: 'session-or-guest', programs: 'documents:read' }, limitByAddress: rateLimits.downloadByAddress },
    async ({ actor, params, reply }) => {
      const evidence = await certifiedEvidence(services, actor, params.id)
      const bytes = await readCompletionCertificate(services, evidence)
      const filename = `${named(evidence.document.original_filename, 'certificado')}.pdf`
      return reply.headers(headersFor(PDF_MIME_TYPE, filename)).send(Buffer.from(bytes))
    },
  )

  rawRoute(api, evidenceCall, byApiClient('documents:read'), async ({ actor, params, reply }) => {
    const evidence = await certifiedEvidence(services, actor, params.id)
    const filename = `${named(evidence.document.original_filename, 'evidencia')}.zip`
    return reply.headers(headersFor(ZIP_MIME_TYPE, filename)).send(await writeBundle(services, evidence))
  })
}
