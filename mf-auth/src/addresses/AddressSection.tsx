import { Suspense, useState } from 'react'
import { lazyPart } from 'shared/remote'
import { StrokeLoader, Surface } from 'shared/ui'
import styles from './AddressSection.module.css'

const OtherAddresses = lazyPart(() => import(/* webpackChunkName: "addresses" */ './OtherAddresses.tsx'))

// The other texts come with the list.
const TITLE = 'Otras direcciones de correo'

/** Folded, and without a call, until the person opens it. */
export function AddressSection({ main }: { readonly main: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Surface as="section" padding="lg" className={styles.section}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{TITLE}</summary>
        {isOpen && (
          <Suspense fallback={<StrokeLoader text="Cargando direcciones…" />}>
            <OtherAddresses main={main} />
          </Suspense>
        )}
      </details>
    </Surface>
  )
}
