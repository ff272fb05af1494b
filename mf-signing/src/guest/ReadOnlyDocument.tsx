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
  const { document } = viewer
  const isMissing = document.kind === 'failed' && document.status === 404
  return (
    <GuestLayout
      documentId={documentId}
      documentName={documentName}
      aside={<Aside isMissing={isMissing} wantsField={fieldId !== undefined} />}
    >
      <Viewer viewer={viewer} fileName={documentName} mode="signing" />
    </GuestLayout>
  )
}

/** What there is to know beside a document that can only be read. */
function Aside({ isMissing, wantsField }: { readonly isMissing: boolean; readonly wantsField: boolean }) {
  // The server says the same of what does not exist and of what is not shared.
  if (isMissing)
    return (
      <Alert tone="warning" live="polite" title={guestTexts.notShared}>
        {guestTexts.notSharedMeaning}
      </Alert>
    )
  if (!wantsField) return <Alert tone="info">{guestTexts.needsInvitation}</Alert>
  return (
    <Alert tone="warning" title={guestTexts.fieldUnavailable}>
      {guestTexts.needsInvitation}
    </Alert>
  )
}
