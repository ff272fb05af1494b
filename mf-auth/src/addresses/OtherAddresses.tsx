import { useState } from 'react'
import type { OtherAddress } from 'shared/contract/accounts'
import { Badge, Button, CheckIcon, ToneIcon } from 'shared/ui'
import { addressesApi } from '../api/addresses-api.ts'
import { failureTexts } from '../forms/failure-texts.ts'
import { useAction } from '../forms/use-action.ts'
import { NotLoaded } from '../sections/NotLoaded.tsx'
import section from '../sections/ProfileSection.module.css'
import { SectionRow } from '../sections/ProfileSection.tsx'
import { useLoaded } from '../sections/use-loaded.ts'
import { formatInstant } from '../security/format-instant.ts'
import { AddAddressDialog } from './AddAddressDialog.tsx'
import styles from './OtherAddresses.module.css'
import { RemoveAddressDialog } from './RemoveAddressDialog.tsx'
import { addressTexts as texts } from './texts.ts'

type Asking = { readonly kind: 'add' } | { readonly kind: 'remove'; readonly address: OtherAddress }

export default function OtherAddresses({ main }: { readonly main: string }) {
  const { loaded, reload } = useLoaded(addressesApi.list, failureTexts.addresses)
  const [asking, setAsking] = useState<Asking>()
  const close = () => setAsking(undefined)
  const done = () => {
    close()
    reload()
  }
  if (loaded.kind !== 'ready') return <NotLoaded state={loaded} loadingText={texts.loading} onRetry={reload} />
  const { addresses } = loaded.value
  return (
    <div className={styles.addresses}>
      <p className={section.lead}>{texts.lead(main)}</p>
      {addresses.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets.
        <ul role="list" aria-label={texts.title} className={section.rows}>
          {addresses.map((address) => (
            <AddressRow
              key={address.email}
              address={address}
              onChanged={reload}
              onRemove={() => setAsking({ kind: 'remove', address })}
            />
          ))}
        </ul>
      )}
      <Button onClick={() => setAsking({ kind: 'add' })}>{texts.add}</Button>
      {asking?.kind === 'add' && <AddAddressDialog onDone={done} onClose={close} />}
      {asking?.kind === 'remove' && <RemoveAddressDialog address={asking.address} onDone={done} onClose={close} />}
    </div>
  )
}

interface AddressRowProps {
  readonly address: OtherAddress
  readonly onChanged: () => void
  readonly onRemove: () => void
}

function AddressRow({ address: { email, confirmed_at, expires_at }, onChanged, onRemove }: AddressRowProps) {
  const { busy, run } = useAction<'again'>(onChanged)
  const isConfirmed = confirmed_at !== null
  return (
    <SectionRow
      label={email}
      badge={
        <Badge
          tone={isConfirmed ? 'success' : 'warning'}
          icon={isConfirmed ? <CheckIcon /> : <ToneIcon tone="warning" />}
        >
          {isConfirmed ? texts.confirmed : texts.pending}
        </Badge>
      }
      action={
        <div className={styles.actions}>
          {!isConfirmed && (
            <Button
              aria-label={texts.againFor(email)}
              busy={busy !== undefined}
              busyLabel={texts.sending}
              onClick={() => void run('again', () => addressesApi.add(email), texts.sent(email))}
            >
              {texts.again}
            </Button>
          )}
          <Button aria-label={texts.removeFor(email)} onClick={onRemove}>
            {texts.remove}
          </Button>
        </div>
      }
    >
      {isConfirmed ? texts.since(formatInstant(confirmed_at)) : texts.waits(formatInstant(expires_at ?? ''))}
    </SectionRow>
  )
}
