import { PDF_MIME_TYPE } from 'shared/contract'
import { copyStateCall, copyToSignCall, signedCopyCall } from 'shared/contract/own-program'
import { contentDisposition } from '../../platform/http/content-disposition.ts'
import { multipartBody } from '../../platform/http/multipart.ts'
import { addRoute, type RouteServices, rawRoute } from '../../platform/http/route.ts'
import { FILE_POLICY } from '../../platform/http/security-headers.ts'
import type { ApiServices } from '../../platform/services.ts'
import { checkStated } from '../signing/check-stated.ts'
import { bySigner, enterSigning } from '../signing/routes.ts'
import { answerSigned } from '../signing/sign-field.ts'
import { acceptReturnedCopy } from './accept-copy.ts'
import { copyToSign, downloadCopy } from './copy-to-sign.ts'
import { readCopy } from './read-copy.ts'

export const returnedCopyRoutes = (api: RouteServices, services: ApiServices): void => {
  rawRoute(api, copyToSignCall, bySigner, async ({ actor, params, reply }) => {
    const { bytes, sha256, filename } = await enterSigning(api, () => downloadCopy(services, actor, params.fieldId))
    return reply
      .headers({
        'content-type': PDF_MIME_TYPE,
        'content-disposition': contentDisposition(filename),
        'content-security-policy': FILE_POLICY,
        etag: `"${sha256}"`,
      })
      .send(Buffer.from(bytes))
  })

  addRoute(api, copyStateCall, bySigner, async ({ actor, params }) =>
    enterSigning(api, async () => {
      const { sha256 } = await copyToSign(services, actor, params.fieldId)
      return { sha256 }
    }),
  )

  addRoute(api, signedCopyCall, bySigner, async ({ actor, params, request }) => {
    const { fieldId } = params
    api.concurrency.upload.checkCapacity()
    const { blob, parts } = await readCopy(services, { actor, fieldId, body: multipartBody(request) })
    const { document_sha256: shown, consent } = parts
    const { signingAgent, cardSigner: cards } = services
    try {
      checkStated(actor, { shown, consent })
      const signature = await enterSigning(api, () =>
        acceptReturnedCopy(services, {
          actor,
          fieldId,
          blob,
          way: 'own-program',
          requiresTrust: signingAgent !== 'simulated',
          cards,
          shown,
          consent,
        }),
      )
      return await answerSigned(services, signature)
    } finally {
      await blob.discard()
    }
  })
}
