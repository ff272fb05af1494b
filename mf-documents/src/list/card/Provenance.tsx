import BadgeCheck from 'lucide-react/icons/badge-check'
import FileBadge from 'lucide-react/icons/file-badge'
import LockOpen from 'lucide-react/icons/lock-open'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Wrench from 'lucide-react/icons/wrench'
import type { Rewrite, UserFile } from 'shared/contract'
import styles from './Provenance.module.css'

const rewrites: Readonly<Record<Rewrite, { readonly text: string; readonly Icon: typeof Wrench }>> = {
  normalised: { text: 'Reparado al subirlo', Icon: Wrench },
  cleaned: { text: 'Se le quitó contenido activo', Icon: ShieldCheck },
}

const opening = { text: 'Abierto con su contraseña', Icon: LockOpen }

const foreignText = (count: number): string =>
  count === 1 ? 'Trae 1 firma de otra persona' : `Trae ${count} firmas de otras personas`

export function Provenance({
  foreign_signatures: foreign,
  rewritten,
  opened,
  signing_mode: mode,
}: Pick<UserFile, 'foreign_signatures' | 'rewritten' | 'opened' | 'signing_mode'>) {
  const rewrite = opened ? opening : rewritten && rewrites[rewritten]
  return (
    <>
      {mode === 'certified' && (
        <p className={styles.line}>
          <FileBadge />
          Firma digital certificada
        </p>
      )}
      {foreign > 0 && (
        <p className={styles.line}>
          <BadgeCheck />
          {foreignText(foreign)}
        </p>
      )}
      {rewrite && (
        <p className={styles.line}>
          <rewrite.Icon />
          {rewrite.text}
        </p>
      )}
    </>
  )
}
