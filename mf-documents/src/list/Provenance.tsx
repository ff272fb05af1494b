import BadgeCheck from 'lucide-react/icons/badge-check'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Wrench from 'lucide-react/icons/wrench'
import type { Rewrite, UserFile } from 'shared/contract'
import styles from './Provenance.module.css'

const rewrites: Readonly<Record<Rewrite, { readonly text: string; readonly Icon: typeof Wrench }>> = {
  normalised: { text: 'Reparado al subirlo', Icon: Wrench },
  cleaned: { text: 'Se le quitó contenido activo', Icon: ShieldCheck },
}

/** 'Trae 2 firmas de otras personas' */
const foreignText = (count: number): string =>
  count === 1 ? 'Trae 1 firma de otra persona' : `Trae ${count} firmas de otras personas`

/** What a document brought with it, and what was done to it when it came; nothing for most. */
export function Provenance({
  foreign_signatures: foreign,
  rewritten,
}: Pick<UserFile, 'foreign_signatures' | 'rewritten'>) {
  const rewrite = rewritten && rewrites[rewritten]
  return (
    <>
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
