import { useMemo } from 'react'
import { filesApi } from 'shared/http'
import { Alert } from 'shared/ui'
import { useViewer } from '../viewer/use-viewer.ts'
import { Viewer } from '../viewer/Viewer.tsx'
import { guestTexts } from './constants.ts'
import { GuestLayout } from './GuestLayout.tsx'
import type { GuestAddress } from './guest-address.ts'

/** A link without an invitation: whoever has it may read the document while its owner shares it. */
export function ReadOnlyDocument({ address }: { address: Extract<GuestAddress, { kind: 'valid' }> }) {
  const { documentId, documentName, fieldId } = address
  const source = useMemo(() => ({ url: filesApi.downloadUrl(documentId), token: () => undefined }), [documentId])
  const viewer = useViewer(source)
  return (
    <GuestLayout
      documentId={documentId}
      documentName={documentName}
      aside={
        fieldId === undefined ? (
          <Alert tone="info">{guestTexts.needsInvitation}</Alert>
        ) : (
          <Alert tone="warning" title={guestTexts.fieldUnavailable}>
            {guestTexts.needsInvitation}
          </Alert>
        )
      }
    >
      <Viewer viewer={viewer} fileName={documentName} mode="signing" />
    </GuestLayout>
  )
}
